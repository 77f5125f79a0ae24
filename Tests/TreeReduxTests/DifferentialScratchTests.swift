import TestSupport
import Testing
import TreeDiff
import TreeRedux

@Suite struct ScratchTests {
  @Test func scratch() {
    let folder = { (id: Int) in Folder(id: id, shelf: Shelf(replies: [Reply(id: 6), Reply(id: 4, likes: 2)])) }
    let recorder = Recorder()
    let store = RootStore(Cabinet(folders: [folder(0), folder(5)])) {
      ForEach(\.folders) { WriteReducer<Folder>(name: "f", recorder: recorder) }
    }
    let token = store.observeList(\.folders) { change in
      print(
        "changed", change.changedIDs, "updates",
        change.diff.updates.map { "\($0.from) \($0.to) \($0.old.shelf) \($0.new.shelf)" }, change.diff.removals.count,
        change.diff.insertions.count)
      print("list", change.list[0].shelf)
    }
    for _ in 0..<3 {
      store.dispatch(
        Write<Folder>(
          mutation: Mutation(name: "insert") { $0.shelf.replies.insert(Reply(id: 4), at: $0.shelf.replies.count) },
          next: []),
        to: \.folders, id: 0)
      store.dispatch(
        Write<Folder>(
          mutation: Mutation(name: "insert") {
            $0.shelf.replies.insert(Reply(id: 4, likes: 5), at: $0.shelf.replies.count)
          }, next: []),
        to: \.folders, id: 0)
    }
    withExtendedLifetime(token) {}
  }
}
