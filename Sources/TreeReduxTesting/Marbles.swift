public import Testing
public import TreeRedux

/// Checks what comes of effects over time, drawn as diagrams.
///
/// ```swift
/// await expectMarbles(
///   input:    "ab--c-",
///   through: { $0.debounce(id: "d", for: .seconds(2)) },
///   expected: "---b--c")
/// ```
///
/// In a diagram each character is a unit of time: `-` for nothing, `(ab)` for several values at once, `|` for the end,
/// and any other character for a value; spaces are left out. Each value of the input is sent by an effect of its own,
/// through the operator. What is due at a time comes out before the input of that time. An end that is drawn in what is
/// expected is the time from which on no effect runs; without one, it does not matter. Nothing may come after the drawing:
/// the clock is moved on until no effect waits for it, or a hundred times at most.
///
/// - Parameters:
///   - input: The values that go in.
///   - operation: Makes what is run of the effect that sends one value.
///   - expected: The values that come out.
///   - unit: The unit of time.
///   - location: Where a failure is reported.
@MainActor
public func expectMarbles(
  input: String, through operation: @escaping @Sendable (Effect<Character>) -> Effect<Character>, expected: String,
  unit: Duration = .seconds(1), at location: SourceLocation = #_sourceLocation
) async {
  let clock = TestClock()
  let store = RootStore(MarbleState()) {
    Reduce { (state: inout MarbleState, action: MarbleAction) in
      switch action {
      case .goIn(let value): return operation(.send(value)).map(MarbleAction.comeOut)
      case .comeOut(let value): state.values.append(value)
      case .forget: state.values = []
      }
      return .none
    }
  }
  store.clock = clock
  let (given, wanted) = (Marbles(input), Marbles(expected))
  var actual = Marbles()
  for time in 0..<max(given.frames.count, wanted.frames.count) {
    if time > 0 { await clock.advance(by: unit) }
    for value in given[time] { store.dispatch(MarbleAction.goIn(value)) }
    await clock.settle()
    let isOver = store.effects.isEmpty && given.frames.dropFirst(time + 1).allSatisfy(\.isEmpty)
    if wanted.end != nil, actual.end == nil, isOver { actual.end = time }
    actual.frames.append(store.state.values)
    store.dispatch(MarbleAction.forget)
  }
  var (lines, turns) = (["input    \(given)", "expected \(wanted)", "actual   \(actual)"], 0)
  let isAsDrawn = actual == wanted
  while isAsDrawn, turns < 100, store.state.values.isEmpty, await clock.advanceToNextDeadline() { turns += 1 }
  let late = store.state.values
  if !late.isEmpty { lines.append("then     \(String(late)) at \(clock.now.offset)") }
  if isAsDrawn, late.isEmpty { return }
  Issue.record(Comment(rawValue: lines.joined(separator: "\n")), sourceLocation: location)
}

extension FallibleEffect where Output == Character, Failure == Never {
  /// Sends the values of a diagram at their times, by the store's clock.
  ///
  /// - Parameters:
  ///   - diagram: The values, drawn as in `expectMarbles`. Without an end it runs on and sends nothing more.
  ///   - unit: The unit of time.
  public static func marbles(_ diagram: String, unit: Duration = .seconds(1)) -> Self {
    let marbles = Marbles(diagram)
    return .run { send in
      for (time, values) in marbles.frames.enumerated() {
        do { if time > 0 { try await send.clock.sleep(for: unit) } } catch { return }
        for value in values { await send(value) }
        if time == marbles.end { return }
      }
      for await _ in AsyncStream<Never>.makeStream().stream {}
    }
  }
}

private struct MarbleState {
  var values: [Character] = []
}
private enum MarbleAction: Action {
  case goIn(Character), comeOut(Character), forget
}

/// The values at each unit of time.
struct Marbles: Equatable, Sendable, CustomStringConvertible {
  var frames: [[Character]] = []
  var end: Int?

  init() {}

  /// Reads a diagram.
  init(_ diagram: String) {
    var group: [Character]?
    for character in diagram {
      switch character {
      case " ": continue
      case "(":
        if group != nil { fatalError("'(' within '(' in the diagram \(diagram)") }
        group = []
      case ")":
        guard let values = group else { fatalError("')' without '(' in the diagram \(diagram)") }
        frames.append(values)
        group = nil
      case "|":
        if end != nil { fatalError("two ends in the diagram \(diagram)") }
        end = frames.count
        if group == nil { frames.append([]) }
      case "-": frames.append([])
      default: if group == nil { frames.append([character]) } else { group?.append(character) }
      }
    }
    if group != nil { fatalError("'(' without ')' in the diagram \(diagram)") }
  }

  /// The values at a time.
  subscript(time: Int) -> [Character] { time < frames.count ? frames[time] : [] }

  /// Diagrams are equal whatever time passes after the last value and the end.
  static func == (a: Marbles, b: Marbles) -> Bool {
    a.end == b.end && (0..<max(a.frames.count, b.frames.count)).allSatisfy { a[$0] == b[$0] }
  }

  var description: String {
    frames.enumerated().map { time, values in
      let signs = values + (time == end ? ["|"] : [])
      return signs.count > 1 ? "(\(String(signs)))" : signs.isEmpty ? "-" : String(signs)
    }.joined()
  }
}
