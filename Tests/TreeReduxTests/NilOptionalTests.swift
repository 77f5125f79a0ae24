import Testing
import TreeDiff
import TreeRedux

private struct Page: Identifiable, Equatable {
  let id: Int
  var likes = 0
  var note: Note?
}
private struct Note: Equatable { var likes = 0 }
private struct Pages: Equatable {
  var pages: KeyedList<Page> = [Page(id: 1)]
  var open: Page?
}
private struct LikePage: Action {}
private struct LikeNote: Action {}

/// An action that is sent to an optional which is nil is reported, by whatever way it is sent.
struct NilOptionalTests {
  private func makeStore(_ told: @escaping (String) -> Void) -> RootStore<Pages> {
    let store = RootStore(Pages()) {
      ForEach(\.pages) {
        IfPresent(\.note) {
          Reduce { (note: inout Note, _: LikeNote) in
            note.likes += 1
            return .none
          }
        }
      }
      IfPresent(\.open) {
        Reduce { (page: inout Page, _: LikePage) in
          page.likes += 1
          return .none
        }
      }
    }
    store.onDiagnostic = { if case .absent(_, let path) = $0 { told(path) } }
    return store
  }

  @Test func aDirectAddressIsReported() {
    var told: [String] = []
    let store = makeStore { told.append($0) }
    #expect(!store.dispatch(LikePage(), to: \.open))
    #expect(told == ["open"])
    store.batch { #expect(!store.dispatch(LikePage(), to: \.open)) }
    #expect(told == ["open", "open"])
  }

  @Test func anAddressInAnElementIsReported() {
    var told: [String] = []
    let store = makeStore { told.append($0) }
    #expect(!store.node(\.pages, id: 1).dispatch(LikeNote(), to: \.note))
    #expect(told == ["pages[1].note"])
  }

  @Test func aBroadcastIsNot() {
    var told: [String] = []
    let store = makeStore { told.append($0) }
    #expect(!store.dispatch(LikePage()))
    #expect(told.isEmpty)
  }
}
