import Testing

/// What must not compile, with a word of what the compiler says.
@Suite(.enabled(if: Toolchain.current != nil, "no compiler or no built modules beside the tests"))
struct RefusalTests {
  private static let start = """
    import TreeRedux
    struct Boom: Error {}
    enum Count: Action { case up, set(Int) }

    """

  @Test(arguments: [
    (
      "a failure that nobody handles",
      """
      struct Counter: Reducer {
        func reduce(_ count: inout Int, _ action: Count) -> Effect<Count> {
          Effect.tryAsync { () throws(Boom) -> Count in throw Boom() }
        }
      }
      """, "Never"
    ),
    (
      "a plan for a state that can fail without a handler",
      "let plan = ActionPlan<Int>.run { count in throw Boom() }", "throw"
    ),
    (
      "a task that leaves the domain of its store",
      """
      let store = RootStore(0) { Reduce { (count: inout Int, _: Count) in .none } }
      let task = store.run(Count.up)
      Task.detached { await task.finish() }
      """, "Sendable"
    ),
    (
      "a route that cannot leave the domain",
      """
      final class Screen {}
      struct Opener: Reducer {
        func reduce(_ count: inout Int, _ action: Count) -> Effect<Count> { .route(Screen()) }
      }
      """, "Sendable"
    ),
    (
      "a reset to a state that cannot be sent",
      """
      final class Model {}
      let reset = Reset(Model())
      """, "Sendable"
    ),
  ])
  func isRefused(_ what: String, _ source: String, _ word: String) throws {
    let problems = try #require(Toolchain.current).problems(compiling: Self.start + source)
    #expect(problems.contains("error:"), "\(what) compiles")
    #expect(problems.contains(word), "\(what) is refused for another reason:\n\(problems)")
  }

  @Test func whatAllOfThemBeginWithCompiles() throws {
    #expect(try #require(Toolchain.current).problems(compiling: Self.start) == "")
  }
}
