import TreeDiff

/// A list view made of plain arrays: it is told how the list changes and never looks at the state.
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
final class SectionedScreen {
  /// A section as it is shown.
  struct Section: Equatable {
    let name: String
    var rows: [Row] = []
  }

  /// A change of a section whose position is not one of the screen's.
  struct Misfit: Error, CustomStringConvertible {
    let index: Int

    var description: String { "no section at \(index)" }
  }

  private(set) var sections: [Section] = []

  /// Carries out what changed: the rows of sections that go, then the sections, then the rows of those that stay.
  ///
  /// - Throws: Where a diff does not fit what is shown.
  func apply(_ change: SectionChange) throws {
    try apply(change.emptied)
    try apply(change.sections)
    try apply(change.filled)
  }

  private func apply(_ changes: [SectionChange.Rows]) throws {
    for change in changes {
      guard sections.indices.contains(change.section) else { throw Misfit(index: change.section) }
      try change.diff.apply(to: &sections[change.section].rows)
    }
  }

  /// Takes out what goes or moves, then puts in what comes or moved, in ascending order; the rest closes up.
  private func apply(_ diff: ListDiff<ReplayState.Section>) throws {
    var staying = sections.map(Optional.some)
    func take(_ index: Int) throws -> Section {
      guard staying.indices.contains(index), let section = staying[index] else { throw Misfit(index: index) }
      staying[index] = nil
      return section
    }
    for removal in diff.removals { _ = try take(removal.index) }
    var coming = try diff.moves.map { ($0.to, try take($0.from)) }
    coming += diff.insertions.map { ($0.index, Section(name: $0.element.id)) }
    var result = staying.compactMap(\.self)
    for (index, section) in coming.sorted(by: { $0.0 < $1.0 }) {
      guard index <= result.count else { throw Misfit(index: index) }
      result.insert(section, at: index)
    }
    sections = result
  }
}
