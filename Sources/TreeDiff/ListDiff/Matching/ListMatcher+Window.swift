// Long common runs between the common ends, found without hashing.
//
// Two positions walk down the lists side by side. Where their ids differ, the nearest pair ahead that agrees is
// looked for: first all pairs within a small square, then a few ids of each list in ever longer stretches of the
// other, and the pair at the same distance in both. What a successful search skips is left to the hash table. Every
// comparison of a search is paid from a credit that is linear in the number of elements; once it is used up, the lists
// have too little in common for runs.

extension ListMatcher {
  /// The pairs ahead that are all compared, as the side of a square.
  @inlinable static var squareSide: Int { 4 }

  /// The mean length of runs below which they cost more than they save.
  @inlinable static var worthwhileLength: Int { 16 }

  /// Runs of equal ids, ascending in both lists; none where there are only short ones.
  @inlinable
  func window(_ oldMiddle: Range<Int>, _ newMiddle: Range<Int>) throws(Comparison.Interruption) -> [Run] {
    var runs: [Run] = []
    var (oldIndex, newIndex) = (oldMiddle.lowerBound, newMiddle.lowerBound)
    let (oldEnd, newEnd) = (oldMiddle.upperBound, newMiddle.upperBound)
    var credit = (oldMiddle.count + newMiddle.count) / 2
    var matched = 0
    while oldIndex < oldEnd, newIndex < newEnd {
      var count = 0
      let most = min(oldEnd - oldIndex, newEnd - newIndex)
      while count < most, hasSameID(oldIndex + count, newIndex + count) {
        try checkpoint(count)
        count += 1
      }
      if count > 0 {
        runs.append(Run(old: oldIndex, new: newIndex, count: count))
        (oldIndex, newIndex) = (oldIndex + count, newIndex + count)
        credit += 2 * count
        matched += count
        if runs.count >= 64, matched < Self.worthwhileLength * runs.count { return [] }
      } else {
        try comparison.checkpoint()
        guard let next = try resynchronize(oldIndex..<oldEnd, newIndex..<newEnd, &credit) else { break }
        (oldIndex, newIndex) = next
      }
    }
    return runs
  }

  /// The nearest pair of equal ids found ahead of two that differ, moved back to where its run begins.
  @inlinable
  func resynchronize(
    _ oldAhead: Range<Int>, _ newAhead: Range<Int>, _ credit: inout Int
  ) throws(Comparison.Interruption) -> (old: Int, new: Int)? {
    guard credit > 0 else { return nil }
    var found = searchSquare(oldAhead, newAhead, &credit)
    if found == nil { found = try searchFar(oldAhead, newAhead, &credit) }
    guard var (old, new) = found else { return nil }
    while old > oldAhead.lowerBound, new > newAhead.lowerBound, hasSameID(old - 1, new - 1) {
      (old, new) = (old - 1, new - 1)
    }
    return (old, new)
  }

  /// Compares all pairs within the square, the nearest first.
  @inlinable
  func searchSquare(_ oldAhead: Range<Int>, _ newAhead: Range<Int>, _ credit: inout Int) -> (old: Int, new: Int)? {
    let (old, new) = (oldAhead.lowerBound, newAhead.lowerBound)
    let side = min(Self.squareSide, max(oldAhead.count, newAhead.count))
    for distance in 1..<max(side, 1) {
      credit -= 2 * distance + 1
      if distance < newAhead.count {
        for step in 0..<min(distance, oldAhead.count) where hasSameID(old + step, new + distance) {
          return (old + step, new + distance)
        }
      }
      if distance < oldAhead.count {
        for step in 0..<min(distance + 1, newAhead.count) where hasSameID(old + distance, new + step) {
          return (old + distance, new + step)
        }
      }
    }
    return nil
  }

  /// Looks for three ids of each list in stretches of the other that grow fourfold. The ids are taken from further
  /// ahead as the stretches grow, so that what both lists replaced lies behind them.
  @inlinable
  func searchFar(
    _ oldAhead: Range<Int>, _ newAhead: Range<Int>, _ credit: inout Int
  ) throws(Comparison.Interruption) -> (old: Int, new: Int)? {
    let (old, new) = (oldAhead.lowerBound, newAhead.lowerBound)
    let longer = max(oldAhead.count, newAhead.count)
    var reach = 64
    while true {
      if reach < min(oldAhead.count, newAhead.count), hasSameID(old + reach, new + reach),
        hasSameNeighbour(old + reach, new + reach, oldAhead, newAhead)
      {
        return (old + reach, new + reach)
      }
      let steps = (0, reach / 16, reach / 4)
      // A step that leads out of its list is one that is compared twice.
      let oldSteps = (
        old, steps.1 < oldAhead.count ? old + steps.1 : old, steps.2 < oldAhead.count ? old + steps.2 : old
      )
      let newSteps = (
        new, steps.1 < newAhead.count ? new + steps.1 : new, steps.2 < newAhead.count ? new + steps.2 : new
      )
      let oldIDs = (oldID(oldSteps.0), oldID(oldSteps.1), oldID(oldSteps.2))
      let newIDs = (newID(newSteps.0), newID(newSteps.1), newID(newSteps.2))
      for distance in 0..<min(reach, longer) {
        guard credit > 0 else { return nil }
        try checkpoint(distance)
        credit -= 2
        if distance < newAhead.count {
          let id = newID(new + distance)
          let step =
            IDHash.areEqual(oldIDs.0, id)
            ? oldSteps.0 : IDHash.areEqual(oldIDs.1, id) ? oldSteps.1 : IDHash.areEqual(oldIDs.2, id) ? oldSteps.2 : -1
          if step >= 0, hasSameNeighbour(step, new + distance, oldAhead, newAhead) { return (step, new + distance) }
        }
        if distance < oldAhead.count {
          let id = oldID(old + distance)
          let step =
            IDHash.areEqual(id, newIDs.0)
            ? newSteps.0 : IDHash.areEqual(id, newIDs.1) ? newSteps.1 : IDHash.areEqual(id, newIDs.2) ? newSteps.2 : -1
          if step >= 0, hasSameNeighbour(old + distance, step, oldAhead, newAhead) { return (old + distance, step) }
        }
      }
      guard reach < longer else { return nil }
      reach *= 4
    }
  }

  /// Whether the elements before or behind two equal ones agree too. A lone pair is rather an element that moved.
  @inlinable
  func hasSameNeighbour(_ old: Int, _ new: Int, _ oldAhead: Range<Int>, _ newAhead: Range<Int>) -> Bool {
    if old + 1 < oldAhead.upperBound, new + 1 < newAhead.upperBound, hasSameID(old + 1, new + 1) { return true }
    return old > oldAhead.lowerBound && new > newAhead.lowerBound && hasSameID(old - 1, new - 1)
  }
}
