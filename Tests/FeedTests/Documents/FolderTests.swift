import Foundation
import Testing

@testable import feed

struct FolderTests {
  @Test func `Documents come by name, whatever else is there is named or hidden`() throws {
    let folder = try TemporaryFolder([
      "b.csv": "", "a.JSON": "", "10.json": "", "9.json": "", "n.txt": "", ".x.json": "",
    ])
    let found = try Folder(path: folder.path)
    #expect(found.files.map(\.name) == ["10.json", "9.json", "a.JSON", "b.csv"])
    #expect(found.files.map(\.format) == [.jsonFeed, .jsonFeed, .jsonFeed, .ranking])
    #expect(found.others == [folder.path(of: "n.txt")])
    #expect(try Folder(path: folder.path + "/").others == [folder.path(of: "n.txt")])
  }

  @Test func `What is no folder of documents is refused`() throws {
    let folder = try TemporaryFolder(["n.txt": ""])
    let path = folder.path
    #expect(throws: Folder.Refusal(reason: "\(path)/no: no such folder")) { try Folder(path: path + "/no") }
    #expect(throws: Folder.Refusal(reason: "\(path)/n.txt: not a folder")) { try Folder(path: path + "/n.txt") }
    #expect(throws: Folder.Refusal(reason: "\(path): no document in this folder (*.json or *.csv)")) {
      try Folder(path: path)
    }
  }

  @Test func `What only looks like a file is refused`() throws {
    let folder = try TemporaryFolder(["c.csv": "section,id,rank,name\n"])
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder.path(of: "a.json"), withIntermediateDirectories: false)
    try manager.createSymbolicLink(atPath: folder.path(of: "b.json"), withDestinationPath: folder.path(of: "gone"))
    try manager.createSymbolicLink(atPath: folder.path(of: "d.csv"), withDestinationPath: folder.path(of: "c.csv"))
    try #require(mkfifo(folder.path(of: "e.json"), 0o600) == 0)
    let files = try Folder(path: folder.path).files
    #expect(throws: Faults(.file, "not a file")) { try files[0].document() }
    #expect(throws: Faults(.file, "no such file")) { try files[1].document() }
    #expect(try files[2].document() == files[3].document())
    #expect(throws: Faults(.file, "not a file")) { try files[4].document() }
  }

  @Test(.enabled(if: geteuid() != 0, "a superuser may read everything"))
  func `A file that may not be read is refused`() throws {
    let folder = try TemporaryFolder(["a.json": "{}"])
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path(of: "a.json"))
    let file = try #require(try Folder(path: folder.path).files.first)
    #expect(throws: Faults(.file, "the file cannot be read")) { try file.document() }
  }
}
