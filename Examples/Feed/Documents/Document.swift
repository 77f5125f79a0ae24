/// One state of a feed, as a file describes it: named sections of rows.
struct Document: Equatable, Sendable {
  /// A named list of rows, in the order a reader sees them.
  struct Section: Equatable, Sendable {
    let name: String
    var rows: [Row]
  }

  var sections: [Section]
}

/// One row of a section: an item of a feed or a line of a ranking.
struct Row: Identifiable, Equatable, Sendable {
  /// A named piece of a row's content, such as its stars.
  struct Detail: Equatable, Sendable {
    let name: String
    let value: String
  }

  /// What the row keeps while its content and its position change; unique in its section.
  let id: String
  let title: String
  /// The rest of the content, by name: in which order a document gives it is no content.
  let details: [Detail]

  /// Creates a row; the names of `details` must be unique.
  init(id: String, title: String, details: [Detail] = []) {
    self.id = id
    self.title = title
    self.details = details.sorted { $0.name < $1.name }
  }
}

/// Something wrong with a document, and where it stands.
struct Fault: Error, Equatable {
  /// The place of a fault.
  enum Place: Equatable {
    case file
    case at(Position)
    case item(Int)
  }

  let place: Place
  let reason: String
}

/// Everything that is wrong with a document, in its order; never empty.
///
/// A document plays as a whole or not at all: to leave out only the bad item would show its row being removed, which
/// nobody said. All of its faults are named instead, so that it can be mended in one go.
struct Faults: Error, Equatable {
  let all: [Fault]

  init(_ all: [Fault]) { self.all = all }

  init(_ place: Fault.Place, _ reason: String) { all = [Fault(place: place, reason: reason)] }
}

extension Fault {
  /// The fault as compilers write it, so that editors and terminals can jump to it: `file:line:column: reason`.
  func description(in file: String) -> String {
    switch place {
    case .file: "\(file): \(reason)"
    case .at(let position): "\(file):\(position): \(reason)"
    case .item(let index): "\(file): items[\(index)]: \(reason)"
    }
  }
}
