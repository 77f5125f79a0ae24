import Testing

@testable import feed

struct ArgumentsTests {
  @Test(arguments: [
    ([], Command.timeline),
    (["--replay", "f"], .replay(folder: "f")),
    (["--replay=f"], .replay(folder: "f")),
    (["--replay=-f"], .replay(folder: "-f")),
    (["--help"], .help),
    (["-h"], .help),
    (["--version"], .version),
    (["--replay", "f", "--help"], .help),
  ])
  func `A command line that makes sense`(arguments: [String], expected: Command) throws {
    #expect(try Command(arguments: arguments) == expected)
  }

  @Test(arguments: [
    (["--play"], "unknown argument “--play”"),
    (["folder"], "unknown argument “folder”"),
    (["--replay"], "--replay needs a folder"),
    (["--replay", ""], "--replay needs a folder"),
    (["--replay="], "--replay needs a folder"),
    (["--replay", "--replay"], "--replay needs a folder"),
    (["--replay", "a", "--replay", "b"], "--replay stands twice"),
    (["--replay", "a", "b"], "unknown argument “b”"),
  ])
  func `A command line that does not`(arguments: [String], reason: String) {
    #expect(throws: UsageError(reason: reason)) { try Command(arguments: arguments) }
  }

  @Test @MainActor func `A usage error goes to the messages, with exit status 2`() async {
    let stage = Stage()
    #expect(await stage.run("--nonsense") == .usage)
    #expect(stage.output == "")
    #expect(stage.messages == ["feed: unknown argument “--nonsense”", "feed: \(Command.usageText)"])
  }

  @Test @MainActor func `Help and version answer`() async {
    let (help, version) = (Stage(), Stage())
    #expect(await help.run("--help") == .success)
    #expect(help.output == Command.helpText + "\n")
    #expect(await version.run("--version") == .success)
    #expect(version.output == Command.versionText + "\n")
    #expect(help.messages + version.messages == [])
  }
}
