import Testing
import TreeRedux

private struct Sum: Equatable { var value = 0, starts = 0 }
private enum SumAction: Action { case start, add(Int), addTwice, double }

/// A batch does the same whether it waits or not.
struct WaitingBatchTests {
  private func makeStore() -> RootStore<Sum> {
    RootStore(Sum()) {
      Reduce { (sum: inout Sum, action: SumAction) in
        switch action {
        case .start: sum.starts += 1
        case .add(let n): sum.value += n
        case .addTwice:
          sum.value += 1
          return .send(.add(1))
        case .double: sum.value *= 2
        }
        return .none
      }
    }
  }

  private func run(in store: RootStore<Sum>) {
    store.batch {
      store.dispatch(SumAction.addTwice)
      store.dispatch(SumAction.double)
    }
  }

  @Test func whatIsSentAtOnceFollowsItsAction() {
    var told: [[Int]] = []
    let store = makeStore()
    let token = store.observe(\.value) { told.append([$0.old, $0.new]) }
    run(in: store)
    #expect(told == [[0, 4]])

    told = []
    let other = makeStore()
    let tokens = [
      other.observe(\.starts) { [unowned other] _ in
        run(in: other)
        other.dispatch(SumAction.add(1))
      },
      other.observe(\.value) { told.append([$0.old, $0.new]) },
    ]
    other.dispatch(SumAction.start)
    #expect(told == [[0, 4], [4, 5]])
    withExtendedLifetime((token, tokens)) {}
  }
}
