extension Measurement {
  /// One JSON object on one line.
  var json: String {
    var fields = ["\"name\":\"\(name)\"", "\"median_ns\":\(decimal(medianNanoseconds, places: 1))"]
    if let baselineNanoseconds, let ratio {
      fields.append("\"baseline\":\"\(baselineName)\"")
      fields.append("\"baseline_ns\":\(decimal(baselineNanoseconds, places: 1))")
      fields.append("\"ratio\":\(decimal(ratio, places: 6))")
    }
    let counts = texts.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",")
    fields.append("\"counts\":{\(counts)}")
    return "{\(fields.joined(separator: ","))}"
  }

  /// One line of the table for people.
  var line: String {
    var columns = [padded(name, to: 32), aligned(readable(medianNanoseconds), to: 10)]
    if let baselineNanoseconds, let ratio {
      columns.append(aligned(decimal(ratio, places: ratio < 0.1 ? 6 : 3), to: 10) + " ×")
      columns.append("\(baselineName) (\(readable(baselineNanoseconds)))")
    }
    columns += texts.map { "\($0.name) \($0.value)" }
    return columns.joined(separator: "  ")
  }

  /// All that was counted.
  private var texts: [(name: String, value: String)] {
    counts.map { ($0.name, "\($0.value)") } + (allocations.map { [("allocations", decimal($0, places: 2))] } ?? [])
  }
}

private func readable(_ nanoseconds: Double) -> String {
  switch nanoseconds {
  case ..<1e3: "\(decimal(nanoseconds, places: 1)) ns"
  case ..<1e6: "\(decimal(nanoseconds / 1e3, places: 2)) µs"
  case ..<1e9: "\(decimal(nanoseconds / 1e6, places: 2)) ms"
  default: "\(decimal(nanoseconds / 1e9, places: 2)) s"
  }
}

/// `value` with a fixed number of decimal places.
private func decimal(_ value: Double, places: Int) -> String {
  let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
  let scaled = Int((value * Double(scale)).rounded())
  let fraction = String(scaled % scale)
  return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
}

private func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

private func aligned(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}
