/// A line of a dump or a difference.
struct DumpLine {
  enum Mark {
    case unchanged
    case removed
    case inserted
  }

  var mark = Mark.unchanged
  var indentation = 0
  var text: String
  var comment: String?

  /// The line without its mark.
  var content: String {
    let content = comment.map { text.isEmpty ? "// \($0)" : "\(text)  // \($0)" } ?? text
    return content.isEmpty ? "" : String(repeating: " ", count: indentation) + content
  }

  func markedContent(_ format: DiffFormat) -> String {
    let content = content
    switch mark {
    case .unchanged: return content.isEmpty ? "" : "\(format.both) \(content)"
    case .removed: return "\(format.first) \(content)"
    case .inserted: return "\(format.second) \(content)"
    }
  }
}

extension [DumpLine] {
  func indented(by amount: Int = 2) -> [DumpLine] {
    map {
      var line = $0
      line.indentation += amount
      return line
    }
  }

  func marked(_ mark: DumpLine.Mark) -> [DumpLine] {
    map {
      var line = $0
      line.mark = mark
      return line
    }
  }

  /// Adds a label before the first line.
  func labeled(_ label: String?) -> [DumpLine] {
    guard let label, !isEmpty else { return self }
    var lines = self
    lines[0].text = "\(label): \(lines[0].text)"
    return lines
  }

  func commented(_ comment: String?) -> [DumpLine] {
    guard let comment, !isEmpty else { return self }
    var lines = self
    lines[0].comment = lines[0].comment.map { "\($0); \(comment)" } ?? comment
    return lines
  }

  func terminated(_ separator: String) -> [DumpLine] {
    guard !separator.isEmpty, !isEmpty else { return self }
    var lines = self
    lines[lines.count - 1].text += separator
    return lines
  }
}
