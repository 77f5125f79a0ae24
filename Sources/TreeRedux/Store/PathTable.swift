/// What was found at key paths below a handle, which keeps it.
///
/// Key path literals are made once, so that it is found again by the identity of the path, which is much faster than by
/// its components.
@usableFromInline
struct PathTable<Found: AnyObject> {
  /// Keeps the path, so that its identity is not that of another.
  private struct Entry {
    let path: AnyKeyPath
    let found: Found
  }
  private var entries: [ObjectIdentifier: Entry] = [:]
  /// The last answer.
  private var lastPath: ObjectIdentifier?
  private var last: Borrowed<Found>?

  @usableFromInline
  mutating func find(_ path: AnyKeyPath) -> Borrowed<Found>? {
    let id = ObjectIdentifier(path)
    if id == lastPath { return last }
    guard let entry = entries[id] else { return nil }
    (lastPath, last) = (id, Borrowed(entry.found))
    return last
  }

  @usableFromInline
  mutating func add(_ found: Found, at path: AnyKeyPath) {
    // Paths that are put together at run time are new objects each time; they are not kept without bound.
    if entries.count >= 1_000 { self = PathTable() }
    entries[ObjectIdentifier(path)] = Entry(path: path, found: found)
  }
}
