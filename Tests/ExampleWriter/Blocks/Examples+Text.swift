import Foundation

extension Examples {
  /// The code that is compiled, which says for each line where it is from.
  func text(in documents: Documents) throws -> String {
    let chunks = self.documents.map { document in
      (name: Self.typeName(of: document.path), blocks: document.blocks.map(Chunk.chunks))
    }
    let all = prelude + chunks.flatMap { $0.blocks.joined() }
    // Extensions are at the top, and what they extend is there too.
    let isNested =
      self.documents.contains { $0.path.hasSuffix(".swift") || $0.path.contains("/Recipes/") }
      && !all.contains(where: \.isExtension)
    func isOutside(_ chunk: Chunk) -> Bool {
      chunk.isExtension || !isNested && chunk.kind == .declaration && !chunk.isStatic
    }
    let declarations = prelude.filter { [.declaration, .member].contains($0.kind) && $0.localName == nil }
    var lines = ["import Foundation", "import StoreTesting", "import Testing"] + imports
    let declared = declarations + all.filter { $0.kind == .declaration && $0.path != preludePath }
    for chunk in declared where isOutside(chunk) { lines += try written(chunk, documents) }
    lines.append("struct \(space) {")
    for chunk in declarations where !isOutside(chunk) { lines += try written(chunk, documents) }
    lines.append("}")
    for document in chunks {
      lines.append("extension \(space) { struct \(document.name) {")
      for chunk in document.blocks.joined() where chunk.kind == .declaration && !chunk.isStatic && !isOutside(chunk) {
        lines += try written(chunk, documents)
      }
      for (index, block) in document.blocks.enumerated() {
        lines += try code(block, index + 1, documents)
        for chunk in block { lines += try wrapped(chunk, index + 1, documents) }
      }
      lines.append("@MainActor struct Tests {")
      for chunk in document.blocks.joined() where chunk.kind == .test || chunk.isStatic {
        lines += try written(chunk, documents)
      }
      lines.append("} } }")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var space: String { name.filter { $0.isLetter || $0.isNumber } + "Examples" }

  private static func typeName(of path: String) -> String {
    URL(filePath: path).deletingPathExtension().lastPathComponent.filter { $0.isLetter || $0.isNumber } + "Blocks"
  }

  /// What is not a declaration of a block, in functions.
  private func code(_ chunks: [Chunk], _ number: Int, _ documents: Documents) throws -> [String] {
    let statements = chunks.filter { $0.kind == .statements }
    var lines: [String] = []
    if let effect = chunks.first(where: { [.cases, .effect].contains($0.kind) }) {
      lines.append("func effect\(number)(state: inout State, action: Action) -> Effect<Action> {")
      lines += try locals(for: statements + [effect], number, documents).filter { !$0.hasPrefix("var state ") }
      for chunk in statements { lines += try written(chunk, documents) }
      if effect.kind == .cases {
        lines += [documents.place(effect.path, effect.firstLine - 1), "switch action {"] + self.lines(of: effect)
        lines += ["default: return .none", "}"]
      } else {
        lines += try written(effect, documents)
      }
      lines.append("}")
    } else if !statements.isEmpty {
      let code =
        try locals(for: statements, number, documents)
        + statements.flatMap { try written($0, documents) + $0.lines.compactMap { Self.use($0)?.line } }
      let note = notes[number]
      let mistake = ["fails": "await runFailing", "reports": "await runReporting"][note ?? ""]
      let isTest = mistake != nil || code.contains { $0.contains("#expect(") }
      let isAsync = mistake != nil || code.contains { $0.contains("await ") }
      lines.append("\(isTest ? "@Test " : "")@MainActor func statements\(number)() \(isAsync ? "async " : "")throws {")
      if let note, mistake == nil { lines.append("guard \(note) else { return }") }
      if isTest { lines.append("try \(mistake ?? (isAsync ? "await runLive" : "runLiveSynchronously")) {") }
      lines += code + (isTest ? ["}", "}"] : ["}"])
    }
    return lines
  }

  /// A line that reads a variable, and changes it if it can be changed: others need not do so.
  private static func use(_ line: String) -> (name: String, line: String)? {
    guard let first = line.first, "@glv".contains(first) else { return nil }
    return line.firstMatch(of: #/^((?:@\w+(?:\(.*\))? )*)(?:guard )?(let|var) (\w+)(.*)/#).map { match in
      let isChanged = match.2 == "var" && match.1.isEmpty && match.4.contains(" = ")
      return (String(match.3), isChanged ? "use(&\(match.3))" : "_ = \(match.3)")
    }
  }

  private func wrapped(_ chunk: Chunk, _ number: Int, _ documents: Documents) throws -> [String] {
    let isOfBlock = prelude.contains { $0.text.contains(" Action\(number) ") }
    let (state, action) = isOfBlock ? ("State\(number)", "Action\(number)") : ("State", "Action")
    let locals = try locals(for: [chunk], number, documents)
    func between(_ first: String, _ last: String) -> [String] {
      locals + [documents.place(chunk.path, chunk.firstLine - 1), first] + lines(of: chunk) + [last]
    }
    switch chunk.kind {
    case .member:
      let aliases = ["State", "Action"].filter { name in
        !chunk.lines.contains { ["struct", "enum"].contains($0.prefix { $0 != " " }) && $0.contains(" \(name)") }
          && prelude.contains { $0.kind == .member && $0.text.contains(" \(name)") }
      }
      let body = chunk.text.contains("var body") ? [] : ["var body: some ReducerOf<Self> { EmptyReducer() }"]
      return ["@Reducer struct Feature\(number) {"] + locals.filter { !Self.isUse($0) }
        + aliases.map { "typealias \($0) = \(space).\($0)" } + (try written(chunk, documents)) + body + ["}"]
    case .reducer:
      return ["@ReducerBuilder<\(state), \(action)> func reducer\(number)() -> some Reducer<\(state), \(action)> {"]
        + locals.filter { !Self.isUse($0) } + (try written(chunk, documents)) + ["}"]
    case .modifiers where !hasElement:
      return ["func reducer\(number)() -> some Reducer<\(state), \(action)> {"]
        + between("return Reduce<\(state), \(action)> { _, _ in .none }", "}")
    case .overrides:
      return ["@MainActor func overrides\(number)() {"] + between("withDependencies {", "} operation: {}") + ["}"]
    case .elements, .modifiers:
      return ["@MainActor func elements\(number)() {"]
        + between(hasElement ? "let _: [Element] = [" : "_ = [", "]") + ["}"]
    case .declaration, .test, .cases, .effect, .statements: return []
    }
  }

  /// The variables and functions of the prelude that chunks mention, and those that these mention. A variable for one
  /// block has its number: `store5` is what the fifth block names `store`.
  private func locals(for chunks: [Chunk], _ number: Int, _ documents: Documents) throws -> [String] {
    var words = Set(chunks.flatMap { Self.words($0.text) })
    let declared = Set(chunks.flatMap { $0.lines.compactMap { Self.use($0)?.name } })
    let names = prelude.compactMap(\.localName)
    var lines: [String] = []
    for chunk in prelude.reversed() {
      guard let localName = chunk.localName else { continue }
      let isOfBlock = localName.hasSuffix("\(number)") && names.contains(String(localName.dropLast()))
      let name = isOfBlock ? String(localName.dropLast()) : localName
      guard isOfBlock || !names.contains("\(localName)\(number)"), words.contains(name), !declared.contains(name)
      else { continue }
      let renamed = isOfBlock ? ["let \(name) = \(localName)"] : []
      lines = try written(chunk, documents) + renamed + chunk.lines.compactMap { Self.use($0)?.line } + lines
      words.formUnion(Self.words(chunk.text))
    }
    return lines
  }

  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }

  private var hasElement: Bool { prelude.contains { $0.text.contains("typealias Element ") } }

  private static func isUse(_ line: String) -> Bool { line.hasPrefix("_ = ") || line.hasPrefix("use(&") }

  private func written(_ chunk: Chunk, _ documents: Documents) throws -> [String] {
    let condition = [": View {": "SwiftUI", ".publisher {": "Combine"].first { chunk.text.contains($0.key) }?.value
    var lines = [documents.place(chunk.path, chunk.firstLine)]
    for (index, line) in self.lines(of: chunk).enumerated() {
      if line.contains("#include"), let included = line.firstMatch(of: #/^ *// #include (.+)/#) {
        lines += try Self.tutorial(String(included.1), documents)
      } else {
        lines.append(line)
        // What a comment says that is printed: `print(1 + 1)  // 2`.
        guard line.contains("print("), let printed = line.firstMatch(of: #/^ *print\((.+)\) +// ([^:]+)/#) else {
          continue
        }
        lines.append("#expect(\"\\(\(printed.1))\" == #\"\(printed.2)\"#)")
      }
      lines.append(documents.place(chunk.path, chunk.firstLine + index + 1))
    }
    guard let condition else { return lines }
    return ["#if canImport(\(condition))"] + lines + [condition == "Combine" ? "#else\nreturn .none" : "", "#endif"]
  }

  private func lines(of chunk: Chunk) -> [String] {
    let indentation = String(repeating: " ", count: chunk.indentation)
    return chunk.lines.map { $0.isEmpty ? "" : indentation + $0 }
  }

  /// A file of the tutorial. Its code stands within a type here, where there are no imports, and those who include tests
  /// call them. Blanks keep the lines and columns.
  private static func tutorial(_ file: String, _ documents: Documents) throws -> [String] {
    let path = "Sources/Store/Documentation.docc/Resources/Tutorial/\(file)"
    return [documents.place(path, 1)]
      + CodeBlock.lines(of: try documents.text(of: path)).map { line in
        line.hasPrefix("import ") || line.hasPrefix("@testable import ")
          ? "" : line.replacingOccurrences(of: "@Test ", with: "      ")
      }
  }
}

extension Chunk {
  /// The name of a variable or a function of a prelude.
  fileprivate var localName: String? {
    guard let line = lines.first, "@flv".contains(line.prefix(1)) else { return nil }
    return line.firstMatch(of: #/^(?:@\w+(?:\(.*\))? )*(?:let|var|func) (\w+)/#).map { String($0.1) }
  }

  fileprivate var isStatic: Bool { lines[0].hasPrefix("static ") }
}
