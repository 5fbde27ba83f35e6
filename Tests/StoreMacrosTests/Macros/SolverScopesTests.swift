#if os(Linux) || os(macOS)
  import TestSupport
  import Testing

  /// The work of the compiler for bodies with many operators, and for mistakes in large closures. It is counted in the
  /// scopes that the solver of types opens, because times depend on the machine. The numbers are those of Swift 6.3.
  #if compiler(>=6.3) && compiler(<6.4)
    @Suite(.ownThreads, .enabled(if: Compiler.isAvailable, "There is no swiftc."))
    struct SolverScopesTests {
      /// A property, a case and lines of the body. Each gets a name of its own instead of `child`.
      private typealias Part = (property: String, action: String, operators: String)

      private func feature(_ parts: [Part], body: String = "Reduce { state, action in .none }") -> String {
        func lines(_ line: (Part) -> String) -> String {
          parts.enumerated().map { line($1).replacing("child", with: "child\($0)") }.joined(separator: "\n")
        }
        return """
          import Store

          @Reducer struct Child {
            struct State: Identifiable { let id: Int }
            enum Action { case tapped }
          }
          @Reducer struct Other {}
          @Reducer struct Feature {
            struct State {
              var count = 0
          \(lines(\.property))
            }
            enum Action {
          \(lines(\.action))
            }
            var body: some ReducerOf<Self> {
              \(body)
          \(lines(\.operators))
            }
          }
          """
      }

      /// A presented child, children in an array, an optional child, children on a stack, and an alert.
      private static let kinds: [Part] = [
        ("@Presents var child: Child.State?", "case child(PresentationAction<Child.Action>)", ifLet("$child")),
        ("var child: IdentifiedArrayOf<Child.State> = []", "case child(IdentifiedActionOf<Child>)", forEach),
        ("var child: Child.State?", "case child(Child.Action)", ifLet("child")),
        ("var child = StackState<Child.State>()", "case child(StackActionOf<Child>)", forEach),
        (
          "@Presents var child: AlertState<Never>?", "case child(PresentationAction<Never>)",
          #".ifLet(\.$child, action: \.child)"#
        ),
      ]
      private static let forEach = #".forEach(\.child, action: \.child) { Child() }"#
      private static func ifLet(_ name: String) -> String { #".ifLet(\.\#(name), action: \.child) { Child() }"# }

      /// Operators of all kinds, in turn, and an alert at the end.
      private func operators(_ count: Int) -> [Part] { (1..<count).map { Self.kinds[$0 % 4] } + [Self.kinds[4]] }

      @Test func manyOperators() throws {
        let few = try Compiler.solverScopes(for: feature(operators(10)))
        let many = try Compiler.solverScopes(for: feature(operators(30)))
        #expect(few.errors + many.errors == [])
        #expect(many.count < 1_500)
        #expect(many.count < few.count * 3, "The work has to grow with the number of operators.")
      }

      /// What is wrong with the operator in the middle of a body, which runs a presented child.
      @Test(arguments: [
        (#"\.$child"#, #"\.misspelled"#, "has no member"),
        (#"action: \.child"#, #"action: \.misspelled"#, "has no dynamic member 'misspelled'"),
        ("$", "", "'buildExpression' is unavailable: The action's case holds a 'PresentationAction'"),
        ("Child()", "Other()", "'buildExpression' is unavailable: 'ifLet' runs a child whose state is optional"),
        ("Child()", "Chlid()", "cannot find 'Chlid' in scope"),
        (" { Child() }", "", "'ifLet(_:action:)' is unavailable: Say which reducer runs what is presented"),
      ])
      func aMistakeAmongOperators(right: String, wrong: String, message: String) throws {
        var parts = operators(30)
        parts[15] = Self.kinds[0]
        parts[15].operators = parts[15].operators.replacing(right, with: wrong)
        let (count, errors) = try Compiler.solverScopes(for: feature(parts))
        #expect(count < 3_200)
        #expect(errors.count == (wrong == #"\.misspelled"# ? 2 : 1))
        #expect(errors.contains { $0.contains(message) }, "\(errors)")
      }

      private static let reaction: Part = (
        "var child = 0", "case child",
        ".onChange(of: \\.child) { old, state in\nstate.count += 1\nreturn .none\n}"
      )
      private static let scope: Part = (
        "var child = Child.State(id: 1)", "case child(Child.Action)",
        #"Scope(state: \.child, action: \.child) { Child() }"#
      )

      @Test(arguments: [(16, 1_000), (100, 10_000)]) func manyReactionsAndManyScopes(count: Int, limit: Int) throws {
        let source =
          count == 16
          ? feature(Array(repeating: Self.reaction, count: count))
          : feature(Array(repeating: Self.scope, count: count), body: "")
        let scopes = try Compiler.solverScopes(for: source)
        #expect(scopes.errors == [])
        #expect(scopes.count < limit)
      }

      /// A feature that handles 20 actions in one closure, with a misspelling in the middle.
      private func feature(isMisspelled: Bool, inBraces: Bool) -> String {
        let cases = (0..<20).map { number in
          """
          case .action\(number)(let value):
            state.count += value
            state.text = "\\(value) of \\(state.count)"
            state.numbers = state.numbers.filter { $0 > \(number) }.map { $0 * 2 + state.count }
            let sum = state.numbers.reduce(0, +) + value * 2 - \(number)
            state.\(isMisspelled && number == 10 ? "cuont" : "count") = sum > 100 ? 100 : sum
            return .run { send in await send(.action\(number)(value + 1)) }
          """
        }
        let reduce = "Reduce { state, action in\nswitch action {\n\(cases.joined(separator: "\n"))\n}\n}"
        return """
          import Store
          @Reducer struct Large {
            struct State { var count = 0, text = "", numbers: [Int] = [] }
            enum Action {
          \((0..<20).map { "case action\($0)(Int)" }.joined(separator: "\n"))
            }
            var body: some ReducerOf<Self> { \(inBraces ? "EmptyReducer()" : reduce) }
          }
          @Reducer struct Feature {
            struct State { @Presents var large: Large.State? }
            enum Action { case large(PresentationAction<Large.Action>) }
            var body: some ReducerOf<Self> {
              EmptyReducer().ifLet(\\.$large, action: \\.large) { \(inBraces ? reduce : "Large()") }
            }
          }
          """
      }

      @Test(arguments: [false, true]) func aMistakeInALargeClosure(inBraces: Bool) throws {
        let correct = try Compiler.solverScopes(for: feature(isMisspelled: false, inBraces: inBraces))
        let mistaken = try Compiler.solverScopes(for: feature(isMisspelled: true, inBraces: inBraces))
        #expect(correct.errors == [] && mistaken.errors.count == 1)
        #expect(mistaken.errors.first?.contains("value of type 'Large.State' has no member 'cuont'") == true)
        let reason = "The closure is solved once, and not for each overload of a builder's functions."
        #expect(mistaken.count < correct.count * 3 / 2, "\(reason)")
      }
    }
  #endif
#endif
