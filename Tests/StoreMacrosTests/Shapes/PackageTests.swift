#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport
  import Testing

  @testable import StoreMacros

  /// Declarations that were not written for macros: those of this package. The compiler accepts all of them with the
  /// macros' expansions.
  @Suite(.ownThreads) struct PackageTests {
    /// The modules with most of the types. `scripts/soak` compiles the others too.
    private static let modules =
      ["Features", "Store"]
      + (randomInputs(1) == 1
        ? []
        : [
          "DemoCLI", "DemoServer", "StoreInspection", "StoreMacros", "StoreScript", "StoreTesting", "StoreTrace",
          "StoreWeb",
        ])

    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."), arguments: modules)
    func declarations(module: String) throws {
      let extended = try Self.conformingByExtensions(module)
      let result = try Self.compile(module) { path in
        guard let type = path.last else { return nil }
        let isHidden = path.dropFirst().contains { $0.modifiers.contains { $0.name == "private" } }
        switch type.keyword {
        case .enum where type.canBeCasePathable && !extended.contains(type.name.text):
          // An extension can't access a type that is private to another type, so the declaration itself gets the
          // conformance.
          guard isHidden, !type.inherits("CasePathable") else { return ("@CasePathable ", nil) }
          return ("@CasePathable ", type.inheritedTypes.isEmpty ? ": CasePathable" : ", CasePathable")
        case .struct:
          return ("@ObservableState ", nil)
        default:
          return nil
        }
      }
      #expect(result.output == "")
      #expect(result.count > 0)
    }

    /// Compiles the sources of a module, with an attribute and possibly a conformance at types. `choose` is passed the
    /// types around a type, outermost first, and the type itself.
    private static func compile(
      _ module: String,
      _ choose: ([TypeDeclaration]) -> (attribute: String, conformance: String?)?
    ) throws -> (count: Int, output: String) {
      var count = 0
      let sources = try files(of: module).map { file in
        let source = SourceText(bytes: [UInt8](try Data(contentsOf: file)))
        var edits: [(Int, String)] = []
        visit(Parser.members(in: source).0, in: []) { path in
          guard let type = path.last, let (attribute, conformance) = choose(path) else { return }
          count += 1
          edits.append((type.slice.range.lowerBound, attribute))
          if let conformance {
            let end = type.inheritedTypes.last ?? type.genericParameters.last?.slice ?? type.name
            let isGeneric = type.inheritedTypes.isEmpty && !type.genericParameters.isEmpty
            edits.append((end.range.upperBound + (isGeneric ? 1 : 0), conformance))
          }
        }
        var bytes = source.bytes
        for (offset, text) in edits.sorted(by: { $0.0 > $1.0 }) {
          bytes.insert(contentsOf: text.utf8, at: offset)
        }
        // On the first line, so that the line numbers stay the same.
        let imports = module == "Store" ? "import DependenciesMacros; " : "import Store; "
        let name = file.path.split(separator: "/").suffix(2).joined(separator: "+")
        return (name, imports + String(decoding: bytes, as: UTF8.self))
      }
      let features = ["NonisolatedNonsendingByDefault", "ExistentialAny", "MemberImportVisibility"]
      let options =
        // All files at once: compiled one by one, each would expand the macros of the others again.
        ["-swift-version", "6", "-wmo"] + features.flatMap { ["-enable-upcoming-feature", $0] }
      return (count, try Compiler.output(for: sources, module: module, options: options))
    }

    private static func files(of module: String) -> [URL] {
      // The files in `Macros` are compiled as part of their module, so the file that exports the module is left out.
      SwiftFiles.ofThisPackage().filter {
        $0.path.contains("/Sources/\(module)/") && !$0.path.hasSuffix("/Macros/Exports.swift")
      }
    }

    /// The names of enums to which an extension adds the conformance to `CasePathable`.
    private static func conformingByExtensions(_ module: String) throws -> Set<String> {
      var names: Set<String> = []
      for file in files(of: module) {
        visit(Parser.members(in: SourceText(bytes: [UInt8](try Data(contentsOf: file)))).0, in: []) { path in
          guard let type = path.last, type.keyword == .extension, type.inherits("CasePathable") else { return }
          names.insert(type.name.typeName)
        }
      }
      return names
    }

    private static func visit(
      _ members: [Member],
      in path: [TypeDeclaration],
      _ body: ([TypeDeclaration]) -> Void
    ) {
      for case .type(let type) in members.flattened {
        body(path + [type])
        visit(type.members, in: path + [type], body)
      }
    }
  }

  extension TypeDeclaration {
    fileprivate var canBeCasePathable: Bool {
      !attributes.contains("CasePathable") && !inheritedTypes.contains { $0.text == "~Copyable" }
    }
  }
#endif
