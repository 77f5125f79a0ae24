import TestSupport
import Testing

@testable import TreeDiff

/// All small lists and all short edits of keyed lists.
@Suite struct KeyedListWorldTests {
  /// All pairs of lists of up to five of six ids, as unrelated lists and with the one made of the other.
  @Test(arguments: 0...5)
  func pairsOfLists(oldCount: Int) {
    var world = World(stride: SmallWorlds.stride(23))
    let old = (0..<oldCount).map { Item($0) }
    let before = KeyedList(uniqueElements: old)
    for ids in SmallWorlds.selections(of: Array(0..<6), atMost: 5) {
      for contents in 0..<1 << ids.count {
        let new = ids.enumerated().map { Item($0.element, contents >> $0.offset & 1) }
        world.visit { _ in
          let other = KeyedList(uniqueElements: new)
          var after = before
          let diffs = [
            other.diff(from: before), before.diff(from: other).inverse, after.reconcile(with: new),
            after.diff(from: before), before.diff(from: after).inverse,
          ]
          return diffs.flatMap { faults($0, old, new) } + (after == other ? [] : ["\(old) → \(new): another list"])
            + ((before == after) == (old == new) ? [] : ["\(old) → \(new): =="])
        }
      }
    }
    world.finish()
  }

  /// All pairs of edits, one after the other, of a list with several small leaves.
  @Test(arguments: Edit.Kind.allCases)
  func pairsOfEdits(first: Edit.Kind) {
    let old = (0..<count).map { Wide(id: $0) }
    let before = KeyedList(uniqueElements: old)
    var world = World(stride: SmallWorlds.stride(1_009))
    for one in first.all(count) {
      for two in Edit.Kind.allCases.flatMap({ $0.all(count + first.growth) }) {
        world.visit { _ in
          var (list, model) = (before, old)
          for (id, edit) in zip(1_000..., [one, two]) {
            edit.make(on: &list, id)
            edit.make(on: &model, id)
          }
          do { try list.checkInvariants() } catch { return ["\(one), \(two): \(error)"] }
          let results = [
            (Array(list) == model ? nil : "elements"),
            faultOfDiff(list.diff(from: before), from: old, to: model),
            faultOfDiff(before.diff(from: list), from: model, to: old),
            ((list == before) == (model == old) ? nil : "=="),
          ]
          return results.compactMap { $0 }.map { "\(one), \(two): \($0)" }
        }
      }
    }
    world.finish()
  }

  private let count = 36

  private func faults(_ diff: ListDiff<Item>, _ old: [Item], _ new: [Item]) -> [String] {
    TreeDiffTests.faults(of: diff, old, new).map { "\(old) → \(new): \($0)" }
  }
}

/// An element of which a leaf holds only eight, so that few elements make a tree.
struct Wide: Identifiable, Equatable, CustomStringConvertible {
  var id: Int
  var content = 0
  private var words = SIMD32<Int64>()

  init(id: Int) { self.id = id }
  var description: String { "\(id).\(content)" }
}

/// One change of a list.
enum Edit {
  case remove(Int), insert(Int), move(Int, Int), update(Int)

  enum Kind: CaseIterable {
    case remove, insert, move, update

    var growth: Int { self == .insert ? 1 : self == .remove ? -1 : 0 }

    /// All edits of this kind of a list of `count` elements.
    func all(_ count: Int) -> [Edit] {
      switch self {
      case .remove: (0..<count).map { .remove($0) }
      case .insert: (0...count).map { .insert($0) }
      case .move: (0..<count).flatMap { source in (0..<count).map { .move(source, $0) } }
      case .update: (0..<count).map { .update($0) }
      }
    }
  }

  func make(on list: inout KeyedList<Wide>, _ id: Int) {
    switch self {
    case .remove(let place): list.remove(at: place)
    case .insert(let place): list.insert(Wide(id: id), at: place)
    case .move(let source, let target): list.move(from: source, to: target)
    case .update(let place): list[place].content += 1
    }
  }

  func make(on list: inout [Wide], _ id: Int) {
    switch self {
    case .remove(let place): list.remove(at: place)
    case .insert(let place): list.insert(Wide(id: id), at: place)
    case .move(let source, let target): list.insert(list.remove(at: source), at: target)
    case .update(let place): list[place].content += 1
    }
  }
}
