import Testing
import TreeRedux
import TreeReduxTesting

/// Operators over time: input, operator, expected.
@MainActor @Suite struct EffectMarbleTests {
  @Test func nothingBetween() async {
    await expectMarbles(
      input: "   ab-(cd)-e",
      through: { $0 },
      expected: "ab-(cd)-(e|)")
  }

  @Test func delay() async {
    await expectMarbles(
      input: "   ab-c---",
      through: { $0.delay(for: .seconds(2)) },
      expected: "--ab-(c|)")
  }

  @Test func debounce() async {
    await expectMarbles(
      input: "   ab--c-d---",
      through: { $0.debounce(id: "d", for: .seconds(2)) },
      expected: "---b--c-(d|)")
  }

  @Test func throttleLatest() async {
    await expectMarbles(
      input: "   abcd----e",
      through: { $0.throttle(id: "t", for: .seconds(2)) },
      expected: "a-b-d---(e|)")
  }

  @Test func throttleFirst() async {
    await expectMarbles(
      input: "   abcdef---g",
      through: { $0.throttle(id: "t", for: .seconds(3), latest: false) },
      expected: "a--b--d--g")
  }

  @Test func cancelInFlight() async {
    await expectMarbles(
      input: "   x--y",
      through: { start in
        .merge(start, .marbles("-1-2-3|")).cancellable(id: "c", cancelInFlight: true)
      },
      expected: "x1-(2y)1-2-3|")
  }

  @Test func merge() async {
    await expectMarbles(
      input: "   x",
      through: { _ in .merge(.marbles("a-b-|"), .marbles("-c(de)|")) },
      expected: "ac(bde)-|")
  }

  @Test func concatenate() async {
    await expectMarbles(
      input: "   x",
      through: { _ in .concatenate(.marbles("a-b|"), .marbles("c-|"), .send("d")) },
      expected: "a-bc-(d|)")
  }

  @Test func race() async {
    await expectMarbles(
      input: "   x",
      through: { _ in .race(.marbles("a---b|"), .marbles("-c|"), .marbles("--d")) },
      expected: "ac|")
  }

  @Test func timeout() async {
    await expectMarbles(
      input: "   x",
      through: { _ in .marbles("-a-b-c|").timeout(after: .milliseconds(3_500), or: .send("!")) },
      expected: "-a-b(!|)")
  }

  @Test func throttledDebouncedRace() async {
    let operation: @Sendable (Effect<Character>) -> Effect<Character> = { start in
      .race(.concatenate(start.delay(for: .seconds(1)), .marbles("-1-2|")), .marbles("----5|"))
        .cancellable(id: "c").debounce(id: "d", for: .seconds(1)).throttle(id: "t", for: .seconds(2))
    }
    await expectMarbles(input: "ab-------", through: operation, expected: "---b-1-(5|)")
  }

  @Test func whatIsNotDrawnRightFails() async {
    await withKnownIssue {
      await expectMarbles(input: "ab", through: { $0.delay(for: .seconds(1)) }, expected: "-aa")
    } matching: { issue in
      issue.comments.contains { $0.rawValue == "input    ab\nexpected -aa\nactual   -ab" }
    }
  }

  @Test func whatComesAfterTheDrawingFails() async {
    for (drawn, expected) in [("a", "a"), ("-", "-")] {
      await withKnownIssue {
        await expectMarbles(
          input: "a", through: { drawn == "a" ? .merge($0, $0.delay(for: .seconds(3))) : $0.delay(for: .seconds(3)) },
          expected: expected)
      } matching: { issue in
        issue.comments.contains { $0.rawValue.hasSuffix("actual   \(expected)\nthen     a at 3.0 seconds") }
      }
    }
  }

  @Test func whatGoesOnForEverAndSendsNothingIsNoFault() async {
    await expectMarbles(
      input: "a",
      through: {
        .merge($0, .run { send in while (try? await send.clock.sleep(for: .seconds(1))) != nil {} })
      },
      expected: "a")
  }
}
