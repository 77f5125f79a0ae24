import TestSupport
import Testing
import TreeDiff

/// All pairs of small lists, and what must hold of every diff.
///
/// Two symmetries leave few enough of them. A diff knows ids by `==` and hash alone, so their names do not matter: the
/// old list numbers its ids as they come, the new one takes these, and further ones in turn. And contents are compared
/// only between elements that match, so only whether they are equal matters.
@Suite struct ListDiffWorldTests {
  /// Up to six elements on each side, of seven ids and two contents: 5,819,252 pairs of lists of ids, each with contents
  /// taken from the bits of its number and with the new ones inverted. So each match is met with the same and with
  /// another content.
  @Test(arguments: 0...6)
  func listsOfUpToSix(oldCount: Int) {
    var world = World(stride: SmallWorlds.stride(997))
    for old in SmallWorlds.patterns(length: oldCount) {
      let known = (old.max() ?? -1) + 1
      for new in SmallWorlds.patterns(upTo: 6, known: known, below: 7) {
        world.visit { number in
          let (some, others) = (number &* 0x9E37_79B9 >> 7, number &* 0x85EB_CA6B >> 5)
          return [some, ~some].flatMap { faults(old, others, new, $0) }
        }
      }
    }
    world.finish()
  }

  /// Up to four elements on each side, with all contents on both: 1,331,117 pairs.
  @Test(arguments: 0...4)
  func listsOfUpToFourWithAllContents(oldCount: Int) {
    var world = World(stride: SmallWorlds.stride(211))
    for old in SmallWorlds.patterns(length: oldCount) {
      for new in SmallWorlds.patterns(upTo: 4, known: (old.max() ?? -1) + 1, below: 7) {
        for contents in 0..<1 << (old.count + new.count) {
          world.visit { _ in faults(old, contents, new, contents >> old.count) }
        }
      }
    }
    world.finish()
  }

  /// What is wrong with the diff of two lists whose contents are the bits of numbers, and whether looking for runs makes
  /// a difference.
  private func faults(_ old: [Int], _ oldContents: Int, _ new: [Int], _ newContents: Int) -> [String] {
    let old = old.enumerated().map { Item($0.element, oldContents >> $0.offset & 1) }
    let new = new.enumerated().map { Item($0.element, newContents >> $0.offset & 1) }
    let diff = ListDiff(from: old, to: new, comparison: NaturalComparison<Item>(), windowThreshold: 0)
    var faults = TreeDiffTests.faults(of: diff, old, new)
    if ListDiff(from: old, to: new) != diff { faults.append("another diff without runs") }
    return faults.map { "\(old) → \(new): \($0)" }
  }
}

/// Goes through cases by number, one of every so many, and records the first faults.
struct World {
  let stride: Int
  /// Which part of the cases is gone through, if not all.
  private let part: Int?
  private var cases = 0
  private var wrong: [String] = []

  init(stride: Int, part: Int? = nil) { (self.stride, self.part) = (stride, part) }

  mutating func visit(_ faults: (_ number: Int) -> [String]) {
    cases += 1
    guard cases % stride == 0 || cases <= 20 else { return }
    if let part, cases / stride % SmallWorlds.parts.count != part { return }
    wrong += faults(cases)
  }

  func finish() {
    #expect(cases > 0)
    if !wrong.isEmpty {
      Issue.record("\(wrong.count) faults in \(cases) cases: \(wrong.prefix(10).joined(separator: "\n"))")
    }
  }
}
