import Testing

/// What `@CasePathable` expands to. `EnumShapes` are expansions that the compiler has accepted.
@Suite struct CasePathableMacroTests {
  /// The compiler of Linux ignores it.
  @Test func pathsAreAvailableWhereTheirCasesAre() {
    let expansion = MacroExpansion("@CasePathable enum A { case a; @available(macOS 15, *) case b(Int, c: String) }")
    #expect(expansion.messages == [])
    #expect(
      expansion.source.contains(
        """
          @available(macOS 15, *)
          var b: AnyCasePath<A, (Int, c: String)> {
            AnyCasePath(`b functions`.self)
          }
          @available(macOS 15, *)
          private nonisolated enum `b functions`: CaseFunctions {
            static var functions: AnyCasePath<A, (Int, c: String)>.Functions {
              (
                { .b($0.0, c: $0.1) },
                {
                  guard case .b(let value0, let value1) = $0 else { return nil }
                  return (value0, value1)
                }
              )
            }
          }
          func identity(of root: A) -> CaseIdentity {
            if case .a = root { return CaseIdentity(0) }
            return CaseIdentity(1)
          }
        """
      )
    )
  }

  static let levels: [(source: String, context: [String], header: String)] = [
    ("@CasePathable public enum A {}", [], "public nonisolated struct"),
    ("@CasePathable package enum A {}", [], "package nonisolated struct"),
    ("@CasePathable internal enum A {}", ["public extension Outer {}"], "nonisolated struct"),
    ("@CasePathable private enum A {}", [], "nonisolated struct"),
    ("@CasePathable @usableFromInline enum A {}", [], "@usableFromInline nonisolated struct"),
    ("@CasePathable enum A {}", ["public extension Outer {}", "enum Other {}"], "public nonisolated struct"),
    ("@CasePathable enum A {}", ["public struct B {}"], "nonisolated struct"),
  ]

  @Test(arguments: levels) func theAccessLevelIsThatOfTheEnum(source: String, context: [String], header: String) {
    let expansion = MacroExpansion(source, in: context).source
    #expect(expansion.hasPrefix("\(header) AllCasePaths"))
    #expect(expansion.contains("\n\(header.replacing("struct", with: "static var")) allCasePaths"))
  }

  static let available: [(source: String, context: [String])] = [
    ("@available(macOS 15, *) @CasePathable enum A {}", []),
    ("@CasePathable enum A {}", ["enum B {}", "\n@available(macOS 15, *)\nstruct Outer {}"]),
    // Braces in attributes do not start the members.
    (#"@CasePathable @A(a: "{", [{ $0 }], b: c {}) @available(macOS 15, *) enum A { case a }"#, []),
    ("@CasePathable /* { */ @available(macOS 15, *) enum A { case a }", []),
  ]

  @Test(arguments: available) func theExtensionIsAvailableWhereTheEnumIs(source: String, context: [String]) {
    #expect(
      MacroExpansion(source, role: "extension", in: context, to: ["CasePathable"]).source == """
        @available(macOS 15, *)
        nonisolated extension Outer.A: CasePathable {}
        """
    )
  }
}
