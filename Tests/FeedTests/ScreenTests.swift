import Testing
import TreeDiff

@testable import feed

@MainActor
struct ScreenTests {
  private typealias Section = ReplayState.Section

  private func section(_ name: String, _ ids: String...) -> Section {
    Section(ReplayState.Header(id: name), items: KeyedList(uniqueElements: ids.map { Row(id: $0, title: $0) }))
  }

  private func change(from old: KeyedList<Section>, to new: KeyedList<Section>) -> SectionedDiff<
    ReplayState.Header, Row
  > {
    SectionedDiff(from: old, to: new)
  }

  @Test func `Sections that come, go, move and change are carried out`() throws {
    let lists: [KeyedList<Section>] = [
      [], [section("A", "x", "y"), section("B", "x")], [section("B", "z", "x"), section("C"), section("A", "y")],
      [section("C", "x"), section("B", "x", "z")], [],
    ]
    let screen = SectionedScreen<ReplayState.Header, Row>()
    for (old, new) in zip(lists, lists.dropFirst()) {
      try screen.apply(change(from: old, to: new))
      #expect(screen.sections.map(\.id) == new.map(\.id))
      #expect(screen.sections.map(\.items) == new.map { Array($0.items) })
    }
  }

  @Test func `A change that does not fit is refused`() {
    let (few, many): (KeyedList<Section>, KeyedList<Section>) = (
      [section("A", "x")], [section("A", "x"), section("B", "y"), section("C", "z")]
    )
    #expect(throws: (any Error).self) {
      try SectionedScreen<ReplayState.Header, Row>().apply(change(from: few, to: []))
    }
    #expect(throws: (any Error).self) {
      try SectionedScreen<ReplayState.Header, Row>().apply(change(from: few, to: [section("A", "y")]))
    }
    #expect(throws: (any Error).self) {
      try SectionedScreen<ReplayState.Header, Row>().apply(change(from: few, to: many))
    }
  }

  @Test func `A list that does not fit is refused`() throws {
    let rows = KeyedList(uniqueElements: [Row(id: "a", title: "A"), Row(id: "b", title: "B")])
    let screen = Screen<Row>()
    #expect(throws: (any Error).self) { try screen.apply(KeyedList<Row>().diff(from: rows)) }
    try screen.apply(rows.diff(from: []))
    #expect(screen.rows == Array(rows))
  }
}
