import Foundation
import Testing

@testable import feed

/// The built program, as a shell starts it.
struct ProcessTests {
  struct Result {
    let status: Int32
    let output: String
    let messages: String
  }

  /// The program beside the one that runs these tests, if it can be found.
  static let program: URL? = {
    let tests = [Bundle.main.executableURL, Bundle.allBundles.last { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL]
    let places = tests.compactMap { $0?.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "feed") }
    return places.first { FileManager.default.isExecutableFile(atPath: $0.path()) }
  }()

  /// Runs a line of the shell in which `$feed` is the program.
  private func shell(_ line: String, _ environment: [String: String] = [:]) throws -> Result {
    let folder = try TemporaryFolder(["out": "", "err": ""])
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    let added = environment.merging(["feed": try #require(Self.program).path()]) { $1 }
    process.environment = ProcessInfo.processInfo.environment.merging(added) { $1 }
    let (out, err) = (folder.path(of: "out"), folder.path(of: "err"))
    process.standardOutput = FileHandle(forWritingAtPath: out)
    process.standardError = FileHandle(forWritingAtPath: err)
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try String(contentsOfFile: out, encoding: .utf8),
      messages: try String(contentsOfFile: err, encoding: .utf8))
  }

  @Test(.enabled(if: program != nil, "the built program was not found"), .timeLimit(.minutes(1)))
  func `The timeline goes to standard output, plain, and ends by itself`() throws {
    let result = try shell("\"$feed\"")
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("The screen equals the state.\n"))
    #expect(!result.output.contains("\u{1B}"))
    #expect(result.messages == "")
  }

  @Test(.enabled(if: program != nil, "the built program was not found"), .timeLimit(.minutes(1)))
  func `Exit statuses`() throws {
    let usage = try shell("\"$feed\" --nonsense")
    #expect(usage.status == 2)
    #expect(usage.output == "")
    #expect(usage.messages.contains("--nonsense") && usage.messages.contains("usage: feed"))
    let missing = try shell("\"$feed\" --replay /no/such/folder")
    #expect(missing.status == 1)
    #expect(missing.messages == "feed: /no/such/folder: no such folder\n")
    #expect(try shell("\"$feed\" --version").output == Command.versionText + "\n")
  }

  @Test(.enabled(if: program != nil, "the built program was not found"), .timeLimit(.minutes(1)))
  func `A pipe that closes early is no crash`() throws {
    // What is closed is a pipe that nobody reads: the status of the program is what the shell prints.
    let result = try shell("{ sleep 0.2; \"$feed\"; echo $? >&2; } | true")
    #expect(result.messages == "0\n")
  }

  @Test(
    .enabled(if: program != nil, "the built program was not found"),
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"),
    .timeLimit(.minutes(1)))
  func `A disk that is full is said so`() throws {
    let result = try shell("\"$feed\" >/dev/full")
    #expect(result.status == 1)
    #expect(result.messages == "feed: cannot write: \(WriteFailure(code: ENOSPC))\n")
  }
}
