#if os(Linux) || os(macOS)
  import TestSupport
  import Testing

  /// Rare declarations: each compiles, or leads to an error at its own position.
  @Suite(.ownThreads) struct UnusualShapeTests {
    @Test(
      .enabled(if: Compiler.isAvailable, "There is no swiftc."),
      arguments: [[], ["-D", "FIRST"], ["-D", "FIRST", "-D", "SECOND"]]
    )
    func shapesThatCompile(conditions: [String]) throws {
      let source = """
        import Store
        @CasePathable enum RawNames { case `1st`(`2nd`: Int, `a-b`: String), `a-b`, `a b`(x: Int), `c`(`3rd`: Int) }
        @CasePathable enum `a-b` { case x(Int) }
        @CasePathable enum Unwrapped { case x(Int!), y(Int!, String), z(a: Int!) }
        @CasePathable enum Keywords { case `self`, `init`(Int), `Type`, `default`, identity, root(Int), payload(Int) }
        @DependencyClient struct Conditional {
          #if FIRST
            var first: @Sendable (_ id: Int) async throws -> Int
          #else
            var other = 0x10
          #endif
          #if SECOND
            var second: String
            #if FIRST
              var both: Int?
            #endif
          #endif
          var always: @Sendable () -> Void
        }
        @DependencyClient struct Literals {
          var a = 0x10, b = 0b1010, c = -1.5, d = 0o7, e = 1e3, f = -3, g = 1_000, h = 0x1p3, i = +1, j = #"a"#
          var z: @Sendable () -> Void
        }
        @DependencyClient struct Results {
          var a: () -> (Void)
          var b: () -> (())
          var c: () -> Swift.Optional<Int>
          var d: () -> (Int?)
          var e: () throws(any Swift.Error) -> Int
          var f: () -> ((Int)?)
        }
        @DependencyClient struct Functions {
          var a: @Sendable (_ numbers: Int...) throws -> Void
          var b: @isolated(any) @Sendable (_ id: Int) throws -> Void
          var c: @isolated(any) () async -> Int = { 1 }
          var d: @convention(c) (_ number: Int32) -> Void
          var `1st`: @Sendable (_ `2nd`: Int) throws -> Int
          @DependencyEndpoint var `a-b`: @Sendable (_ x: Int) -> Void
        }
        @Reducer struct `my feature` {}
        @Reducer enum Children {
          case first(Self.Nested), second(AlertState<Self.Alert>), `3rd`(`my feature`), inner(Inner.Body)
          case plain([Self.Alert]), unwrapped(Int!)
          @Reducer struct Nested {}
          @Reducer enum Inner { case nested(Nested) }
          enum Alert { case confirmed }
        }
        func use() async throws {
          _ = RawNames.`1st`(`2nd`: 1, `a-b`: "").is(\\.`a-b`)
          _ = Unwrapped.x(1)[case: \\.x]
          _ = Literals().a + Literals().f
          Results().a()
          let functions = Functions()
          try functions.a(1, 2)
          try await functions.b(id: 1)
          _ = try functions.`1st`(`2nd`: 1)
          functions.d(number: 1)
          _ = Children.body
          #if SECOND
            _ = Conditional(second: "", both: 1)
          #elseif FIRST
            _ = try await Conditional().first(id: 1)
          #else
            _ = Conditional(other: 1).other + Conditional().other
          #endif
        }
        """
      let options = ["-swift-version", "6"] + conditions
      let output = try Compiler.output(
        for: [("S.swift", source)],
        action: "-emit-sil",
        options: options
      )
      #expect(output == "")
    }

    /// Declarations with errors, with the column of the error and the start of its message.
    private static let refused: [(source: String, column: Int, message: String)] = [
      ("@CasePathable enum A { case a, allCasePaths }", 32, "'@CasePathable' adds a member called 'allCasePaths'"),
      ("@CasePathable enum A { case a, AllCasePaths }", 32, "'@CasePathable' adds a member called 'AllCasePaths'"),
      ("@Reducer enum A { case body(B) }; @Reducer struct B {}", 24, "'@Reducer' adds a member called 'body'"),
      ("@Reducer enum A { case `scope`(B) }; @Reducer struct B {}", 24, "'@Reducer' adds a member called 'scope'"),
      ("@DependencyClient struct A { var `self`: () -> Void }", 34, "A property of a '@DependencyClient' can't be"),
      (
        "@DependencyClient struct A { var b: (Int...) -> Int = { _ in 1 } }", 34,
        "'b' has a variadic parameter, which can't be passed on"
      ),
      (
        "@DependencyClient struct A { var b: @convention(c) (Int32) -> Int32 = { $0 } }", 34,
        "'b' is a C function, which captures nothing"
      ),
      (
        "@Reducer struct A { func reduce(into s: Int, action: Int) -> Effect<Int> { .none } }", 41,
        "'reduce(into:action:)'"
      ),
      ("@Reducer struct A { func reduce(into s: inout Int, action: Int) {} }", 26, "'reduce(into:action:)' returns"),
    ]

    /// All of them are compiled at once, each in an enum of its own.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."))
    func shapesThatAreRefused() throws {
      let shapes = Self.refused.enumerated().map { "enum Shape\($0) {\n\($1.source)\n}\n" }
      let source = "import Store\n" + shapes.joined()
      let output = try Compiler.output(for: [("S.swift", source)])
      for (index, shape) in Self.refused.enumerated() {
        let place = "S.swift:\(3 * index + 3):\(shape.column)"
        #expect(output.contains("\(place): error: \(shape.message)"), "\(shape.source): \(output)")
      }
    }
  }
#endif
