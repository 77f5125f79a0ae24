/// What must hold of a choice of two stages so that each update may have one of them.
///
/// Where something is updated, as many moves must leave from before it as arrive there. For what keeps its order that
/// depends on the stages of the moves alone, so it is counted without making a plan. What moves itself is tied to what is
/// there between the stages, as far as that is free; and a move that ends where it starts does not count. For both the
/// conditions leave room. So a choice that breaks one has no plan, and one that breaks none need not have one.
struct StageConditions {
  /// One of two stages that suits an update.
  private struct Requirement {
    /// The only stage that the update can have, if there is only one.
    var stage: StageVariable?
    /// What stands before the section and the item in each stage; nil where nothing can shift them.
    var sections: [PossibleShifts.Before?] = [nil, nil]
    var items: [PossibleShifts.Before?] = [nil, nil]
  }

  private let shape: BatchShape
  private let sections: PossibleShifts
  private let items: PossibleShifts
  private var requirements: [Requirement] = []

  init(_ shape: BatchShape, _ changed: ChangedSections, _ stages: TwoStages) {
    self.shape = shape
    let count = stages.groups.variableCount
    let sections = PossibleShifts(
      shape.sections.map { ItemPath(section: 0, item: $0) }, stages.sections, targets: [0], sources: [0],
      variableCount: count, meet: { _, _, _ in true })
    self.sections = sections
    items = PossibleShifts(
      shape.items, stages.items, targets: shape.targets, sources: shape.sources, variableCount: count,
      meet: { old, new, stage in
        if stage == 2 { return sections.rangesBetween(old: old, new: shape.targets[old]).contains { $0.contains(new) } }
        return sections.rangesBetween(old: shape.sources[new], new: new).contains { $0.contains(old) }
      })
    for (update, stage) in zip(shape.sections.updates, stages.sections.updates) {
      let places = standing(update.before, isMoved: changed.isMoved[update.before])
      requirements.append(Requirement(stage: stage.stage == 0 ? nil : stage, sections: places))
    }
    var moves = [StageVariable?](repeating: nil, count: shape.targets.count)
    for (move, stage) in zip(shape.sections.moves, stages.sections.moves) { moves[move.before] = stage }
    for (number, update) in shape.items.updates.enumerated() {
      if shape.movesOfUpdates[number] != nil {
        requirements.append(requirement(ofMoved: update, stages.items.updates[number], changed))
      } else if !changed.isUpdated[update.before.section] {
        let section = update.before.section
        let place = items.before(old: update.before, new: update.after)
        requirements.append(
          Requirement(
            stage: moves[section]?.opposite, sections: standing(section, isMoved: changed.isMoved[section]),
            items: [place, place]))
      }
      // What reloads a section reloads its items.
    }
  }

  /// What stands before a section in each stage in which it does not move; nil where it is in one list only.
  private func standing(_ section: Int, isMoved: Bool) -> [PossibleShifts.Before?] {
    guard let target = shape.targets[section] else { return [nil, nil] }
    let (old, new) = (ItemPath(section: 0, item: section), ItemPath(section: 0, item: target))
    if isMoved { return [sections.before(old: old), sections.before(new: new)] }
    let place = sections.before(old: old, new: new)
    return [place, place]
  }

  /// An item is updated before it leaves its old section, or after it has come to its new one.
  private func requirement(
    ofMoved update: BatchChanges<ItemPath>.Places, _ stage: StageVariable, _ changed: ChangedSections
  ) -> Requirement {
    var requirement = Requirement(stage: stage)
    let homes = [update.before.section, shape.sources[update.after.section]]
    let places = [items.before(old: update.before), items.before(new: update.after)]
    for index in 0..<2 {
      let isReloaded = homes[index].map { changed.isUpdated[$0] } ?? false
      if isReloaded { continue }
      requirement.items[index] = places[index]
      guard let section = homes[index], !changed.isMoved[section] else { continue }
      requirement.sections[index] = standing(section, isMoved: false)[index]
    }
    return requirement
  }

  /// Whether a choice meets the conditions. What a choice has broken is looked at first in the next one.
  mutating func allow(_ choice: Int) -> Bool {
    guard let broken = requirements.firstIndex(where: { !isMet($0, choice) }) else { return true }
    requirements.swapAt(0, broken)
    return false
  }

  private func isMet(_ requirement: Requirement, _ choice: Int) -> Bool {
    (1...2).contains { stage in
      if let only = requirement.stage, only.stage(choice) != stage { return false }
      if let place = requirement.sections[stage - 1], !sections.mayBalance(place, in: stage, choice) { return false }
      return requirement.items[stage - 1].map { items.mayBalance($0, in: stage, choice) } ?? true
    }
  }
}

extension PossibleShifts {
  /// The numbers that a section may have between the stages: one that is in the old list, in the new list, or in both.
  fileprivate func rangesBetween(old: Int?, new: Int?) -> [ClosedRange<Int>] {
    let before = old.map { range(ofOld: ItemPath(section: 0, item: $0)) }
    let after = new.map { range(ofNew: ItemPath(section: 0, item: $0)) }
    return [before, after].compactMap(\.self)
  }
}
