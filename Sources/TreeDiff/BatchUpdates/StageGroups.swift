/// One of two stages, which a choice decides about.
struct StageVariable {
  /// The bit of the choice.
  let bit: Int
  /// The stage if the bit is not set; 0 for what may have any.
  let stage: Int

  /// The other stage.
  var opposite: StageVariable { StageVariable(bit: bit, stage: 3 - stage) }

  /// The stage of a choice.
  func stage(_ choice: Int) -> Int { choice >> bit & 1 == 0 ? stage : 3 - stage }

  /// A number for each bit and stage.
  var number: Int { 2 * bit + stage - 1 }
}

/// The stages of sections that change, where there are two stages.
///
/// Sections between which items move change in one stage; they are joined into groups (a union-find structure with path
/// halving). A group whose stage is not fixed is free, as is a section that comes or goes without items that move, and an
/// item that has to do with no changed section. Each bit of a choice decides about one of them. The choice 0 has sections
/// and free items move first and those that only change their content follow.
///
/// There are at most 128 choices, and fewer for thousands of changes. Where more sections are free, the last ones go by one
/// bit. What the sections leave goes to free items, if there are few; the others go by the lowest bit.
struct StageGroups {
  private var parents: [Int]
  private var stages: [Int?]
  /// For each section of the old list, and then for each of the new one, the bit that decides about it and its stage if
  /// the bit is not set.
  private var bits: [(bit: Int, stage: Int)] = []
  /// For each change of an item the bit that decides about it, if it has to do with no changed section.
  private var itemBits: [Int]
  private var bitCount = 1
  private var usesLowestBit = true
  private let bitLimit: Int

  /// The groups of sections; nil if two stages are not enough.
  init?(_ sections: ChangedSections) {
    let count = sections.isMoved.count
    parents = Array(0..<count)
    stages = Array(repeating: nil, count: count)
    itemBits = Array(repeating: 0, count: sections.contacts.count)
    bitLimit = itemBits.count < 1_000 ? 7 : 3
    for contact in sections.contacts {
      if contact.needsThreeStages { return nil }
      if contact.touched.count == 2, !join(contact.touched[0], contact.touched[1]) { return nil }
      guard let wanted = contact.stage else { continue }
      for section in contact.touched where !fix(section, to: 3 - wanted) { return nil }
    }
    chooseBits(sections)
    if itemBits.count < 100 { chooseItemBits(sections) }
    usesLowestBit = zip(sections.contacts, itemBits).contains { $0.isFree && $1 == 0 }
  }

  private mutating func chooseBits(_ sections: ChangedSections) {
    let roots = parents.indices.map { root(of: $0) }
    var first = [Int](repeating: 2, count: roots.count)
    for (section, root) in roots.enumerated() where sections.isMoved[section] { first[root] = 1 }
    var numbers: [Int: Int] = [:]
    for (section, root) in roots.enumerated() where stages[root] == nil {
      guard sections.isMoved[section] || sections.isTied[section], numbers[root] == nil else { continue }
      numbers[root] = nextBit()
    }
    bits = roots.map { (numbers[$0] ?? 0, first[$0]) }
    stages = roots.map { stages[$0] }
    for section in sections.removed {
      if sections.isLeft[section] { stages[section] = 2 } else { bits[section] = (nextBit(), 1) }
    }
    bits += sections.isEntered.map { _ in (0, 1) }
    stages += sections.isEntered.map { $0 ? 1 : nil }
    for section in sections.inserted where !sections.isEntered[section] { bits[roots.count + section] = (nextBit(), 1) }
  }

  /// Begins with moves, which are the last of the contacts, since they alone shift what they pass.
  private mutating func chooseItemBits(_ sections: ChangedSections) {
    for (index, contact) in sections.contacts.enumerated().reversed() where contact.isFree && bitCount < bitLimit {
      itemBits[index] = nextBit()
    }
  }

  private mutating func nextBit() -> Int {
    defer { bitCount = min(bitCount + 1, bitLimit) }
    return min(bitCount, bitLimit - 1)
  }

  /// The choices that differ. The lowest bit counts only where items go by it.
  var choices: StrideTo<Int> { stride(from: 0, to: 1 << bitCount, by: usesLowestBit ? 1 : 2) }

  /// The number of stages that differ, see ``StageVariable/number``.
  var variableCount: Int { 2 * (bitCount + 1) }

  /// A stage that no choice changes: no choice has this bit.
  private func fixed(_ stage: Int) -> StageVariable { StageVariable(bit: bitCount, stage: stage) }

  /// The stage of what may have any.
  var any: StageVariable { fixed(0) }

  /// The stage of a section of the old list that goes, moves, or in which items change.
  func stage(of section: Int) -> StageVariable {
    stages[section].map(fixed) ?? StageVariable(bit: bits[section].bit, stage: bits[section].stage)
  }

  /// The stage of a section of the new list that comes.
  func stage(ofInserted section: Int) -> StageVariable { stage(of: parents.count + section) }

  /// The stage of a change of an item, by what it has to do with sections and its number.
  func stage(of contact: ChangedSections.Contact, number: Int) -> StageVariable {
    if let section = contact.touched.first { return stage(of: section).opposite }
    return contact.stage.map(fixed) ?? StageVariable(bit: itemBits[number], stage: 1)
  }

  private mutating func root(of section: Int) -> Int {
    var section = section
    while parents[section] != section {
      parents[section] = parents[parents[section]]
      section = parents[section]
    }
    return section
  }

  /// Joins the groups of two sections; false if their stages differ.
  private mutating func join(_ a: Int, _ b: Int) -> Bool {
    let (a, b) = (root(of: a), root(of: b))
    if a == b { return true }
    if let first = stages[a], let second = stages[b], first != second { return false }
    parents[b] = a
    stages[a] = stages[a] ?? stages[b]
    return true
  }

  /// Fixes the stage of a section's group; false if it has another one.
  private mutating func fix(_ section: Int, to stage: Int) -> Bool {
    let root = root(of: section)
    if let other = stages[root] { return other == stage }
    stages[root] = stage
    return true
  }
}
