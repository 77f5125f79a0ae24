/// Where elements are between the stages.
///
/// Elements that keep their order are the frame. Those that will leave stand where they are in the old list, and those
/// that have come where they are in the new list, so the order of two elements changes only when one of them moves. Between
/// two elements of the frame it is free how those that will leave and those that have come are merged. Those that will
/// leave come first, but stand as far back as it takes that no move shifts a held element.
///
/// What moves in one of two stages and is updated in the other is held: as many moves must leave from before it as arrive
/// there, since views look for what they reload by counting only removals and insertions.
///
/// A place is found by counting, from the number of elements of the frame before it: its rank.
struct StageOrder {
  private let vacated: TimedPlaces
  private let filled: TimedPlaces
  private let targets: [Int?]
  private let sources: [Int?]
  private let last: Int
  /// For each vacated place the index of the first filled one behind it. Ascending in a section.
  private var cuts: [Int] = []

  /// - Parameters:
  ///   - vacated: The places of the old list that elements leave.
  ///   - filled: The places of the new list that elements take.
  ///   - targets: For each section of the old list its index in the new one.
  ///   - sources: For each section of the new list its index in the old one.
  ///   - comingFirst: Whether what has come stands before what will leave, where that is free.
  init(
    vacated: [TimedPlace], filled: [TimedPlace], targets: [Int?], sources: [Int?], stageCount: Int, comingFirst: Bool
  ) {
    self.vacated = TimedPlaces(vacated, stageCount: stageCount)
    self.filled = TimedPlaces(filled, stageCount: stageCount)
    (self.targets, self.sources, last) = (targets, sources, stageCount)
    cuts.reserveCapacity(vacated.count)
    while cuts.count < vacated.count {
      let section = self.vacated.places[cuts.count].path.section
      let indexes = (
        vacated: self.vacated.indexes(of: section), filled: self.filled.indexes(of: targets[section] ?? -1)
      )
      if comingFirst {
        cuts += indexes.vacated.map { greatestCut($0, indexes.filled) }
      } else {
        addLeastCuts(indexes.vacated, indexes.filled)
      }
    }
  }

  /// Adds the cuts of a section's vacated places: the least that meet all demands, if any do.
  private mutating func addLeastCuts(_ vacated: Range<Int>, _ filled: Range<Int>) {
    let demands = demandedCuts(vacated, filled)
    var cut = filled.lowerBound
    for index in vacated {
      cut = max(cut, self.filled.firstIndex(in: filled, withRankFrom: self.vacated.rank(at: index)))
      if let demand = demands[index], demand > cut { cut = min(demand, greatestCut(index, filled)) }
      cuts.append(cut)
    }
  }

  /// The cut of a vacated place behind all that may stand before it.
  private func greatestCut(_ index: Int, _ filled: Range<Int>) -> Int {
    self.filled.firstIndex(in: filled, withRankFrom: vacated.rank(at: index) + 1)
  }

  /// The least cuts that held elements demand of vacated places.
  ///
  /// What is updated before it leaves must have as many arrivals before it as departures were before it. What is updated
  /// after it came must have as many departures before it as arrivals will be before it. So the one stands behind a certain
  /// arrival, the other before a certain departure, and each before or behind the next one. As both kinds keep their order,
  /// the least cuts that satisfy the first halves of these demands satisfy the second ones too if any cuts do.
  private func demandedCuts(_ vacated: Range<Int>, _ filled: Range<Int>) -> [Int: Int] {
    let (leaving, coming) = (self.vacated.places, self.filled.places)
    let arrivals = filled.filter { coming[$0].isShifting && coming[$0].stage == 1 }
    let departures = vacated.filter { leaving[$0].isShifting && leaving[$0].stage == 2 }
    var least: [Int: Int] = [:]
    var gone = 0
    for index in vacated {
      let place = leaving[index]
      if place.isHeld, place.stage == 2, gone > 0, gone <= arrivals.count { least[index] = arrivals[gone - 1] + 1 }
      if place.isShifting, place.stage == 1 { gone += 1 }
    }
    var toCome = 0
    for index in filled {
      let place = coming[index]
      if place.isHeld, place.stage == 1, toCome < departures.count {
        least[departures[toCome]] = max(least[departures[toCome]] ?? 0, index + 1)
      }
      if place.isShifting, place.stage == 2 { toCome += 1 }
    }
    return least
  }

  /// The index after `stage` of what was at `path` in the old list and has not left its place.
  func index(ofOld path: ItemPath, after stage: Int) -> Int {
    let start = vacated.indexes(of: path.section).lowerBound
    let place = vacated.index(of: path)
    let remaining = path.item - vacated.count(start..<place, upTo: stage)
    guard let target = targets[path.section] else { return remaining }
    let filled = filled.indexes(of: target)
    let cut =
      vacated.contains(path, at: place)
      ? cuts[place] : self.filled.firstIndex(in: filled, withRankFrom: path.item - (place - start) + 1)
    return remaining + self.filled.count(filled.lowerBound..<cut, upTo: stage)
  }

  /// The index after `stage` of what has taken the place `path` of the new list.
  func index(ofNew path: ItemPath, after stage: Int) -> Int {
    let before = filled.indexes(of: path.section).lowerBound..<filled.index(of: path)
    let present = path.item - filled.count(before, upTo: last) + filled.count(before, upTo: stage)
    guard let source = sources[path.section] else { return present }
    let vacated = vacated.indexes(of: source)
    let remaining = vacated.lowerBound..<vacated.partitioningIndex { cuts[$0] > before.upperBound }
    return present + self.vacated.count(remaining, upTo: last) - self.vacated.count(remaining, upTo: stage)
  }
}
