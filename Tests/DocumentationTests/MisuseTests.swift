import Foundation
import Testing

/// Programs that must not compile, each beside one like it that does.
@Suite(.enabled(if: Toolchain.current != nil, "no compiler or no built modules beside the tests"))
struct MisuseTests {
  struct Misuse: CustomTestStringConvertible, Sendable {
    let name: String
    let right: String
    let wrong: String
    /// What the compiler says.
    let complaint: String
    var testDescription: String { name }
  }

  static let all = [
    Misuse(
      name: "a store of the main actor is used from a task that is detached",
      right: "@MainActor func use(_ store: RootStore<Int>) { Task { store.dispatch(Tick()) } }",
      wrong: "@MainActor func use(_ store: RootStore<Int>) { Task.detached { store.dispatch(Tick()) } }",
      complaint: "data races"),
    Misuse(
      name: "a store is handed to another actor",
      right: "actor Other { let store = RootStore(0) { Count() }\n func tick() { store.dispatch(Tick()) } }",
      wrong: """
        actor Other { func take(_ store: RootStore<Int>) { store.dispatch(Tick()) } }
        @MainActor final class Screen {
          let store = RootStore(0) { Count() }
          func give(_ other: Other) async { await other.take(store) }
        }
        """,
      complaint: "data races"),
    Misuse(
      name: "an actor's store is used from outside",
      right: """
        actor Owner { let store = RootStore(0) { Count() }
          func tick() { store.dispatch(Tick()) } }
        func use(_ owner: Owner) async { await owner.tick() }
        """,
      wrong: """
        actor Owner { let store = RootStore(0) { Count() } }
        func use(_ owner: Owner) async { owner.store.dispatch(Tick()) }
        """,
      complaint: "actor-isolated"),
    Misuse(
      name: "an effect captures its store",
      right: "func effect(_ dispatcher: Dispatcher) -> Effect<Tick> { .run { _ in dispatcher.send(Tick()) } }",
      wrong: "func effect(_ store: RootStore<Int>) -> Effect<Tick> { .run { _ in store.dispatch(Tick()) } }",
      complaint: "Sendable"),
    Misuse(
      name: "a handle is sent to another domain",
      right: "@MainActor func use(_ node: NodeHandle<Int>) { Task { node.dispatch(Tick()) } }",
      wrong: "@MainActor func use(_ node: NodeHandle<Int>) { Task.detached { node.dispatch(Tick()) } }",
      complaint: "data races"),
    Misuse(
      name: "an effect that may fail is returned",
      right: "func effect() -> Effect<Tick> { Effect.tryAsync { try await load() }.catchToNever() }",
      wrong: "func effect() -> Effect<Tick> { Effect.tryAsync { try await load() } }",
      complaint: "invalid conversion"),
    Misuse(
      name: "an action cannot be sent",
      right: "final class Box: Sendable {}\n struct Open: Action { let box: Box }",
      wrong: "final class Box { var count = 0 }\n struct Open: Action { let box: Box }",
      complaint: "Sendable"),
    Misuse(
      name: "an event of another topic's payload is published",
      right: "func use(_ store: RootStore<Int>) { store.publish(.failed, 1) }",
      wrong: "func use(_ store: RootStore<Int>) { store.publish(.failed, \"one\") }",
      complaint: "cannot convert"),
    Misuse(
      name: "an effect publishes what cannot be sent",
      right: "func effect() -> Effect<Tick> { .publish(EventTopic<Int>(\"a\"), 1) }",
      wrong:
        "final class Box { var count = 0 }\n func effect() -> Effect<Tick> { .publish(EventTopic<Box>(\"a\"), Box()) }",
      complaint: "Sendable"),
    Misuse(
      name: "what is neither equatable nor compared is observed",
      right:
        "struct Raw { var a = 0 }\n func use(_ s: RootStore<Raw>) -> Observation { s.observe(\\.self, by: { $0.a == $1.a }) { _ in } }",
      wrong: "struct Raw { var a = 0 }\n func use(_ s: RootStore<Raw>) -> Observation { s.observe(\\.self) { _ in } }",
      complaint: "Equatable"),
    Misuse(
      name: "a plan may fail and has no handler",
      right: "let plan = ActionPlan<Int>.run { _ in _ = try await load() } catch: { _ in Tick() }",
      wrong: "let plan = ActionPlan<Int>.run { _ in _ = try await load() }",
      complaint: "throw"),
    Misuse(
      name: "what an action started is awaited in another domain",
      right: "@MainActor func use(_ s: RootStore<Int>) { let task = s.run(Tick())\n Task { await task.finish() } }",
      wrong:
        "@MainActor func use(_ s: RootStore<Int>) { let task = s.run(Tick())\n Task.detached { await task.finish() } }",
      complaint: "data races"),
    Misuse(
      name: "an effect asks for a route that cannot be sent",
      right: "final class Screen: Sendable {}\n func effect() -> Effect<Tick> { .route(Screen()) }",
      wrong: "final class Screen { var title = 0 }\n func effect() -> Effect<Tick> { .route(Screen()) }",
      complaint: "Sendable"),
    Misuse(
      name: "a state that cannot be sent is put in the place of another",
      right: "struct Model { var count = 0 }\n func reset() -> any Action { Reset(Model()) }",
      wrong: "final class Model { var count = 0 }\n func reset() -> any Action { Reset(Model()) }",
      complaint: "Sendable"),
    Misuse(
      name: "the stream of a store is read elsewhere",
      right:
        "@MainActor func use(_ s: RootStore<Int>) { let values = s.values(\\.self)\n Task { for await v in values { print(v) } } }",
      wrong:
        "@MainActor func use(_ s: RootStore<Int>) { let values = s.values(\\.self)\n Task.detached { for await v in values { print(v) } }\n Task { for await v in values { print(v) } } }",
      complaint: "data races"),
  ]

  private static let prelude = """
    import TreeRedux
    struct Tick: Action {}
    struct Count: Reducer {
      func reduce(_ count: inout Int, _ action: Tick) -> Effect<Tick> {
        count += 1
        return .none
      }
    }
    @concurrent func load() async throws -> Tick { Tick() }
    extension EventTopic where Payload == Int { static var failed: Self { Self() } }

    """

  @Test(arguments: all) func doesNotCompile(_ misuse: Misuse) throws {
    let toolchain = try #require(Toolchain.current)
    let right = try toolchain.problems(compiling: Self.prelude + misuse.right)
    #expect(right.isEmpty, "the right form does not compile:\n\(right)")
    let wrong = try toolchain.problems(compiling: Self.prelude + misuse.wrong)
    #expect(wrong.contains("error:") && wrong.contains(misuse.complaint), "\(wrong.isEmpty ? "it compiles" : wrong)")
  }
}
