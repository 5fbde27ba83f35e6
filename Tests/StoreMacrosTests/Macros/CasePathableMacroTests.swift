import Testing

@testable import StoreMacros

@Suite struct CasePathableMacroTests {
  private func members(_ source: String, in context: [String] = []) -> MacroExpansion {
    MacroExpansion("CasePathableMacro", "member", attribute: "@CasePathable", of: source, in: context)
  }

  private func conformance(_ source: String, in context: [String] = [], to protocols: [String] = ["CasePathable"])
    -> MacroExpansion
  {
    MacroExpansion(
      "CasePathableMacro",
      "extension",
      attribute: "@CasePathable",
      of: source,
      in: context,
      extending: "Outer.A",
      to: protocols
    )
  }

  /// The path of a case, with the functions that embed its value and extract it.
  private func path(
    _ name: String,
    _ value: String,
    attribute: String = "",
    access: String = "",
    embed: String,
    extract: (pattern: String, value: String)
  ) -> String {
    """
    \(attribute)\(access)var \(name): AnyCasePath<A, \(value)> {
      AnyCasePath(`\(name) functions`.self)
    }
    \(attribute)private nonisolated enum `\(name) functions`: CaseFunctions {
      static var functions: AnyCasePath<A, \(value)>.Functions {
        (
          \(embed),
          {
            guard case .\(extract.pattern) = $0 else { return nil }
            return \(extract.value)
          }
        )
      }
    }
    """
    .split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  }

  @Test func members() {
    let expansion = members(
      """
      /// Documented.
      @CasePathable public indirect enum A: Equatable {
        case none, one(Int)
        case labelled(value: Self = .none)
        case several(Int, value: String)
      }
      """
    )
    #expect(expansion.messages == [])
    let paths = [
      path("none", "Void", access: "public ", embed: "{ _ in .none }", extract: ("none", "()")),
      path("one", "Int", access: "public ", embed: "A.one(_:)", extract: ("one(let value)", "value")),
      path("labelled", "A", access: "public ", embed: "A.labelled(value:)", extract: ("labelled(let value)", "value")),
      path(
        "several",
        "(Int, value: String)",
        access: "public ",
        embed: "{ .several($0.0, value: $0.1) }",
        extract: ("several(let value0, let value1)", "(value0, value1)")
      ),
    ]
    #expect(
      expansion.source == """
        public nonisolated struct AllCasePaths: CasePathReflectable, IdentifiedCases, Sendable, Swift.Sequence {
        \(paths.joined(separator: "\n"))
          public func identity(of root: A) -> CaseIdentity {
            if case .none = root { return CaseIdentity(0) }
            if case .one(let payload) = root { return CaseIdentity(1, payload: payload) }
            if case .labelled(let payload) = root { return CaseIdentity(2, payload: payload) }
            if case .several = root { return CaseIdentity(3) }
            return CaseIdentity(4)
          }
          public subscript(root: A) -> PartialCaseKeyPath<A> {
            if case .none = root { return \\.none }
            if case .one = root { return \\.one }
            if case .labelled = root { return \\.labelled }
            if case .several = root { return \\.several }
            return \\.never
          }
          public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<A>]> {
            var paths: [PartialCaseKeyPath<A>] = []
            paths.append(\\.none)
            paths.append(\\.one)
            paths.append(\\.labelled)
            paths.append(\\.several)
            return paths.makeIterator()
          }
        }
        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        """
    )
  }

  @Test func conditions() {
    let expansion = members(
      """
      @CasePathable enum A {
        #if DEBUG && os(Linux) // here
          @available(*, deprecated) case a
        #elseif X
          func f() {}
        #else
          case b(Int)
        #endif
        #if Y
          var c: Int { 1 }
        #endif
        @available(*, unavailable) case d
        @available(macOS 15, *) case e
      }
      """
    )
    #expect(expansion.messages == [])
    let a = path("a", "Void", attribute: "@available(*, deprecated)\n", embed: "{ _ in .a }", extract: ("a", "()"))
    let b = path("b", "Int", embed: "A.b(_:)", extract: ("b(let value)", "value"))
    let e = path("e", "Void", attribute: "@available(macOS 15, *)\n", embed: "{ _ in .e }", extract: ("e", "()"))
    #expect(
      expansion.source == """
        nonisolated struct AllCasePaths: CasePathReflectable, IdentifiedCases, Sendable, Swift.Sequence {
          #if DEBUG && os(Linux)
        \(a)
          #elseif X
          #else
        \(b)
          #endif
        \(e)
          @available(*, deprecated)
          func identity(of root: A) -> CaseIdentity {
            #if DEBUG && os(Linux)
            if case .a = root { return CaseIdentity(0) }
            #elseif X
            #else
            if case .b(let payload) = root { return CaseIdentity(1, payload: payload) }
            #endif
            return CaseIdentity(2)
          }
          @available(*, deprecated)
          subscript(root: A) -> PartialCaseKeyPath<A> {
            #if DEBUG && os(Linux)
            if case .a = root { return \\.a }
            #elseif X
            #else
            if case .b = root { return \\.b }
            #endif
            return \\.never
          }
          @available(*, deprecated)
          func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<A>]> {
            var paths: [PartialCaseKeyPath<A>] = []
            #if DEBUG && os(Linux)
            paths.append(\\.a)
            #elseif X
            #else
            paths.append(\\.b)
            #endif
            return paths.makeIterator()
          }
        }
        nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        """
    )
  }

  @Test func accessLevels() {
    let headers = [
      "": "", "public ": "public ", "package ": "package ", "internal ": "", "fileprivate ": "", "private ": "",
    ]
    for (modifier, access) in headers {
      #expect(
        members("@CasePathable \(modifier)enum A {}").source == """
          \(access)nonisolated struct AllCasePaths: CasePathReflectable, IdentifiedCases, Sendable, Swift.Sequence {
            \(access)func identity(of root: A) -> CaseIdentity {

            }
            \(access)subscript(root: A) -> PartialCaseKeyPath<A> {

            }
            \(access)func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<A>]> {
              let paths: [PartialCaseKeyPath<A>] = []
              return paths.makeIterator()
            }
          }
          \(access)nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
          """
      )
    }
    #expect(members("@CasePathable @usableFromInline enum A {}").source.hasPrefix("@usableFromInline nonisolated"))
    let context = ["public extension Outer {}", "enum Other {}"]
    #expect(members("@CasePathable enum A {}", in: context).source.hasPrefix("public nonisolated"))
    #expect(members("@CasePathable internal enum A {}", in: context).source.hasPrefix("nonisolated"))
    #expect(members("@CasePathable enum A {}", in: ["public struct B {}"]).source.hasPrefix("nonisolated"))
  }

  /// Inside a sequence, `Element` and `Iterator` mean its associated types, so the expansion uses aliases of the enum's
  /// own. Members and cases of these names stay as they are.
  @Test func namesOfSequences() {
    let expansion = members(
      "@CasePathable public enum Element<Iterator> { case a(Element), b([Iterator], a: Other.Element), Iterator }"
    )
    #expect(expansion.messages == [])
    for part in [
      "public var a: AnyCasePath<_$Element, _$Element> {", "AnyCasePath<_$Element, ([_$Iterator], a: Other.Element)>",
      "guard case .Iterator = $0", "public subscript(root: _$Element) -> PartialCaseKeyPath<_$Element> {",
      "\npublic typealias _$Element = Element", "\npublic typealias _$Iterator = Iterator",
    ] {
      #expect(expansion.source.contains(part), "\(part)")
    }
  }

  @Test func bindable() {
    let bindable = members("@CasePathable enum A: Store.BindableAction { case binding(Store.BindingAction<B>) }")
    #expect(
      bindable.source.hasPrefix(
        "nonisolated struct AllCasePaths: CasePathReflectable, IdentifiedCases, Sendable, Swift.Sequence, BindableCasePaths {"
      )
    )
    for source in [
      "@CasePathable enum A { case binding(BindingAction<B>) }",
      "@CasePathable enum A: BindableAction { case binding(Int) }",
      "@CasePathable enum A: BindableAction { case other(BindingAction<B>) }",
      "@CasePathable enum A: BindableAction { static func binding(_: BindingAction<B>) -> A { } }",
    ] {
      #expect(
        members(source).source.hasPrefix(
          "nonisolated struct AllCasePaths: CasePathReflectable, IdentifiedCases, Sendable, Swift.Sequence {"
        )
      )
    }
  }

  @Test func whatIsDeclaredAlready() {
    #expect(members("@CasePathable enum A { struct AllCasePaths {} }").source == "")
    #expect(members("@CasePathable enum A { typealias AllCasePaths = B }").source == "")
    #expect(conformance("@CasePathable enum A: CasePathable {}", to: []).source == "")
  }

  @Test func extensions() {
    func iterable(_ source: String) -> String {
      conformance(source, to: ["CasePathable", "CasePathIterable"]).source
    }
    #expect(conformance("@CasePathable enum A {}").source == "nonisolated extension Outer.A: CasePathable {}")
    #expect(iterable("@CasePathable enum A {}") == "nonisolated extension Outer.A: CasePathable, CasePathIterable {}")
    #expect(
      iterable("@CasePathable enum A { struct AllCasePaths {} }") == "nonisolated extension Outer.A: CasePathable {}"
    )
    #expect(
      iterable("@CasePathable enum A { /* AllCasePaths */ enum B { struct AllCasePaths {} } }")
        == "nonisolated extension Outer.A: CasePathable, CasePathIterable {}"
    )
    #expect(
      conformance("@available(macOS 15, iOS 18, *) @available(tvOS 18, *) @CasePathable enum A {}").source == """
        @available(macOS 15, iOS 18, *)
        @available(tvOS 18, *)
        nonisolated extension Outer.A: CasePathable {}
        """
    )
    #expect(
      conformance("@CasePathable enum A {}", in: ["enum B {}", "\n@available(macOS 15, *)\nstruct Outer {}"]).source
        == """
        @available(macOS 15, *)
        nonisolated extension Outer.A: CasePathable {}
        """
    )
  }

  /// Braces in attributes do not start the members.
  @Test func bracesInAttributes() {
    for attribute in ["@A({ 1 })", "@A(a: \"{\")", "@A(a: [{ $0 }], b: c {})", "/* { */ @A"] {
      #expect(
        conformance("@CasePathable \(attribute) @available(macOS 15, *) enum A { case a }").source == """
          @available(macOS 15, *)
          nonisolated extension Outer.A: CasePathable {}
          """,
        "\(attribute)"
      )
    }
  }

  @Test(arguments: ["struct", "class", "actor", "protocol"])
  func otherKinds(keyword: String) {
    let expansion = members("@CasePathable \(keyword) A {}")
    let message = """
      error «\(keyword)»: '@CasePathable' can only be applied to an enum: it makes key paths to cases. 'A' is \
      \(keyword == "actor" ? "an" : "a") \(keyword).
      """
    #expect(expansion.messages == [message])
    #expect(expansion.fixed() == " \(keyword) A {}")
    #expect(conformance("@CasePathable \(keyword) A {}").messages == [])
    #expect(expansion.source + conformance("@CasePathable \(keyword) A {}").source == "")
  }

  @Test func overloadedCases() {
    let expansion = members("@CasePathable enum A { case a(b: Int), c, a(d: Int); case `c`(Int) }")
    #expect(
      expansion.messages
        == ["a", "`c`"].map {
          """
          error «\($0)»: '@CasePathable' can't tell two cases named '\($0.filter { $0 != "`" })' apart: a case key path is \
          a name without labels. Rename one of them.
          """
        }
    )
    #expect(expansion.diagnostics.map { $0.notes.map { $0.place.range.lowerBound } } == [[28], [39]])
    #expect(expansion.source == "")
    #expect(members("@CasePathable enum A {\n#if X\ncase a\n#else\ncase a\n#endif\n}").messages == [])
  }

  @Test func privateTypes() {
    let expansion = conformance("@CasePathable private enum A {}", in: ["struct Outer {}"])
    let message = """
      error «private»: '@CasePathable' adds an extension, which can't see the 'private' type 'A'. Make it 'fileprivate'.
      """
    #expect(expansion.messages == [message])
    #expect(expansion.fixed() == "@CasePathable fileprivate enum A {}")
    #expect(expansion.source == "")
    let inner = conformance("@CasePathable enum A {}", in: ["private struct B {}", "struct Outer {}"])
    #expect(inner.diagnostics.map(\.place.text) == ["enum"])
    #expect(inner.diagnostics.first?.fixIts.isEmpty == true)
    // At file level, a `private` enum is no error.
    #expect(conformance("@CasePathable private enum A {}").messages == [])
    #expect(conformance("@CasePathable enum A {}", in: ["private struct Outer {}"]).messages == [])
    #expect(conformance("@CasePathable private(set) enum A {}", to: []).messages == [])
  }

  @Test func whatCannotBeRead() {
    let expansion = members("@CasePathable enum A { case }")
    #expect(!expansion.diagnostics.isEmpty)
    #expect(MacroExpansion("CasePathableMacro", "member", of: "").source == "")
  }
}
