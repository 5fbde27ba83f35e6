import Foundation
import StoreTrace

extension Screen {
  /// Something that a person can press, open or fill, with its words on the screen.
  package struct Target {
    package let name: String
    /// The text of the row that it belongs to; `nil` if it belongs to none.
    let row: String?
    /// Whether it is the row itself.
    var isRow = false
    package let content: Control.Content
    let question: String?
  }

  /// What a person can press, open or fill on this screen. While an alert or a dialog is shown, these are only its
  /// buttons.
  package var targets: [Target] {
    let first = modalStart ?? 0
    var rows: [AnyHashable: String] = [:]
    for line in lines[first...] {
      guard let id = line.row?.id else { continue }
      // Spaces between the beginning and the end of a line become one, so that words can name both.
      let text = line.whole.split(separator: " ").joined(separator: " ")
      rows[id] = rows[id].map { "\($0)\n\(text)" } ?? text
    }
    var targets: [Target] = []
    for index in lines.indices.dropFirst(first) {
      let row = lines[index].row.flatMap { rows[$0.id] }
      for control in lines[index].controls {
        if case .place = control.content { continue }
        let isRow = control.id.row != nil && control.id.name == AnyHashable("")
        var name = isRow ? row ?? "" : control.label.words
        // The label of a field can be the line above.
        if name.isEmpty, index > first { name = lines[index - 1].whole.words }
        targets.append(Target(name: name, row: row, isRow: isRow, content: control.content, question: control.question))
      }
    }
    if modalStart == nil {
      targets += commands.map { command in
        Target(
          name: command.title,
          row: command.row.flatMap { rows[$0] },
          content: .button(command.action),
          question: command.question
        )
      }
    }
    return targets
  }

  /// The words that a statement can name, as a person reads them from top to bottom.
  package func words(for verb: ScreenStatement.Verb) -> [String] {
    if verb == .see { return lines.map(\.whole.words).filter { !$0.isEmpty } }
    var known: Set<String> = []
    return targets(of: verb).map(\.name.firstLine).filter { !$0.isEmpty && known.insert($0).inserted }
  }

  private func targets(of verb: ScreenStatement.Verb) -> [Target] {
    targets.filter { target in
      switch target.content {
      case .field: verb == .fill
      case .button: verb == .press || verb == .open && target.isRow
      case .place: false
      }
    }
  }

  /// Finds what a statement is about.
  func target(of verb: ScreenStatement.Verb, _ words: String, inRow row: String?) throws(ScreenMistake) -> Target {
    if verb == .press, words == "Enter", let field = row, let target = try enter(field) { return target }
    let all = targets(of: verb)
    let candidates = row.map { row in all.filter { $0.row?.has(row) == true } } ?? all
    if let row, candidates.isEmpty {
      throw ScreenMistake("no row with \(quoted(row)) can be pressed", all.compactMap(\.row))
    }
    // Prefers the words of a label to the first line of a row, and both to a part of them.
    let matching = [
      candidates.filter { $0.name == words },
      candidates.filter { $0.isRow && $0.name.firstLine.beginsWithPart(words) },
      candidates.filter { !$0.isRow && $0.name.has(words) },
      candidates.filter { $0.isRow && $0.name.has(words) },
    ].first { !$0.isEmpty }
    guard let matching, let first = matching.first else { throw mistake(verb, words, all) }
    guard matching.count == 1 else {
      let note = first.row != nil && !first.isRow ? "`press \(quoted(words)) in \"ROW\"` says which" : nil
      let names = first.isRow ? matching.map(\.name.firstLine) : matching.compactMap(\.row?.firstLine)
      throw ScreenMistake("\(quoted(words)) is on the screen \(matching.count) times", names, note: note)
    }
    return first
  }

  /// The action of the Enter key in a field, as a target; `nil` if there is no such field.
  private func enter(_ name: String) throws(ScreenMistake) -> Target? {
    guard let target = try? target(of: .fill, name, inRow: nil), case .field(let field) = target.content else {
      return nil
    }
    guard let submit = field.submit, !field.isMultiline else {
      throw ScreenMistake("Enter does nothing in \(quoted(name))", targets(of: .press).map(\.name.firstLine))
    }
    return Target(name: target.name, row: target.row, content: .button(submit), question: nil)
  }

  private func mistake(_ verb: ScreenStatement.Verb, _ words: String, _ all: [Target]) -> ScreenMistake {
    let what = [.fill: "no field", .open: "no row to open"][verb] ?? "nothing to press"
    let names = all.map(\.name.firstLine).filter { !$0.isEmpty }
    let others = targets.filter { $0.name == words }
    var note = names.nearest(to: words).map { "did you mean \(quoted($0))?" }
    if let other = others.first {
      if case .field = other.content { note = "it is a field: `fill \(quoted(words)) \"TEXT\"`" }
      if case .button = other.content { note = "it is pressed: `press \(quoted(words))`" }
    } else if shows(words) {
      note = "the words are there, but now they are only text"
    }
    return ScreenMistake("there is \(what) with \(quoted(words)) on the screen", names, note: note)
  }

  /// Whether a text is on the screen, in a line or over several.
  func shows(_ text: String) -> Bool {
    lines.contains { $0.whole.contains(text) } || lines.map(\.whole.words).joined(separator: " ").contains(text)
  }

  private func quoted(_ text: String) -> String { JSONValue.string(text).description }
}

/// The reason why words on a screen are not found.
struct ScreenMistake: Error {
  let message: String
  let notes: [String]

  /// - Parameter names: The words that are on the screen instead.
  init(_ message: String, _ names: [String], note: String? = nil) {
    self.message = message
    var known: Set<String> = []
    let names = names.filter { known.insert($0).inserted }
    let shown = names.prefix(20).map { JSONValue.string($0.truncated(to: 60)).description }
    let rest = names.count > shown.count ? ", and \(names.count - shown.count) more" : ""
    let others = "there " + (shown.isEmpty ? "is nothing" : "are \(shown.joined(separator: ", "))\(rest)")
    notes = [note, others].compactMap(\.self)
  }
}

extension Screen.Line {
  /// The whole text, without the spaces at its end.
  fileprivate var whole: String { cutText ?? trimmed }
}

extension String {
  /// The label as a person says it, without brackets, check boxes, numbers and the colon at its end.
  fileprivate var words: String {
    var text = self[...].trimming(\.isWhitespace)
    // A regular expression would take longer than drawing the screen.
    let number = text.prefix { $0.isASCII && $0.isNumber }
    if text.hasPrefix("[x] ") || text.hasPrefix("[ ] ") {
      text = text.dropFirst(3).drop { $0 == " " }
    } else if !number.isEmpty, text.dropFirst(number.count).hasPrefix(". ") {
      text = text.dropFirst(number.count + 1).drop { $0 == " " }
    }
    if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
    return String(text.trimming { $0.isWhitespace || $0 == ":" })
  }

  fileprivate var firstLine: String { split(separator: "\n").first.map(String.init) ?? "" }

  fileprivate func has(_ words: String) -> Bool { range(of: words, options: .caseInsensitive) != nil }

  /// Whether the text begins with these words, and the word ends there.
  fileprivate func beginsWithPart(_ words: String) -> Bool {
    hasPrefix(words) && dropFirst(words.count).first.map { !$0.isLetter && !$0.isNumber } != false
  }
}

extension Substring {
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    let rest = drop(while: isTrimmed)
    return rest.lastIndex { !isTrimmed($0) }.map { rest[...$0] } ?? ""
  }
}
