/// Why something is not an outline, or a diff does not fit one. Ids are given as they describe themselves.
public enum OutlineError: Error, Hashable, Sendable {
  /// The id stands more than once.
  case duplicateID(String)
  /// The id does not equal itself, as NaN does not: nothing with it can be found again.
  case unequalID(String)
  /// The parent of a node is not in the outline.
  case unknownParent(String, of: String)
  /// The node is its own ancestor, or below one that is.
  case cycle(String)
  /// The diff takes or changes a node that is not there, or not where the diff says.
  case misplaced(String)
  /// The diff puts in a node that is there already, or takes or updates one twice.
  case repeated(String)
  /// The diff removes the parent of a node and leaves the node behind.
  case orphan(String)
  /// The diff puts a node at an index that does not exist among its new siblings, or where another one is.
  case noRoom(String)
}

extension OutlineError: CustomStringConvertible {
  /// A sentence about what is wrong.
  public var description: String {
    switch self {
    case .duplicateID(let id): "The id \(id) stands there more than once."
    case .unequalID(let id): "The id \(id) does not equal itself."
    case .unknownParent(let parent, let id): "The parent \(parent) of \(id) is not in the outline."
    case .cycle(let id): "The node \(id) is below itself, or below one that is."
    case .misplaced(let id): "The node \(id) is not where the diff says."
    case .repeated(let id): "The node \(id) would be there twice, or is taken or updated twice."
    case .orphan(let id): "The parent of \(id) is removed and \(id) is not."
    case .noRoom(let id): "There is no such place for \(id) among its new siblings."
    }
  }
}
