import Foundation

/// The documents of a folder, in the order of their names.
struct Folder {
  /// A file of a folder that is played.
  struct File {
    enum Format { case jsonFeed, ranking }

    let path: String
    let format: Format

    var name: String { URL(filePath: path).lastPathComponent }
  }

  /// Why a folder cannot be played.
  struct Refusal: Error, Equatable { let reason: String }

  /// The files that are played.
  let files: [File]
  /// The paths of what is neither JSON nor CSV by its name, and so is not played.
  let others: [String]

  /// Looks into the folder at `path`; names that begin with a dot do not count.
  ///
  /// - Throws: Where there is no such folder, it cannot be read, or it holds no document.
  init(path: String) throws(Refusal) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Refusal(reason: "\(path): no such folder")
    }
    guard isFolder.boolValue else { throw Refusal(reason: "\(path): not a folder") }
    var names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: path) } catch {
      throw Refusal(reason: "\(path): the folder cannot be read")
    }
    names = names.filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let separator = path.hasSuffix("/") ? "" : "/"
    var (files, others): ([File], [String]) = ([], [])
    for path in names.map({ path + separator + $0 }) {
      switch path.lowercased() {
      case let name where name.hasSuffix(".json"): files.append(File(path: path, format: .jsonFeed))
      case let name where name.hasSuffix(".csv"): files.append(File(path: path, format: .ranking))
      default: others.append(path)
      }
    }
    guard !files.isEmpty else { throw Refusal(reason: "\(path): no document in this folder (*.json or *.csv)") }
    (self.files, self.others) = (files, others)
  }
}

extension Folder.File {
  /// The file's document.
  ///
  /// - Throws: Where the file cannot be read, or what it holds is no such document.
  func document() throws(Faults) -> Document {
    let text = try SourceText(bytes())
    return switch format {
    case .jsonFeed: try JSONFeed.document(from: text)
    case .ranking: try Ranking.document(from: text)
    }
  }

  private func bytes() throws(Faults) -> [UInt8] {
    guard FileManager.default.fileExists(atPath: path) else { throw Faults(.file, "no such file") }
    // Anything else that can be opened, a pipe for one, might never end.
    let file = URL(filePath: path).resolvingSymlinksInPath()
    let isRegular = try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
    guard isRegular == true else { throw Faults(.file, "not a file") }
    do { return [UInt8](try Data(contentsOf: file)) } catch { throw Faults(.file, "the file cannot be read") }
  }
}
