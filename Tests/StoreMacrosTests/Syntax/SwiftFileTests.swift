import Foundation
import TestSupport
import Testing

@testable import StoreMacros

/// Files that the compiler accepts are parsed without diagnostics and with the same declarations.
@Suite struct SwiftFileTests {
  @Test func filesOfThisPackage() async throws {
    let complaints = try await onOwnThread { try Self.complaints(SwiftFiles.ofThisPackage()) }
    #expect(complaints == [])
  }

  #if os(Linux) || os(macOS)
    /// The interfaces of the standard library's modules contain all of Swift's syntax. The largest files are left out,
    /// because they contain nothing else.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."))
    func filesOfTheToolchain() async throws {
      let complaints = try await onOwnThread {
        let files = try SwiftFiles.ofTheToolchain().map { ($0, try Data(contentsOf: $0).count) }
        guard !files.isEmpty else { return ["The toolchain has no interfaces."] }
        return try Self.complaints(files.filter { $0.1 < 60_000 }.map(\.0))
      }
      #expect(complaints == [])
    }
  #endif

  /// The diagnostics and violations of files.
  private static func complaints(_ files: [URL]) throws -> [String] {
    try files.flatMap { file in
      let bytes = [UInt8](try Data(contentsOf: file))
      let check = SyntaxCheck(bytes)
      return check.violations.map { "\(file.path): \($0)" }
        + check.diagnostics.map { diagnostic in
          let line = bytes[..<diagnostic.place.range.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
          return "\(file.path):\(line): \(diagnostic.message): \(diagnostic.place.text)"
        }
    }
  }

  #if os(Linux) || os(macOS)
    /// A declaration in a file, according to the compiler or the parser, and its offset.
    private struct Declared: Hashable, CustomStringConvertible {
      let kind: String
      let name: String
      /// The labels of parameters, each with `=` if it has a default value, and the names of generic parameters.
      var details = ""
      let offset: Int?

      var description: String { "\(kind) \(name)\(details) at \(offset.map(String.init) ?? "?")" }
    }

    /// The compiler's own parser finds the same types, cases, functions and variables.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."))
    func declarationsAreThoseOfTheCompiler() async throws {
      let folders = ["Sources/Store/", "Sources/StoreMacros/", "Tests/StoreMacrosTests/"]
      let files = SwiftFiles.ofThisPackage().filter { file in folders.contains { file.path.contains($0) } }
      let differences = try await onOwnThread { try Self.differences(files) }
      #expect(differences.filter { $0 != "" } == [])
      #expect(!differences.isEmpty, "The compiler has written down no file.")
    }

    /// The differences between the parser and the compiler for each file whose tree the compiler writes. The compiler
    /// reads all files in one run, because starting it takes longer than reading a file.
    private static func differences(_ files: [URL]) throws -> [String] {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let outputs = files.indices.map { folder.appending(path: "\($0).json") }
      let options =
        files.map { "-primary-file '\($0.path)'" } + outputs.map { "-o '\($0.path)'" }
      // It fails if a file has mistakes, and has written the others.
      _ = try? Shell.run(
        "swiftc -frontend -dump-parse -dump-ast-format json -parse-as-library " + options.joined(separator: " "),
        in: folder
      )
      return try zip(files, outputs).compactMap { try difference($0, from: $1) }
    }

    /// The difference between the parser's declarations and the tree that the compiler has written for a file; `nil` if
    /// the tree can't be read.
    private static func difference(_ file: URL, from written: URL) throws -> String? {
      guard let output = try? Data(contentsOf: written), !output.isEmpty else { return nil }
      // For a few files, the output of swiftc 6.3 is not valid JSON.
      guard let tree = try? JSONSerialization.jsonObject(with: output) as? [String: Any] else { return nil }
      var expected: [Declared: Int] = [:]
      collect(tree["items"]) { expected[$0, default: 0] += 1 }
      var found: [Declared: Int] = [:]
      let source = SourceText(bytes: [UInt8](try Data(contentsOf: file)))
      collect(Parser.members(in: source).0, isConditional: false) { declared, isConditional in
        // The compiler's tree leaves out declarations that a condition excludes.
        if !isConditional || expected[declared] != nil { found[declared, default: 0] += 1 }
      }
      let missing = expected.filter { found[$0.key] != $0.value }.keys
      let extra = found.filter { expected[$0.key] != $0.value }.keys
      guard !missing.isEmpty || !extra.isEmpty else { return "" }
      return "\(file.path): the compiler has \(Array(missing)), the parser \(Array(extra))\n"
    }

    private static func collect(_ items: Any?, _ body: (Declared) -> Void) {
      for case let item as [String: Any] in items as? [Any] ?? [] {
        let offset = (item["range"] as? [String: Any])?["start"] as? Int
        let name = name(item)
        let generics = (item["generic_params"] as? [[String: Any]] ?? []).filter { $0["implicit"] == nil }.map(
          self.name
        )
        let details = generics.isEmpty ? "" : "<\(generics.joined(separator: ","))>"
        let parameters = (item["params"] as? [String: Any])?["params"] as? [[String: Any]] ?? []
        // The parameters of an operator have names but no labels.
        let isOperator = !(name.unicodeScalars.first.map { $0.properties.isXIDStart || $0 == "_" } ?? true)
        let labels = parameters.map {
          (isOperator ? "" : $0["apiName"] as? String ?? "") + ($0["default_arg"] == nil ? "" : "=")
        }
        let list = "(\(labels.joined(separator: ",")))"
        switch item["_kind"] as? String {
        case "struct_decl": body(Declared(kind: "struct", name: name, details: details, offset: offset))
        case "enum_decl": body(Declared(kind: "enum", name: name, details: details, offset: offset))
        case "class_decl": body(Declared(kind: "class", name: name, details: details, offset: offset))
        case "protocol": body(Declared(kind: "protocol", name: name, offset: offset))
        case "extension_decl": body(Declared(kind: "extension", name: "", offset: offset))
        case "var_decl": body(Declared(kind: "var", name: name, offset: offset))
        case "enum_element_decl": body(Declared(kind: "case", name: name, details: list, offset: offset))
        case "func_decl": body(Declared(kind: "func", name: name, details: list + details, offset: nil))
        case "constructor_decl": body(Declared(kind: "func", name: "init", details: list + details, offset: nil))
        default: break
        }
        collect(item["members"], body)
      }
    }

    private static func name(_ item: [String: Any]) -> String {
      let name = item["name"] as? [String: Any]
      return (name?["base_name"] as? [String: Any])?["name"] as? String ?? ""
    }

    private static func collect(_ members: [Member], isConditional: Bool, _ body: (Declared, Bool) -> Void) {
      func names(_ slice: SourceSlice?) -> String {
        let name = slice?.text.filter { $0 != "`" } ?? ""
        return name == "_" ? "" : name
      }
      func list(_ parameters: [Parameter], isOperator: Bool = false) -> String {
        let labels = parameters.map {
          (isOperator ? "" : names($0.firstName)) + ($0.defaultValue == nil ? "" : "=")
        }
        return "(\(labels.joined(separator: ",")))"
      }
      func generics(_ parameters: [GenericParameter]) -> String {
        parameters.isEmpty ? "" : "<\(parameters.map { names($0.name) }.joined(separator: ","))>"
      }
      for member in members {
        switch member {
        case .enumCase(let declaration):
          for element in declaration.elements {
            let declared = Declared(
              kind: "case",
              name: names(element.name),
              details: list(element.parameters ?? []),
              offset: element.slice.range.lowerBound
            )
            body(declared, isConditional)
          }
        case .variable(let declaration):
          for name in declaration.bindings.compactMap(\.name) {
            body(Declared(kind: "var", name: names(name), offset: name.range.lowerBound), isConditional)
          }
        case .function(let declaration):
          let name = names(declaration.name)
          let isOperator = !(name.unicodeScalars.first.map { $0.properties.isXIDStart || $0 == "_" } ?? true)
          let details = list(declaration.parameters, isOperator: isOperator) + generics(declaration.genericParameters)
          body(Declared(kind: "func", name: name, details: details, offset: nil), isConditional)
        case .type(let declaration):
          let kind = declaration.keyword == .actor ? "class" : declaration.keyword.rawValue
          let isGeneric = declaration.keyword != .protocol
          let declared = Declared(
            kind: kind,
            name: declaration.keyword == .extension ? "" : names(declaration.name),
            details: isGeneric ? generics(declaration.genericParameters) : "",
            offset: declaration.keywordSlice.range.lowerBound
          )
          body(declared, isConditional)
          collect(declaration.members, isConditional: isConditional, body)
        case .conditional(let conditional):
          for clause in conditional.clauses { collect(clause.members, isConditional: true, body) }
        case .typeAlias, .other: break
        }
      }
    }
  #endif
}
