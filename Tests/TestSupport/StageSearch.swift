package import TreeDiff

/// Looks for staged changes by trying all there are, to know how few stages can do.
///
/// A schedule gives each operation of a diff one stage, in which it is done as what it is: the removals, insertions,
/// moves and updates of sections; the removals from and insertions into sections that stay; the moves and updates of
/// items. Items that come or go with their section are no operations, nor is the update of an item in the stage that
/// updates its section, and a move that ends where it starts is a removal and an insertion. Between two stages what is
/// there may stand in any order. A schedule counts if the judge accepts all its stages.
package struct StageSearch {
  private let old: TestSections
  private let new: TestSections
  private var sections: [Element] = []
  private var items: [Element] = []

  /// A section or an item of either list.
  private struct Element {
    var old: ItemPath?
    var new: ItemPath?
    var isMoved = false
    var isUpdated = false
    /// The bits of a schedule: of the coming, going or moving, and of the update. Nil for what is no operation.
    var change: Int?
    var update: Int?
  }

  private let operationCount: Int

  package init(_ diff: SectionedDiff<Item, Item>, from old: TestSections, to new: TestSections) {
    (self.old, self.new) = (old, new)
    let model = SectionedModel(old, new)
    let sectionMoves = Set(diff.sections.moves.map(\.to))
    func place(_ index: Int) -> ItemPath { ItemPath(section: 0, item: index) }
    sections += model.sections.pairs.map { pair in
      Element(
        old: place(pair.old), new: place(pair.new), isMoved: sectionMoves.contains(pair.new),
        isUpdated: old[pair.old].header != new[pair.new].header)
    }
    sections += model.sections.removed.map { Element(old: place($0)) }
    sections += model.sections.inserted.map { Element(new: place($0)) }
    let itemMoves = Set(diff.moves.map(\.to))
    items += model.pairs.map { pair in
      Element(
        old: pair.old, new: pair.new, isMoved: itemMoves.contains(pair.new),
        isUpdated: old[pair.old.section].items[pair.old.item] != new[pair.new.section].items[pair.new.item])
    }
    items += model.removed.map { Element(old: $0) }
    items += model.inserted.map { Element(new: $0) }

    var count = 0
    func number() -> Int {
      defer { count += 1 }
      return count
    }
    for index in sections.indices {
      if sections[index].isMoved || sections[index].old == nil || sections[index].new == nil {
        sections[index].change = number()
      }
      if sections[index].isUpdated { sections[index].update = number() }
    }
    let (removed, inserted) = (Set(model.sections.removed), Set(model.sections.inserted))
    for index in items.indices {
      let item = items[index]
      let comesOrGoes = item.old == nil || item.new == nil
      let isCarried =
        item.new == nil && removed.contains(item.old?.section ?? -1)
        || item.old == nil && inserted.contains(item.new?.section ?? -1)
      if item.isMoved || (comesOrGoes && !isCarried) { items[index].change = number() }
      if item.isUpdated { items[index].update = number() }
    }
    operationCount = count
  }

  /// Whether one stage can do.
  package func oneStageDoes() -> Bool {
    accepts(start, end) { _ in true }
  }

  /// What is shown between two stages, if two can do.
  package func middleOfTwoStages() -> [ListViewJudge.Section]? {
    for schedule in 0..<1 << operationCount where isPossible(schedule) {
      if let middle = middleOfTwoStages(schedule) { return middle }
    }
    return nil
  }
}

extension StageSearch {
  /// What is shown at some time, and where each element is in it.
  private struct State {
    var shown: [ListViewJudge.Section]
    var sections: [Int?]
    var items: [ItemPath?]

    init(_ list: TestSections, sections: [Int?], items: [ItemPath?]) {
      shown = list.map { .init(String(describing: $0.header), $0.items.map { String(describing: $0) }) }
      (self.sections, self.items) = (sections, items)
    }
  }

  private var start: State { State(old, sections: sections.map(\.old?.item), items: items.map(\.old)) }
  private var end: State { State(new, sections: sections.map(\.new?.item), items: items.map(\.new)) }
  private var nothing: State { State([], sections: sections.map { _ in nil }, items: items.map { _ in nil }) }

  private func isFirst(_ operation: Int?, _ schedule: Int) -> Bool {
    operation.map { schedule >> $0 & 1 == 0 } ?? false
  }

  /// The section, by its number among the elements, in which an item is after the first stage; nil if it is not there.
  private func section(of item: Element, _ schedule: Int) -> Int? {
    func number(_ path: ItemPath?, _ side: KeyPath<Element, ItemPath?>) -> Int? {
      path.flatMap { path in sections.firstIndex { $0[keyPath: side]?.item == path.section } }
    }
    let (from, to) = (number(item.old, \.old), number(item.new, \.new))
    if item.old != nil, item.new != nil { return isFirst(item.change, schedule) ? to : from }
    guard let home = from ?? to else { return nil }
    // What comes or goes with its section is there when the section is.
    if item.change == nil { return isThere(home, schedule) ? home : nil }
    return isFirst(item.change, schedule) == (from == nil) ? home : nil
  }

  /// Whether a section is there after the first stage.
  private func isThere(_ section: Int, _ schedule: Int) -> Bool {
    let element = sections[section]
    if element.old != nil, element.new != nil { return true }
    return isFirst(element.change, schedule) == (element.old == nil)
  }

  /// Whether all items that are there after the first stage have a section.
  private func isPossible(_ schedule: Int) -> Bool {
    items.allSatisfy { item in section(of: item, schedule).map { isThere($0, schedule) } ?? true }
  }

  private func middleOfTwoStages(_ schedule: Int) -> [ListViewJudge.Section]? {
    let (start, end) = (start, end)
    let homes = items.map { section(of: $0, schedule) }
    let present = sections.indices.filter { isThere($0, schedule) }
    var shown: [ListViewJudge.Section]?
    _ = orders(of: present, sections, schedule) { order in
      fill(order[...], homes, schedule, nothing) { middle in
        guard accepts(start, middle, isDone: { isFirst($0, schedule) }) else { return false }
        guard accepts(middle, end, isDone: { !isFirst($0, schedule) }) else { return false }
        shown = middle.shown
        return true
      }
    }
    return shown
  }

  /// Whether some orders of the items of the sections make a state that satisfies `body`.
  private func fill(
    _ order: ArraySlice<Int>, _ homes: [Int?], _ schedule: Int, _ state: State, _ body: (State) -> Bool
  ) -> Bool {
    guard let section = order.first else { return body(state) }
    var state = state
    let index = state.shown.count
    state.sections[section] = index
    let header = content(sections[section], schedule) {
      old[$0.item].header
    } new: {
      new[$0.item].header
    }
    return orders(of: items.indices.filter { homes[$0] == section }, items, schedule) { itemOrder in
      var next = state
      let contents = itemOrder.map { item in
        content(items[item], schedule) {
          old[$0.section].items[$0.item]
        } new: {
          new[$0.section].items[$0.item]
        }
      }
      next.shown.append(.init(header, contents))
      for (place, item) in itemOrder.enumerated() { next.items[item] = ItemPath(section: index, item: place) }
      return fill(order.dropFirst(), homes, schedule, next, body)
    }
  }

  private func content(
    _ element: Element, _ schedule: Int, old: (ItemPath) -> Item, new: (ItemPath) -> Item
  ) -> String {
    if let path = element.new, element.old == nil || isFirst(element.update, schedule) {
      return String(describing: new(path))
    }
    return element.old.map { String(describing: old($0)) } ?? ""
  }

  /// Whether `body` is true of an order in which what does not move in a stage keeps its order.
  private func orders(
    of numbers: [Int], _ elements: [Element], _ schedule: Int, _ body: ([Int]) -> Bool
  ) -> Bool {
    func mustPrecede(_ a: Int, _ b: Int) -> Bool {
      let (first, second) = (elements[a], elements[b])
      if let a = first.old, let b = second.old, a.section == b.section, a < b,
        !(first.isMoved && isFirst(first.change, schedule)), !(second.isMoved && isFirst(second.change, schedule))
      {
        return true
      }
      if let a = first.new, let b = second.new, a.section == b.section, a < b,
        !first.isMoved || isFirst(first.change, schedule), !second.isMoved || isFirst(second.change, schedule)
      {
        return true
      }
      return false
    }
    func extend(_ order: [Int], _ rest: [Int]) -> Bool {
      if rest.isEmpty { return body(order) }
      return rest.contains { next in
        rest.allSatisfy { $0 == next || !mustPrecede($0, next) }
          && extend(order + [next], rest.filter { $0 != next })
      }
    }
    return extend([], numbers)
  }

  /// Whether the judge accepts the operations for which `isDone` is true as what leads from one state to the other.
  private func accepts(_ before: State, _ after: State, isDone: (Int?) -> Bool) -> Bool {
    func isChange(_ operation: Int?) -> Bool { operation != nil && isDone(operation) }
    var changes = (sections: BatchChanges<Int>(), items: BatchChanges<ItemPath>())
    var reloaded: Set<Int> = []
    for (number, section) in sections.enumerated() {
      let (from, to) = (before.sections[number], after.sections[number])
      if isChange(section.change) { add(from, to, &changes.sections) }
      if isChange(section.update), let from, let to {
        changes.sections.updates.append(.init(before: from, after: to))
        reloaded.insert(from)
      }
    }
    for (number, item) in items.enumerated() {
      let (from, to) = (before.items[number], after.items[number])
      if isChange(item.change) { add(from, to, &changes.items) }
      if isChange(item.update), let from, let to {
        if item.isMoved, isChange(item.change) { return false }
        if !reloaded.contains(from.section) { changes.items.updates.append(.init(before: from, after: to)) }
      }
    }
    var judge = ListViewJudge(showing: before.shown)
    return judge.perform(sections: changes.sections, items: changes.items, data: after.shown).isEmpty
  }

  private func add<Place>(_ from: Place?, _ to: Place?, _ changes: inout BatchChanges<Place>) {
    if let from, let to, from != to { return changes.moves.append(.init(before: from, after: to)) }
    if let from { changes.removals.append(from) }
    if let to { changes.insertions.append(to) }
  }
}
