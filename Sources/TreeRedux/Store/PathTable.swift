/// What was found at key paths below handles.
///
/// Key path literals are made once, so that it is found again by the identity of the path, which is much faster than by
/// its components. What is found is kept by the store as long as there is one.
@usableFromInline
struct PathTable<Found: AnyObject> {
  private struct Key: Hashable {
    let path, position: ObjectIdentifier
  }
  /// Keeps path and position, so that their identities are not those of others.
  private struct Entry {
    let path: AnyKeyPath
    let position: NodePosition
    let found: Found
  }
  private var entries: [Key: Entry] = [:]
  /// The last answer.
  private var lastKey: Key?
  private var last: Borrowed<Found>?

  @usableFromInline
  mutating func find(_ path: AnyKeyPath, below position: NodePosition) -> Borrowed<Found>? {
    let key = Key(path: ObjectIdentifier(path), position: ObjectIdentifier(position))
    if key == lastKey { return last }
    guard let entry = entries[key] else { return nil }
    (lastKey, last) = (key, Borrowed(entry.found))
    return last
  }

  @usableFromInline
  mutating func add(_ found: Found, at path: AnyKeyPath, below position: NodePosition) {
    // Paths that are put together at run time are new objects each time; they are not kept without bound.
    if entries.count >= 1_000 { self = PathTable() }
    let key = Key(path: ObjectIdentifier(path), position: ObjectIdentifier(position))
    entries[key] = Entry(path: path, position: position, found: found)
  }
}
