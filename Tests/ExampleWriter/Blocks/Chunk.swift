/// Lines of a block or of a prelude that stand in one place of the code that is compiled.
struct Chunk {
  enum Kind {
    case declaration  // A type, a function or an extension
    case test  // A function that the tests run
    case member  // What a reducer has: its state, its actions, its body
    case cases  // Cases of a reducer's `switch`
    case effect  // An effect that is returned
    case modifiers  // Modifiers of a reducer
    case reducer  // A reducer within a body
    case overrides  // Overrides of dependencies
    case elements  // Elements of an array
    case statements
  }

  let kind: Kind
  let path: String
  let firstLine: Int
  /// How many columns of the file stand before the lines.
  let indentation: Int
  var lines: [String]

  var text: String { lines.joined(separator: "\n") }
  var isExtension: Bool { kind == .declaration && Self.firstCode(lines).split(separator: " ").contains("extension") }

  /// The first line without attributes of their own line and comments.
  private static func firstCode(_ lines: [String]) -> String {
    lines.first { line in
      let isAttribute = line.hasPrefix("@") && (!line.contains(" ") || line.hasSuffix(")"))
      return !line.isEmpty && !line.hasPrefix("//") && !isAttribute
    } ?? ""
  }

  /// The parts of a block that blank lines separate, if the next line begins at the left. Neighbors of a kind are one.
  static func chunks(of block: CodeBlock) -> [Chunk] {
    var parts: [(first: Int, lines: [String])] = []
    for (index, line) in block.lines.enumerated() {
      let isFirst = index == 0 || (block.lines[index - 1].isEmpty && !line.isEmpty && !line.hasPrefix(" "))
      if isFirst { parts.append((index, [])) }
      // They stand at the beginning of the file.
      parts[parts.count - 1].lines.append(line.hasPrefix("import ") ? "" : line)
    }
    return parts.reduce(into: []) { chunks, part in
      var kind = kind(of: part.lines)
      // A function below a body belongs to it.
      if kind == .declaration && chunks.last?.kind == .member { kind = .member }
      if let last = chunks.last, last.kind == kind, ![.declaration, .test].contains(kind) {
        chunks[chunks.count - 1].lines += part.lines
      } else {
        let (first, column) = (block.firstLine + part.first, block.indentation)
        chunks.append(Chunk(kind: kind, path: block.path, firstLine: first, indentation: column, lines: part.lines))
      }
    }
  }

  // Without regular expressions, which cost seconds for all blocks in a debug build.
  private static func kind(of lines: [String]) -> Kind {
    if lines.contains(where: { $0.hasPrefix("@Test") }) { return .test }
    if lines[0].hasPrefix("// #include ") { return .declaration }
    let first = firstCode(lines)
    if first.hasPrefix("$0") { return .overrides }
    let modifiers: Set<Substring> = [
      "@CasePathable", "@DependencyClient", "@MainActor", "@Reducer", "fileprivate", "final", "nonisolated", "private",
      "static",
    ]
    let all = first.split { " (){:<.".contains($0) }
    let words = all.drop(while: modifiers.contains)
    let name = words.dropFirst().first ?? ""
    switch words.first ?? "" {
    case "struct" where name == "State", "enum" where name == "State", "typealias" where name == "State": return .member
    case "enum" where name == "Action", "typealias" where name == "Action", "var" where name == "body": return .member
    case "case": return .cases
    case "return": return .effect
    case "Scope", "Reduce", "CombineReducers": return .reducer
    case "ButtonState", "DependencyOption": return .elements
    case "struct", "enum", "class", "actor", "extension", "func", "typealias": return .declaration
    case let word:
      if words.count < all.count { return .declaration }
      if first.first?.isUppercase == true && first.hasPrefix("\(word)().") { return .reducer }
      if lines.last(where: { !$0.isEmpty })?.hasSuffix(",") == true { return .elements }
      return first.hasPrefix(".") ? .modifiers : .statements
    }
  }
}
