/// A place that an element leaves or takes in some stage.
struct TimedPlace {
  let path: ItemPath
  let stage: Int
  /// Whether the element moves and shifts what it passes.
  var isShifting = false
  /// Whether it moves in one of two stages and is updated in the other, where moves of others must not shift it.
  var isHeld = false
}

/// Places that elements leave or take, each in some stage.
struct TimedPlaces {
  /// Ascending by their paths.
  let places: [TimedPlace]
  private let paths: [ItemPath]
  /// For each path the number of places before it in its section that are not among the paths. Ascending in a section.
  private let ranks: [Int]
  /// For each stage, from none on, and each number of paths, how many of the first paths are done by then.
  private let done: [[Int]]

  init(_ places: [TimedPlace], stageCount: Int) {
    let places = places.sorted { $0.path < $1.path }
    let paths = places.map(\.path)
    var (ranks, start) = ([Int](), 0)
    for (index, path) in paths.enumerated() {
      if index > 0, paths[index - 1].section != path.section { start = index }
      ranks.append(path.item - (index - start))
    }
    (self.places, self.paths, self.ranks) = (places, paths, ranks)
    done = (0...stageCount).map { stage in
      var counts = [0]
      for place in places { counts.append(counts[counts.count - 1] + (place.stage <= stage ? 1 : 0)) }
      return counts
    }
  }

  /// The indexes of the paths in a section.
  func indexes(of section: Int) -> Range<Int> {
    index(of: ItemPath(section: section, item: .min))..<index(of: ItemPath(section: section + 1, item: .min))
  }

  /// The index of the first path that is not before `path`.
  func index(of path: ItemPath) -> Int { paths.lowerBound(of: path) }

  func contains(_ path: ItemPath, at index: Int) -> Bool { index < paths.count && paths[index] == path }

  /// The number of places before the path at `index` in its section that are not among the paths.
  func rank(at index: Int) -> Int { ranks[index] }

  /// Of the indexes of a section the first one with a rank of at least `rank`.
  func firstIndex(in indexes: Range<Int>, withRankFrom rank: Int) -> Int {
    indexes.partitioningIndex { ranks[$0] >= rank }
  }

  /// How many of the paths at `indexes` have this stage.
  func count(_ indexes: Range<Int>, at stage: Int) -> Int {
    count(indexes, upTo: stage) - count(indexes, upTo: stage - 1)
  }

  /// How many of the paths at `indexes` have a stage of at most `stage`.
  func count(_ indexes: Range<Int>, upTo stage: Int) -> Int {
    done[stage][indexes.upperBound] - done[stage][indexes.lowerBound]
  }
}
