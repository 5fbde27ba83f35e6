#if os(Linux) || os(macOS)
  import Foundation
  import Testing

  @testable import StoreMacros

  /// Declarations that nobody wrote with macros in mind: those of this package. The compiler takes all of them with
  /// their expansions.
  @Suite struct PackageTests {
    @Test(
      .enabled(if: Compiler.isAvailable, "There is no swiftc."),
      arguments: [
        "DemoCLI", "DemoServer", "Dependencies", "Features", "LoopbackServer", "Store", "StoreInspection",
        "StoreMacros",
        "StoreTesting",
      ]
    )
    func declarations(module: String) async throws {
      let result = try await onOwnThread {
        let extended = try Self.conformingByExtensions(module)
        return try Self.compile(module) { path in
          guard let type = path.last else { return nil }
          let isHidden = path.dropFirst().contains { $0.modifiers.contains { $0.name == "private" } }
          switch type.keyword {
          case .enum where type.canBeCasePathable && !extended.contains(type.name.text):
            // An extension can't see what is private to a type; a conformance of the declaration's own does without.
            guard isHidden, !type.inherits("CasePathable") else { return ("@CasePathable ", nil) }
            return ("@CasePathable ", type.inheritedTypes.isEmpty ? ": CasePathable" : ", CasePathable")
          case .struct where type.canBeClient:
            return ("@DependencyClient @ObservableState ", nil)
          case .struct where !isHidden && type.canBeReducer:
            return ("@Reducer @ObservableState ", nil)
          case .struct:
            return ("@ObservableState ", nil)
          default:
            return nil
          }
        }
      }
      #expect(result.output == "")
      #expect(result.count > 0)
    }

    /// Compiles a module's sources with an attribute, and maybe a conformance, at types that are chosen by their path:
    /// the types around one, outermost first, and itself.
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
        // On the first line, so that places stay what they are.
        let imports = module == "Store" ? "import DependenciesMacros; " : "import Store; "
        let text = String(decoding: bytes, as: UTF8.self)
        return (
          file.path.split(separator: "/").suffix(2).joined(separator: "+"),
          imports + (module == "Dependencies" ? qualifyingCalls(in: text) : text)
        )
      }
      let features = ["NonisolatedNonsendingByDefault", "ExistentialAny", "MemberImportVisibility"]
      let options =
        // All files at once: one after the other, each would expand the macros of the others again.
        ["-swift-version", "6", "-wmo"]
        + ["CCurl", "CEdit", "CSQLite", "StoreInspection/Report/Page/include"].flatMap {
          ["-I", SwiftFiles.package.appending(path: "Sources/\($0)").path]
        }
        + features.flatMap { ["-enable-upcoming-feature", $0] }
      // A module that others are built on can't be there twice.
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
      // The folder with the macros is compiled as a part of the module that it belongs to, which it need not import.
      SwiftFiles.ofThisPackage().filter {
        $0.path.contains("/Sources/\(module)/") && !$0.path.hasSuffix("/Macros/Exports.swift")
      }
    }

    /// The enums that an extension makes `CasePathable`.
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

    /// Whether the struct is a client of closures that all have something to do when they are not implemented.
    fileprivate var canBeClient: Bool {
      let endpoints = variables.filter { !$0.isLet && !$0.modifiers.contains { $0.name == "static" } }
        .flatMap(\.bindings).compactMap { $0.type.flatMap { FunctionType($0) } }
      return !hasInitializers && !attributes.contains("DependencyClient") && !endpoints.isEmpty
        && endpoints.allSatisfy { $0.throwsClause?.text == "throws" || $0.returnType.text == "Void" }
    }

    /// Whether the struct has room for what a reducer has, and its names mean nothing else in it.
    fileprivate var canBeReducer: Bool {
      !["State", "Action", "body", "Reducer"].contains { slice.text.contains($0) }
        && !inheritedTypes.contains { $0.text == "~Copyable" }
        // Of a generic type that is `Sendable` by another protocol, Swift 6.3 says that it is not where a macro adds a
        // conformance to it.
        && !inheritedTypes.contains { ["Clock", "SharedKey", "SharedReaderKey"].contains($0.text) }
        // Of operators that the type itself declares, Swift 6.3 finds two where there is a member macro of any names.
        && !members.contains {
          if case .function(let function) = $0 { "=<".contains(function.name.text.prefix(1)) } else { false }
        }
        // A parameter of the macro itself.
        && name.text != "SynthesizedConformance"
    }
  }
#endif
