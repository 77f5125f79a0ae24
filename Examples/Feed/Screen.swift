import TreeDiff

/// A list view made of a plain array: it is told how the list changes and never looks at the state.
@MainActor
final class Screen<Row: Identifiable> {
  private(set) var rows: [Row] = []

  /// Carries out what changed.
  ///
  /// - Throws: Where `diff` does not fit the rows.
  func apply(_ diff: ListDiff<Row>) throws { try diff.apply(to: &rows) }
}

/// A list view with sections, in the same way.
@MainActor
final class SectionedScreen<Header: Identifiable, Row: Identifiable> {
  private(set) var sections: [ListSection<Header, [Row]>] = []

  /// Carries out what changed.
  ///
  /// - Throws: Where `diff` does not fit the sections.
  func apply(_ diff: SectionedDiff<Header, Row>) throws { try diff.apply(to: &sections) }
}
