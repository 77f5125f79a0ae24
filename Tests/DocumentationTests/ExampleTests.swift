import Foundation
import Testing

/// Compiles the examples of the README and the guides: all Swift blocks of a page, in order, as one program.
@Suite struct ExampleTests {
  @Test(.enabled(if: Toolchain.current != nil, "no compiler or no built modules beside the tests"), arguments: Page.all)
  func examplesCompile(page: Page) throws {
    let source = page.swiftBlocks.joined(separator: "\n")
    try #require(!source.isEmpty, "\(page) has no Swift blocks")
    let problems = try #require(Toolchain.current).problems(compiling: source)
    #expect(problems.isEmpty, "\(page):\n\(problems)")
  }

  @Test func aBrokenExampleIsFound() throws {
    guard let toolchain = Toolchain.current else { return }
    #expect(try !toolchain.problems(compiling: "import TreeRedux\nlet store = RootStore(0) { Nothing() }").isEmpty)
  }

  @Test func linksLeadSomewhere() throws {
    for page in Page.all {
      for link in page.localLinks {
        let target = page.url.deletingLastPathComponent().appendingPathComponent(link)
        #expect(FileManager.default.fileExists(atPath: target.path), "\(page) links to \(link)")
      }
    }
  }
}

/// A page of documentation.
struct Page: CustomTestStringConvertible, Sendable {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All pages that have examples.
  static let all: [Page] = {
    var urls = [root.appendingPathComponent("README.md")]
    let docs = FileManager.default.enumerator(at: root.appendingPathComponent("Docs"), includingPropertiesForKeys: nil)
    while let url = docs?.nextObject() as? URL { if url.pathExtension == "md" { urls.append(url) } }
    return urls.map { Page(url: $0) }.filter { !$0.swiftBlocks.isEmpty }.sorted { $0.url.path < $1.url.path }
  }()

  let url: URL
  var testDescription: String { url.lastPathComponent }

  private var text: String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }

  var swiftBlocks: [String] {
    var blocks: [String] = []
    var block: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```swift" {
        block = []
      } else if line == "```", let lines = block {
        blocks.append(lines.joined(separator: "\n"))
        block = nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }

  /// The targets of links that are not on the web and not in DocC's own notation.
  var localLinks: [String] {
    text.matches(of: /\]\(([^)#:]+)\)/).map { String($0.1) }
  }
}

/// The compiler that built the tests, and the modules beside them.
struct Toolchain: Sendable {
  let modules: URL

  /// Nil where there is no compiler or the modules are not where the package manager puts them.
  static let current: Toolchain? = {
    let build = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let candidates = [build, build.deletingLastPathComponent(), Page.root.appendingPathComponent(".build/debug")]
    let modules = candidates.map { $0.appendingPathComponent("Modules") }
      .first { FileManager.default.fileExists(atPath: $0.appendingPathComponent("TreeRedux.swiftmodule").path) }
    return modules.map { Toolchain(modules: $0) }
  }()

  /// What the compiler says of a program; empty if it compiles.
  func problems(compiling source: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("main.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // A full compile: errors of region isolation do not come from type checking alone.
    process.arguments = [
      "swiftc", "-swift-version", "6", "-I", modules.path, "-c", file.path, "-o",
      folder.appendingPathComponent("main.o").path,
    ]
    let pipe = Pipe()
    (process.standardError, process.standardOutput) = (pipe, pipe)
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? "" : output.isEmpty ? "failed" : output
  }
}
