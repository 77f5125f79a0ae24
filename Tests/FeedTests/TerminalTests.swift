import Foundation
import Testing

@testable import feed

@MainActor
struct TerminalTests {
  @Test func `Colours are for terminals`() {
    let (plain, coloured) = (Stage(), Stage(isColoured: true))
    for stage in [plain, coloured] {
      stage.terminal.print(.plain("a "), .red("b"))
      stage.terminal.flush()
    }
    #expect(plain.output == "a b\n")
    #expect(coloured.output == "a \u{1B}[31mb\u{1B}[0m\n")
  }

  @Test func `Documents cannot break lines or move the cursor`() {
    let stage = Stage(isColoured: true)
    stage.terminal.print(.plain("a\u{1B}[2J\nb\r\n\u{85}\u{2028}c\u{7}é☃"))
    stage.terminal.warn("x\ny")
    #expect(stage.output == "a [2J b    c é☃\n")
    #expect(stage.messages == ["feed: x y"])
  }

  @Test func `Messages come after the play so far`() {
    var log = ""
    let sink: Terminal.Sink = { text throws(WriteFailure) in log += text }
    let terminal = Terminal(isWatched: false, isColoured: false, output: sink, messages: sink)
    terminal.print(.plain("a"))
    terminal.warn("b")
    terminal.print(.plain("c"))
    terminal.flush()
    #expect(log == "a\nfeed: b\nc\n")
  }

  @Test func `Who watches sees each line at once`() {
    let (watched, piped) = (Stage(isWatched: true), Stage())
    for stage in [watched, piped] { stage.terminal.print(.plain("a")) }
    #expect(watched.output == "a\n")
    #expect(piped.output == "")
  }

  @Test func `A reader who has had enough ends the play, without complaint`() async {
    let stage = Stage(isWatched: true, capacity: 3, refusal: EPIPE)
    #expect(await stage.run() == .success)
    #expect(stage.lines.count == 4)
    #expect(stage.messages == [])
  }

  @Test func `A full disk is a failure`() async {
    let stage = Stage(capacity: 0, refusal: ENOSPC)
    #expect(await stage.run("--version") == .failure)
    #expect(stage.messages == ["feed: cannot write: \(WriteFailure(code: ENOSPC))"])
  }

  @Test(arguments: [
    (Duration.nanoseconds(7), "7 ns"), (.nanoseconds(999), "999 ns"), (.nanoseconds(1_000), "1.0 µs"),
    (.nanoseconds(12_345), "12.3 µs"), (.microseconds(345), "345 µs"), (.milliseconds(99), "99.0 ms"),
    (.seconds(61), "61.0 s"),
  ])
  func `Times have three digits or so`(duration: Duration, text: String) {
    #expect(duration.text == text)
  }
}
