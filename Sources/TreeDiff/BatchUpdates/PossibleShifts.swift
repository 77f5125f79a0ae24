/// The moves of sections or of items that may shift what is updated, before the stages of a choice are known.
struct PossibleShifts {
  /// What stands before an element, as ranges of the places that others leave and take.
  struct Before {
    var (vacated, filled): (Range<Int>, Range<Int>)
    /// The end of the places in `vacated` or in `filled` that may as well stand behind it.
    var (lastVacated, lastFilled): (Int, Int)
  }

  private let vacated: TimedPlaces
  private let filled: TimedPlaces
  private let targets: [Int?]
  private let sources: [Int?]
  /// How many different stages there are, see ``StageVariable/number``. In `vacated` and `filled` moves have these numbers
  /// from one on, and other changes those that follow.
  private let variableCount: Int
  /// For each stage and each number of places how many of the first ones belong to moves that may end where they start.
  private var resting: (vacated: [[Int]], filled: [[Int]]) = ([], [])

  /// - Parameters:
  ///   - targets: For each section of the old list its index in the new one.
  ///   - sources: For each section of the new list its index in the old one.
  ///   - meet: Whether a section of the old list may have the number before a stage that one of the new list has after it.
  init(
    _ changes: BatchChanges<ItemPath>, _ stages: BatchTimes<StageVariable>, targets: [Int?], sources: [Int?],
    variableCount: Int, meet: (_ old: Int, _ new: Int, _ stage: Int) -> Bool
  ) {
    (self.targets, self.sources, self.variableCount) = (targets, sources, variableCount)
    func places(_ paths: [ItemPath], _ stages: [StageVariable], _ first: Int) -> [TimedPlace] {
      zip(paths, stages).map { TimedPlace(path: $0, stage: first + $1.number) }
    }
    vacated = TimedPlaces(
      places(changes.moves.map(\.before), stages.moves, 1)
        + places(changes.removals, stages.removals, variableCount + 1), stageCount: 2 * variableCount)
    filled = TimedPlaces(
      places(changes.moves.map(\.after), stages.moves, 1)
        + places(changes.insertions, stages.insertions, variableCount + 1), stageCount: 2 * variableCount)
    var marks = [vacated, filled].map { [[Int]](repeating: Array(repeating: 0, count: $0.places.count), count: 2) }
    for (move, variable) in zip(changes.moves, stages.moves) {
      for stage in 1...2 where mayRest(move, variable, in: stage, meet) {
        marks[0][stage - 1][vacated.index(of: move.before)] = 1
        marks[1][stage - 1][filled.index(of: move.after)] = 1
      }
    }
    func sums(_ counts: [Int]) -> [Int] { counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) } }
    resting = (marks[0].map(sums), marks[1].map(sums))
  }

  /// Whether a move may end where it starts if it is done in `stage`.
  private func mayRest(
    _ move: BatchChanges<ItemPath>.Places, _ variable: StageVariable, in stage: Int, _ meet: (Int, Int, Int) -> Bool
  ) -> Bool {
    let (from, to) = (move.before, move.after)
    guard targets[from.section] == to.section || meet(from.section, to.section, stage) else { return false }
    if stage == 1 { return range(ofNew: to, variable).contains(from.item) }
    return range(ofOld: from, variable).contains(to.item)
  }

  /// The indexes that something at `path` of the old list may have between the stages.
  ///
  /// - Parameter variable: A stage that is known to be the second one.
  func range(ofOld path: ItemPath, _ variable: StageVariable? = nil) -> ClosedRange<Int> {
    let before = before(old: path)
    return path.item - count(before.vacated.lowerBound..<before.lastVacated, vacated, without: variable)...path.item
      + count(before.filled.lowerBound..<before.lastFilled, filled, without: variable)
  }

  /// The indexes that something at `path` of the new list may have between the stages.
  ///
  /// - Parameter variable: A stage that is known to be the first one.
  func range(ofNew path: ItemPath, _ variable: StageVariable? = nil) -> ClosedRange<Int> {
    let before = before(new: path)
    return path.item - count(before.filled.lowerBound..<before.lastFilled, filled, without: variable)...path.item
      + count(before.vacated.lowerBound..<before.lastVacated, vacated, without: variable)
  }

  private func count(_ indexes: Range<Int>, _ places: TimedPlaces, without variable: StageVariable?) -> Int {
    guard let number = variable?.number else { return indexes.count }
    return indexes.count - places.count(indexes, at: number + 1)
      - places.count(indexes, at: variableCount + number + 1)
  }
}

extension PossibleShifts {
  /// What stands before an element that keeps its order.
  func before(old: ItemPath, new: ItemPath) -> Before {
    let left = vacated.indexes(of: old.section).lowerBound..<vacated.index(of: old)
    let taken = filled.indexes(of: new.section).lowerBound..<filled.index(of: new)
    return Before(vacated: left, filled: taken, lastVacated: left.upperBound, lastFilled: taken.upperBound)
  }

  /// What stands before an element that is where it was in the old list and will leave.
  func before(old path: ItemPath) -> Before {
    let (left, taken, lastTaken) = standing(before: path, vacated, filled, of: targets[path.section])
    return Before(vacated: left, filled: taken, lastVacated: left.upperBound, lastFilled: lastTaken)
  }

  /// What stands before an element that has come where it is in the new list.
  func before(new path: ItemPath) -> Before {
    let (taken, left, lastLeft) = standing(before: path, filled, vacated, of: sources[path.section])
    return Before(vacated: left, filled: taken, lastVacated: lastLeft, lastFilled: taken.upperBound)
  }

  /// The places before `path`, those that the other list has there, and the end of those that may as well stand behind it.
  ///
  /// - Parameter section: The index of the section in the other list.
  private func standing(
    before path: ItemPath, _ places: TimedPlaces, _ others: TimedPlaces, of section: Int?
  ) -> (Range<Int>, Range<Int>, Int) {
    let before = places.indexes(of: path.section).lowerBound..<places.index(of: path)
    let all = others.indexes(of: section ?? -1)
    let rank = path.item - before.count
    return (
      before, all.lowerBound..<others.firstIndex(in: all, withRankFrom: rank),
      others.firstIndex(in: all, withRankFrom: rank + 1)
    )
  }

  /// Whether as many moves may leave from before an element as arrive there in a stage.
  func mayBalance(_ before: Before, in stage: Int, _ choice: Int) -> Bool {
    let left = moves(before.vacated, vacated, in: stage, choice)
    let taken = moves(before.filled, filled, in: stage, choice)
    let (maybeLeft, maybeTaken) = (
      moves(before.vacated.upperBound..<before.lastVacated, vacated, in: stage, choice),
      moves(before.filled.upperBound..<before.lastFilled, filled, in: stage, choice)
    )
    let (restingVacated, restingFilled) = (resting.vacated[stage - 1], resting.filled[stage - 1])
    let slack =
      restingVacated[before.lastVacated] - restingVacated[before.vacated.lowerBound]
      + restingFilled[before.lastFilled] - restingFilled[before.filled.lowerBound]
    return (left - taken - maybeTaken - slack...left - taken + maybeLeft + slack).contains(0)
  }

  /// The number of places that moves leave or take in a stage.
  private func moves(_ indexes: Range<Int>, _ places: TimedPlaces, in stage: Int, _ choice: Int) -> Int {
    if indexes.isEmpty { return 0 }
    return (0..<variableCount / 2).reduce(0) { sum, bit in
      sum + places.count(indexes, at: 2 * bit + ((stage - 1) ^ (choice >> bit & 1)) + 1)
    }
  }
}
