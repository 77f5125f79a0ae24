/// What becomes of elements whose order changed.
public enum MoveDetection: Hashable, Sendable {
  /// They are reported as moves, as few as possible.
  case detect
  /// They are reported as a removal and an insertion each, with the content of their list.
  case asRemovalsAndInsertions
}

extension ListDiff where Element: Identifiable & Equatable {
  /// Creates the changes that lead from one list to another, by the elements' ids and equality.
  ///
  ///     let diff = ListDiff(from: [1, 2, 3].map(Row.init), to: [3, 1, 2].map(Row.init))
  ///     diff.moves  // [2 → 0]
  ///
  /// What the lists have in common at their ends matches first; of what remains, the k-th occurrence of an id matches
  /// its k-th occurrence in the other list. The moves are the fewest that this allows.
  ///
  /// - Parameters:
  ///   - old: The list as it was. A collection without contiguous storage is copied once; so is `new`.
  ///   - new: The list as it is.
  ///   - moves: Whether elements that changed their order are moves or removals and insertions.
  ///   - updates: Whether the contents of matched elements are compared.
  ///   - limit: The number of changes above which the diff replaces everything instead, see ``isReplacement``.
  /// - Complexity: O(*n* + *m* log *m*) for *n* elements in both lists, *m* of them outside the common ends, as long as
  ///   different ids have different hashes; ids with one hash cost a comparison for each other.
  @inlinable
  public init(
    from old: some Collection<Element>, to new: some Collection<Element>, moves: MoveDetection = .detect,
    updates: Bool = true, limit: Int? = nil
  ) {
    self.init(from: old, to: new, comparison: NaturalComparison(), moves: moves, updates: updates, limit: limit)
  }
}

extension ListDiff {
  /// Creates the changes that lead from one list to another, by an id and a comparison of one's own.
  ///
  ///     let diff = ListDiff(from: old, to: new, id: \.url, by: { $0.title == $1.title })
  ///
  /// - Parameters:
  ///   - old: The list as it was.
  ///   - new: The list as it is.
  ///   - id: What tells an element from others, such as a key path. Called more than once for an element.
  ///   - areEqual: Whether two elements with the same id, the old one first, have the same content.
  ///   - moves: Whether elements that changed their order are moves or removals and insertions.
  ///   - updates: Whether the contents of matched elements are compared.
  ///   - limit: The number of changes above which the diff replaces everything instead, see ``isReplacement``.
  /// - Complexity: As ``init(from:to:moves:updates:limit:)``.
  @inlinable
  public init<ID: Hashable>(
    from old: some Collection<Element>, to new: some Collection<Element>, id: (Element) -> ID,
    by areEqual: (Element, Element) -> Bool, moves: MoveDetection = .detect, updates: Bool = true, limit: Int? = nil
  ) {
    self = withoutActuallyEscaping(id) { id in
      withoutActuallyEscaping(areEqual) { areEqual in
        Self(
          from: old, to: new, comparison: CustomComparison(id: id, areEqual: areEqual), moves: moves, updates: updates,
          limit: limit)
      }
    }
  }

  /// The diff by any comparison.
  ///
  /// - Parameters:
  ///   - hasUniqueIDs: Whether the caller knows that neither list holds an id twice, which saves a pass.
  ///   - windowThreshold: From how many elements between the common ends on long runs are looked for.
  @inlinable
  package init<Comparison: ListComparison>(
    from old: some Collection<Element>, to new: some Collection<Element>, comparison: Comparison,
    moves: MoveDetection = .detect, updates: Bool = true, limit: Int? = nil, hasUniqueIDs: Bool = false,
    windowThreshold: Int = 32
  ) throws(Comparison.Interruption) where Comparison.Element == Element {
    let (old, new) = (ListSource(old), ListSource(new))
    self = try unsafe old.withElements { old throws(Comparison.Interruption) in
      try unsafe new.withElements { new throws(Comparison.Interruption) in
        var matcher = unsafe ListMatcher(old: old, new: new, comparison: comparison)
        matcher.comparesContent = updates
        matcher.hasUniqueIDs = hasUniqueIDs
        matcher.limit = limit ?? .max
        matcher.windowThreshold = windowThreshold
        guard let match = try matcher.run() else { return unsafe Self(replacing: old, with: new) }
        let diff = unsafe Self(match, old, new, moves)
        return if let limit, diff.changeCount > limit { unsafe Self(replacing: old, with: new) } else { diff }
      }
    }
  }

  /// The diff of two matched lists.
  @inlinable
  init(
    _ match: borrowing ListMatch, _ old: UnsafeBufferPointer<Element>, _ new: UnsafeBufferPointer<Element>,
    _ detection: MoveDetection
  ) {
    let (old, new) = unsafe (ListView(old), ListView(new))
    var removals = match.removed { Removal(index: $0, element: old[$0]) }
    var insertions = match.inserted { Insertion(index: $0, element: new[$0]) }
    var moves = match.moved { Move(from: $0, to: $1) }
    var updates = match.updated.map { Update(from: $0.old, to: $0.new, old: old[$0.old], new: new[$0.new]) }
    if detection == .asRemovalsAndInsertions, !moves.isEmpty {
      removals += moves.map { Removal(index: $0.from, element: old[$0.from]) }
      insertions += moves.map { Insertion(index: $0.to, element: new[$0.to]) }
      removals.sort { $0.index < $1.index }
      insertions.sort { $0.index < $1.index }
      let targets = Set(moves.map(\.to))
      updates.removeAll { targets.contains($0.to) }
      moves = []
    }
    self.init(
      oldCount: old.count, newCount: new.count, removals: removals, insertions: insertions, moves: moves,
      updates: updates,
      duplicates: ListDuplicates(
        match.duplicates,
        (0..<match.duplicates.count).map { number in
          let first = match.duplicates.first(number)
          return first.isOld ? old[first.index] : new[first.index]
        }))
  }

  /// The diff that removes every element of one list and inserts every element of the other.
  @inlinable
  init(replacing old: UnsafeBufferPointer<Element>, with new: UnsafeBufferPointer<Element>) {
    self.init(
      oldCount: old.count, newCount: new.count,
      removals: old.indices.map { Removal(index: $0, element: unsafe old[$0]) },
      insertions: new.indices.map { Insertion(index: $0, element: unsafe new[$0]) }, isReplacement: true)
  }
}

/// A collection as contiguous memory: its own where it has such, else that of one copy.
@usableFromInline
struct ListSource<Base: Collection> {
  @usableFromInline let base: Base

  @inlinable init(_ base: Base) { self.base = base }

  @inlinable @inline(__always)
  func withElements<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Base.Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe Self.withElements(of: base, body)
  }

  @inlinable @inline(__always)
  static func withElements<Result, Failure: Error>(
    of base: Base, _ body: (UnsafeBufferPointer<Base.Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    base.withContiguousStorageIfAvailable { elements in
      result = .init { () throws(Failure) in try unsafe body(elements) }
    }
    if let result { return try result.get() }
    return try unsafe ContiguousArray(base).withUnsafeBufferPointer(body)
  }
}
