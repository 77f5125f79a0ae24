/// Places that elements leave or take, each in some stage.
struct TimedPlaces {
  private let paths: [ItemPath]
  /// For each path the number of places before it in its section that are not among the paths. Ascending in a section.
  private let ranks: [Int]
  /// For each stage, from none on, and each number of paths, how many of the first paths are done by then.
  private let done: [[Int]]

  init(_ timed: [(path: ItemPath, stage: Int)], stageCount: Int) {
    let timed = timed.sorted { $0.path < $1.path }
    paths = timed.map(\.path)
    var (ranks, start) = ([Int](), 0)
    for (index, path) in paths.enumerated() {
      if index > 0, paths[index - 1].section != path.section { start = index }
      ranks.append(path.item - (index - start))
    }
    self.ranks = ranks
    done = (0...stageCount).map { stage in
      var counts = [0]
      for place in timed { counts.append(counts[counts.count - 1] + (place.stage <= stage ? 1 : 0)) }
      return counts
    }
  }

  func contains(_ path: ItemPath) -> Bool {
    let index = paths.lowerBound(of: path)
    return index < paths.count && paths[index] == path
  }

  /// The number of places before `path` in its section that are not among the paths.
  func rank(of path: ItemPath) -> Int { path.item - (paths.lowerBound(of: path) - start(of: path.section)) }

  /// The number of paths before `path` in its section whose stage is at most `stage`.
  func count(before path: ItemPath, upTo stage: Int) -> Int {
    done[stage][paths.lowerBound(of: path)] - done[stage][start(of: path.section)]
  }

  /// The number of paths in `section` with a rank below `rank` whose stage is at most `stage`.
  func count(in section: Int, rankBelow rank: Int, upTo stage: Int) -> Int {
    let start = start(of: section)
    var (low, high) = (start, self.start(of: section + 1))
    while low < high {
      let middle = (low + high) / 2
      if ranks[middle] < rank { low = middle + 1 } else { high = middle }
    }
    return done[stage][low] - done[stage][start]
  }

  private func start(of section: Int) -> Int { paths.lowerBound(of: ItemPath(section: section, item: .min)) }
}

/// Where elements are between the stages.
///
/// Elements that keep their order are the frame. Those that will leave stand where they are in the old list, directly
/// behind what precedes them in the frame; those that have come stand where they are in the new list, before what follows
/// them in the frame. So the order of two elements changes only when one of them moves.
///
/// A place is found by counting, from the number of elements of the frame before it: its rank.
struct StageOrder {
  private let vacated: TimedPlaces
  private let filled: TimedPlaces
  private let targets: [Int?]
  private let sources: [Int?]
  private let last: Int

  /// - Parameters:
  ///   - vacated: The places of the old list that elements leave.
  ///   - filled: The places of the new list that elements take.
  ///   - targets: For each section of the old list its index in the new one.
  ///   - sources: For each section of the new list its index in the old one.
  init(
    vacated: [(path: ItemPath, stage: Int)], filled: [(path: ItemPath, stage: Int)], targets: [Int?], sources: [Int?],
    stageCount: Int
  ) {
    self.vacated = TimedPlaces(vacated, stageCount: stageCount)
    self.filled = TimedPlaces(filled, stageCount: stageCount)
    (self.targets, self.sources, last) = (targets, sources, stageCount)
  }

  /// The index after `stage` of what was at `path` in the old list and has not left its place.
  func index(ofOld path: ItemPath, after stage: Int) -> Int {
    let rank = vacated.rank(of: path)
    let gone = vacated.count(before: path, upTo: stage)
    guard let target = targets[path.section] else { return path.item - gone }
    let bound = vacated.contains(path) ? rank : rank + 1
    return path.item - gone + filled.count(in: target, rankBelow: bound, upTo: stage)
  }

  /// The index after `stage` of what will be at `path` in the new list and has taken its place.
  func index(ofNew path: ItemPath, after stage: Int) -> Int {
    let missing = filled.count(before: path, upTo: last) - filled.count(before: path, upTo: stage)
    guard let source = sources[path.section] else { return path.item - missing }
    let bound = filled.rank(of: path) + 1
    let remaining =
      vacated.count(in: source, rankBelow: bound, upTo: last) - vacated.count(in: source, rankBelow: bound, upTo: stage)
    return path.item - missing + remaining
  }
}
