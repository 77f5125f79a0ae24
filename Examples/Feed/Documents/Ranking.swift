/// Reads a ranking: a CSV file whose header has `section`, `id`, `rank` and `name`.
///
/// `section` is the list that a row stands in, `id` its stable key there, `rank` its place in it, `name` its title.
/// All other columns are content. Sections come in the order in which they first appear; rows of equal rank keep the
/// order of the file.
enum Ranking {
  /// The document that `text` describes.
  ///
  /// - Throws: Every fault of the file, up to the first place that is not CSV at all.
  static func document(from text: SourceText) throws(Faults) -> Document {
    var reader = CSVReader(text)
    var faults: [Fault] = []
    var table: Table?
    do throws(Fault) {
      if let names = try reader.next() {
        let header = try Header(names, in: text)
        var rows = Table(header: header, text: text)
        while let record = try reader.next() {
          do throws(Fault) { try rows.add(record) } catch { faults.append(error) }
        }
        table = rows
      }
    } catch {
      faults.append(error)
    }
    guard faults.isEmpty else { throw Faults(faults) }
    guard let table else { throw Faults(.file, "the file has no header") }
    return table.document
  }
}

/// Which columns of a ranking mean what.
private struct Header {
  let names: [String]
  let section, id, rank, name: Int
  /// The columns that are content.
  let details: [Int]

  init(_ fields: [CSVReader.Field], in text: SourceText) throws(Fault) {
    var columns: [String: Int] = [:]
    for (column, field) in fields.enumerated() where columns.updateValue(column, forKey: field.text) != nil {
      throw text.fault(at: field.offset, "the header names the column “\(field.text)” twice")
    }
    let missing = ["section", "id", "rank", "name"].filter { columns[$0] == nil }
    guard missing.isEmpty, let section = columns["section"], let id = columns["id"], let rank = columns["rank"],
      let name = columns["name"]
    else { throw text.fault(at: 0, "the header lacks \(missing.joined(separator: ", "))") }
    (self.section, self.id, self.rank, self.name) = (section, id, rank, name)
    names = fields.map(\.text)
    details = names.indices.filter { ![section, id, rank, name].contains($0) }
  }
}

/// The rows of a ranking read so far, by section.
private struct Table {
  private struct RankedRow {
    let rank: Int
    let row: Row
  }
  private struct Key: Hashable { let section, id: String }

  private let header: Header
  private let text: SourceText
  private var names: [String] = []
  private var rows: [String: [RankedRow]] = [:]
  private var lines: [Key: Int] = [:]

  init(header: Header, text: SourceText) { (self.header, self.text) = (header, text) }

  mutating func add(_ record: [CSVReader.Field]) throws(Fault) {
    guard record.count == header.names.count else {
      let reason = "\(record.count) columns where the header has \(header.names.count)"
      throw text.fault(at: record[0].offset, reason)
    }
    let (section, id, rankField) = (record[header.section], record[header.id], record[header.rank])
    guard !section.text.isEmpty else { throw text.fault(at: section.offset, "a row without section") }
    guard !id.text.isEmpty else { throw text.fault(at: id.offset, "a row without id") }
    guard let rank = Int(rankField.text) else {
      throw text.fault(at: rankField.offset, "the rank “\(rankField.text)” is not a whole number")
    }
    let key = Key(section: section.text, id: id.text)
    if let line = lines[key] {
      let reason = "the id “\(id.text)” stands in section “\(section.text)” twice, first in line \(line)"
      throw text.fault(at: id.offset, reason)
    }
    lines[key] = text.position(at: id.offset).line
    if rows[section.text] == nil { names.append(section.text) }
    let details = header.details.map { Row.Detail(name: header.names[$0], value: record[$0].text) }
    let row = Row(id: id.text, title: record[header.name].text, details: details)
    rows[section.text, default: []].append(RankedRow(rank: rank, row: row))
  }

  var document: Document {
    Document(
      sections: names.map { name in
        // `sort` is stable.
        Document.Section(name: name, rows: rows[name, default: []].sorted { $0.rank < $1.rank }.map(\.row))
      })
  }
}
