/// The positions of ids that stand more than once in a list, without the ids.
///
/// Two flat arrays, since a list may have very many.
@usableFromInline
package struct DuplicatePositions: Hashable, Sendable {
  /// The positions in the old and in the new list of one id after the other.
  @usableFromInline package var positions: [Int] = []
  /// Where in `positions` each id's old and new ones end: two numbers an id.
  @usableFromInline package var ends: [Int] = []

  @inlinable package init() {}

  @inlinable package var count: Int { ends.count / 2 }

  /// Adds an id.
  @inlinable
  package mutating func append(old: ArraySlice<Int>, new: ArraySlice<Int>) {
    positions += old
    ends.append(positions.count)
    positions += new
    ends.append(positions.count)
  }

  /// The first position of the id with this number, in the old list if it is there.
  @inlinable
  package func first(_ number: Int) -> (isOld: Bool, index: Int) {
    let start = number == 0 ? 0 : ends[2 * number - 1]
    return (start < ends[2 * number], positions[start])
  }

  /// The positions of the id with this number.
  @inlinable
  package subscript(number: Int) -> (old: ArraySlice<Int>, new: ArraySlice<Int>) {
    let start = number == 0 ? 0 : ends[2 * number - 1]
    return (positions[start..<ends[2 * number]], positions[ends[2 * number]..<ends[2 * number + 1]])
  }
}

extension ListMatch {
  /// The positions of all ids that stand more than once in one of the residue's sides.
  ///
  /// - Parameter next: For each old element the next one with the same id, and, behind these, for each new one the next
  ///   one with the same id that matches none; or -1.
  @inlinable
  borrowing func duplicates(_ next: borrowing Scratch<Int32>) -> DuplicatePositions {
    let oldCount = residue.old.count
    let targets = targets()
    let isListed = Scratch(repeating: false, count: next.count)
    var result = DuplicatePositions()
    for first in 0..<oldCount where !isListed[first] {
      let target = Int(targets[first])
      if next[first] < 0, target < 0 || next[oldCount &+ target] < 0 { continue }
      // Old elements ascend, their counterparts do, and so do the new ones without one, which come behind these.
      var (entry, last) = (first, -1)
      while entry >= 0 {
        isListed[entry] = true
        result.positions.append(residue.old.index(entry))
        entry = Int(next[entry])
      }
      result.ends.append(result.positions.count)
      entry = first
      while entry >= 0, targets[entry] >= 0 {
        last = oldCount &+ Int(targets[entry])
        isListed[last] = true
        result.positions.append(residue.new.index(last &- oldCount))
        entry = Int(next[entry])
      }
      if last >= 0 { list(from: Int(next[last]), next, isListed, &result) }
      result.ends.append(result.positions.count)
    }
    for first in oldCount..<next.count where next[first] >= 0 && !isListed[first] {
      result.ends.append(result.positions.count)
      list(from: first, next, isListed, &result)
      result.ends.append(result.positions.count)
    }
    return result
  }

  /// For each old element the new one that it matches, or -1.
  @inlinable
  borrowing func targets() -> Scratch<Int32> {
    let result = Scratch<Int32>(repeating: -1, count: residue.old.count)
    let (targets, sources) = (result.view, sources.view)
    for position in 0..<sources.count where sources[position] >= 0 {
      targets[Int(sources[position])] = Int32(truncatingIfNeeded: position)
    }
    return result
  }

  /// Lists a new element and all that follow it.
  @inlinable
  borrowing func list(
    from first: Int, _ next: borrowing Scratch<Int32>, _ isListed: borrowing Scratch<Bool>,
    _ result: inout DuplicatePositions
  ) {
    var entry = first
    while entry >= 0 {
      isListed[entry] = true
      result.positions.append(residue.new.index(entry &- residue.old.count))
      entry = Int(next[entry])
    }
  }
}
