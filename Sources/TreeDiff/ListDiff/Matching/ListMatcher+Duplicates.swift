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

extension ListMatcher {
  /// The positions of all ids that stand more than once in one of the residue's sides.
  @inlinable
  func duplicates(_ residue: borrowing Residue, _ state: borrowing ResidueMatch) -> DuplicatePositions {
    let (oldCount, newCount) = (residue.old.count, residue.new.count)
    for position in 0..<newCount where state.source[position] >= 0 {
      state.group[oldCount + position] = state.group[Int(state.source[position])]
    }
    // For each group and side first how many there are, then where the next position goes.
    let cursor = Scratch(repeating: Int32(0), count: 2 * (oldCount + newCount))
    let isPlaced = Scratch(repeating: false, count: oldCount + newCount)
    for entry in 0..<oldCount + newCount {
      cursor[2 * Int(state.group[entry]) + (entry < oldCount ? 0 : 1)] += 1
    }
    // A position for each element of an id that occurs twice, and an end for each side of each id.
    var (total, ids) = (0, 0)
    for group in 0..<oldCount + newCount where cursor[2 * group] > 1 || cursor[2 * group + 1] > 1 {
      total += Int(cursor[2 * group]) + Int(cursor[2 * group + 1])
      ids += 1
    }
    let positions = Scratch(repeating: 0, count: total)
    var result = DuplicatePositions()
    result.ends.reserveCapacity(2 * ids)
    var end = 0
    for entry in 0..<oldCount + newCount {
      let group = Int(state.group[entry])
      if !isPlaced[group] {
        let (inOld, inNew) = (cursor[2 * group], cursor[2 * group + 1])
        guard inOld > 1 || inNew > 1 else { continue }
        isPlaced[group] = true
        cursor[2 * group] = Int32(truncatingIfNeeded: end)
        cursor[2 * group + 1] = cursor[2 * group] + inOld
        result.ends.append(end + Int(inOld))
        end += Int(inOld + inNew)
        result.ends.append(end)
      }
      let isOld = entry < oldCount
      let place = 2 * group + (isOld ? 0 : 1)
      positions[Int(cursor[place])] = isOld ? residue.old.index(entry) : residue.new.index(entry - oldCount)
      cursor[place] += 1
    }
    result.positions = (0..<total).map { positions[$0] }
    return result
  }
}
