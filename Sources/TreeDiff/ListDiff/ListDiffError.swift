/// Why a diff is not one, or does not fit a list.
public enum ListDiffError: Error, Hashable, Sendable {
  /// The part of a diff that an error is about.
  public enum Part: String, Hashable, Sendable {
    /// ``ListDiff/removals``, or the old indexes that they and the sources of moves name together.
    case removals
    /// ``ListDiff/insertions``, or the new indexes that they and the targets of moves name together.
    case insertions
    /// ``ListDiff/moves``
    case moves
    /// ``ListDiff/updates``
    case updates
  }

  /// The list holds `actual` elements and the diff is one of a list of `expected`.
  case wrongCount(expected: Int, actual: Int)
  /// The counts are negative or greater than `Int32.max`, or removals and insertions do not lead from the old one to the
  /// new one.
  case inconsistentCounts(old: Int, new: Int)
  /// The index lies outside its list.
  case indexOutOfRange(Int, in: Part)
  /// The index stands there twice, or behind a greater one.
  case indexOutOfOrder(Int, in: Part)
  /// The old and the new index of an update do not belong to one element.
  case unrelatedUpdate(from: Int, to: Int)
  /// A list that holds no id twice would hold this one twice.
  case duplicateID(String)
}

extension ListDiffError: CustomStringConvertible {
  /// A sentence about what is wrong.
  public var description: String {
    switch self {
    case .wrongCount(let expected, let actual): "The list has \(actual) elements, the diff expects \(expected)."
    case .inconsistentCounts(let old, let new): "The changes do not lead from \(old) to \(new) elements."
    case .indexOutOfRange(let index, let part): "Index \(index) in \(part) is out of range."
    case .indexOutOfOrder(let index, let part): "Index \(index) in \(part) is repeated or out of order."
    case .unrelatedUpdate(let old, let new): "The update at \(old) and \(new) does not concern one element."
    case .duplicateID(let id): "The list would hold the id \(id) twice."
    }
  }
}
