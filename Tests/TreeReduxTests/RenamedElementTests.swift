import Testing
import TreeDiff
import TreeRedux

private struct NumberedRow: Identifiable, Equatable {
  var id: Int
  var name = "a"
}
private struct NumberedRows: Equatable {
  var rows: KeyedList<NumberedRow> = [NumberedRow(id: 1), NumberedRow(id: 2), NumberedRow(id: 3)]
}
private struct Renumber: Action {
  /// The new ids by the old ones.
  let ids: [Int: Int]
}
private enum NumberedRowAction: Action { case became(Int), touched }

/// Elements whose reducers give them other ids come out the same whoever watches.
struct RenamedElementTests {
  private final class Told { var lists: [String] = [] }

  private func makeStore(_ reports: @escaping (Diagnostic) -> Void = { _ in }) -> RootStore<NumberedRows> {
    let store = RootStore(NumberedRows()) {
      ForEach(\.rows, .all) {
        Reduce { (row: inout NumberedRow, action: Renumber) in
          row.id = action.ids[row.id] ?? row.id
          return .none
        }
        Reduce { (row: inout NumberedRow, action: NumberedRowAction) in
          switch action {
          case .became(let id):
            row.id = id
            return .send(.touched)
          case .touched:
            row.name += "!"
            return .none
          }
        }
      }
    }
    store.onDiagnostic = reports
    return store
  }

  @Test(arguments: [
    [1: 2, 2: 3, 3: 4], [1: 3, 3: 1], [1: 2, 2: 1], [1: 3], [3: 1], [1: 9, 2: 9], [1: 2, 2: 2, 3: 2], [1: 1],
  ])
  func allAtOnce(_ ids: [Int: Int]) {
    let unwatched = makeStore()
    unwatched.dispatch(Renumber(ids: ids))
    let store = makeStore()
    let before = store.state.rows
    let told = Told()
    let token = store.observeList(\.rows) { change in
      told.lists.append(
        "\(before == change.list) \((try? Array(before).applying(change.diff)) == Array(change.list))")
    }
    let element = store.observe(\.rows, id: 1) { _ in }
    store.dispatch(Renumber(ids: ids))
    #expect(store.state == unwatched.state)
    #expect(told.lists == (store.state.rows == before ? [] : ["false true"]))
    withExtendedLifetime((token, element)) {}
  }

  @Test(arguments: [false, true])
  func whatAnElementAskedForUnderItsOldIDIsNotStarted(isWatched: Bool) {
    var reports: [Diagnostic] = []
    let store = makeStore { reports.append($0) }
    let token = isWatched ? store.observe(\.rows, id: 2) { _ in } : nil
    store.dispatch(NumberedRowAction.became(9), to: \.rows, id: 2)
    #expect(store.state.rows.map(\.name) == ["a", "a", "a"])
    #expect(store.state.rows.map(\.id) == [1, 9, 3])
    withExtendedLifetime(token) {}
  }

  @Test(arguments: [false, true])
  func anEffectThatRunsUnderTheOldIDIsNotStarted(isWatched: Bool) async {
    var paths: [String] = []
    let store = RootStore(NumberedRows()) {
      ForEach(\.rows, .all) {
        Reduce { (row: inout NumberedRow, _: NumberedRowAction) in
          row.id = 9
          return .run { _ in Issue.record("ran") }
        }
      }
    }
    store.onDiagnostic = { if case .effectOfAbsent(let path) = $0 { paths.append(path) } }
    let token = isWatched ? store.observeList(\.rows) { _ in } : nil
    store.dispatch(NumberedRowAction.touched, to: \.rows, id: 2)
    await store.settled()
    #expect(paths == ["rows[2]"])
    withExtendedLifetime(token) {}
  }
}
