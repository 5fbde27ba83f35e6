#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport
  import Testing

  @testable import StoreMacros

  /// Declarations that were not written for macros: those of this package. The compiler accepts all of them with the
  /// macros' expansions.
  @Suite(.ownThreads) struct PackageTests {
    @Test(
      .enabled(if: Compiler.isAvailable, "There is no swiftc."),
      arguments: [
        "DemoCLI", "DemoServer", "Dependencies", "Features", "LoopbackServer", "Store", "StoreInspection",
        "StoreMacros", "StoreScript", "StoreTesting", "StoreTrace",
      ]
    )
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
        case .struct where type.canBeClient:
          return ("@DependencyClient @ObservableState ", nil)
        // A client has the conformance to `NonisolatedMembers` already, and the copy of that protocol in a copy of the
        // module is not the one that `@Reducer` names.
        case .struct where !isHidden && type.canBeReducer && module != "Dependencies" && !type.isClient:
          return ("@Reducer @ObservableState ", nil)
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
        let text = String(decoding: bytes, as: UTF8.self)
        return (
          file.path.split(separator: "/").suffix(2).joined(separator: "+"),
          imports + (module == "Dependencies" ? qualifyingCalls(in: text) : text)
        )
      }
      let features = ["NonisolatedNonsendingByDefault", "ExistentialAny", "MemberImportVisibility"]
      let options =
        // All files at once: compiled one by one, each would expand the macros of the others again.
        ["-swift-version", "6", "-wmo"] + features.flatMap { ["-enable-upcoming-feature", $0] }
      // A module that other modules import can't have a copy of the same name.
      return (
        count, try Compiler.output(for: sources, module: module == "Dependencies" ? "Copy" : module, options: options)
      )
    }

    /// The copy of `Dependencies` and the module itself both have a `reportIssue`.
    private static func qualifyingCalls(in text: String) -> String {
      text.replacing("reportIssue(", with: "Copy.reportIssue(")
        .replacing("func Copy.reportIssue(", with: "func reportIssue(")
        .replacing(".Copy.reportIssue(", with: ".reportIssue(")
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

    private var variables: [VariableDeclaration] {
      members.flattened.compactMap { if case .variable(let variable) = $0 { variable } else { nil } }
    }

    private var hasInitializers: Bool {
      members.flattened.contains {
        if case .function(let function) = $0 { function.name.text == "init" } else { false }
      }
    }

    /// Whether the struct is a client with endpoints that all have an unimplemented value.
    fileprivate var canBeClient: Bool {
      let endpoints = variables.filter { !$0.isLet && !$0.modifiers.contains { $0.name == "static" } }
        .flatMap(\.bindings).compactMap { $0.type.flatMap { FunctionType($0) } }
      return !hasInitializers && !attributes.contains("DependencyClient") && !endpoints.isEmpty
        && endpoints.allSatisfy { $0.throwsClause?.text == "throws" || $0.returnType.text == "Void" }
    }

    /// Whether the struct does not use the names of a reducer's members for something else.
    fileprivate var canBeReducer: Bool {
      !["State", "Action", "body", "Reducer"].contains { slice.text.contains($0) }
        && !inheritedTypes.contains { $0.text == "~Copyable" }
        // Swift 6.3 does not always see that a type is `Sendable` through another protocol where a macro adds a
        // conformance.
        && !inheritedTypes.contains { ["Clock", "FormDraft", "SharedKey", "SharedReaderKey"].contains($0.text) }
        // With a member macro of arbitrary names, Swift 6.3 finds the operators that a type declares twice.
        && !members.contains {
          if case .function(let function) = $0 { "=<".contains(function.name.text.prefix(1)) } else { false }
        }
        // The name of a parameter of the macro.
        && name.text != "SynthesizedConformance"
    }
  }

  extension TypeDeclaration {
    fileprivate var isClient: Bool { attributes.contains { $0.baseName == "DependencyClient" } }
  }
#endif
