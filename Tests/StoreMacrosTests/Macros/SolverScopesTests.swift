#if os(Linux) || os(macOS)
  import TestSupport
  import Testing

  /// The work of the compiler for bodies with many operators, and for mistakes in large closures. It is counted in the
  /// scopes that the solver of types opens, because times depend on the machine. The numbers are those of Swift 6.3.
  #if compiler(>=6.3) && compiler(<6.4)
    @Suite(.ownThreads, .enabled(if: Compiler.isAvailable, "There is no swiftc."))
    struct SolverScopesTests {
      // MARK: Operators

      /// What is wrong with the operator in the middle of a body.
      enum Mistake: String, CaseIterable {
        case state = "has no member"
        case action = "has no dynamic member 'misspelled'"
        case dollar = "'buildExpression' is unavailable: The action's case holds a 'PresentationAction'"
        case other = "'buildExpression' is unavailable: 'ifLet' runs a child whose state is optional"
        case reducer = "cannot find 'Chlid' in scope"
        case none = "'ifLet(_:action:)' is unavailable: Say which reducer runs what is presented"
      }

      /// A feature with operators of all kinds, in turn, and an alert at the end. The one in the middle, which runs a presented child, has the
      /// mistake.
      private func feature(operators count: Int, _ mistake: Mistake? = nil) -> String {
        var (state, actions, operators) = ("", "", "")
        for number in 0..<count {
          let property = "child\(number)"
          let kind = number == count / 2 ? 0 : number == count - 1 ? 4 : number % 4
          switch kind {
          case 0:
            state += "@Presents var \(property): Child.State?\n"
            actions += "case \(property)(PresentationAction<Child.Action>)\n"
            let mistake = number == count / 2 ? mistake : nil
            let key = mistake == .dollar ? property : mistake == .state ? "misspelled" : "$\(property)"
            let path = mistake == .action ? "misspelled" : property
            let child = mistake == .reducer ? "Chlid()" : mistake == .other ? "Other()" : "Child()"
            operators += ".ifLet(\\.\(key), action: \\.\(path))\(mistake == Mistake.none ? "" : " { \(child) }")\n"
          case 1:
            state += "var \(property): IdentifiedArrayOf<Child.State> = []\n"
            actions += "case \(property)(IdentifiedActionOf<Child>)\n"
            operators += ".forEach(\\.\(property), action: \\.\(property)) { Child() }\n"
          case 2:
            state += "var \(property): Child.State?\n"
            actions += "case \(property)(Child.Action)\n"
            operators += ".ifLet(\\.\(property), action: \\.\(property)) { Child() }\n"
          case 3:
            state += "var \(property) = StackState<Child.State>()\n"
            actions += "case \(property)(StackActionOf<Child>)\n"
            operators += ".forEach(\\.\(property), action: \\.\(property)) { Child() }\n"
          default:
            state += "@Presents var \(property): AlertState<Never>?\n"
            actions += "case \(property)(PresentationAction<Never>)\n"
            operators += ".ifLet(\\.$\(property), action: \\.\(property))\n"
          }
        }
        return Self.children + """
          @Reducer struct Feature {
            struct State {
          \(state)
            }
            enum Action {
          \(actions)
            }
            var body: some ReducerOf<Self> {
              Reduce { state, action in .none }
          \(operators)
            }
          }
          """
      }

      private static let children = """
        import Store

        @Reducer struct Child {
          struct State: Identifiable {
            let id: Int
          }
          enum Action {
            case tapped
          }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        @Reducer struct Other {
          struct State {}
          enum Action {}
          var body: some ReducerOf<Self> { EmptyReducer() }
        }

        """

      @Test func manyOperators() throws {
        let few = try Compiler.solverScopes(for: feature(operators: 10))
        let many = try Compiler.solverScopes(for: feature(operators: 30))
        #expect(few.errors == [])
        #expect(many.errors == [])
        #expect(many.count < 1_500)
        #expect(many.count < few.count * 3, "The work has to grow with the number of operators.")
      }

      @Test(arguments: Mistake.allCases) func aMistakeAmongOperators(_ mistake: Mistake) throws {
        let (count, errors) = try Compiler.solverScopes(for: feature(operators: 30, mistake))
        #expect(count < 3_200)
        #expect(errors.count == (mistake == .state ? 2 : 1))
        #expect(errors.contains { $0.contains(mistake.rawValue) }, "\(errors)")
      }

      @Test func manyReactionsToChanges() throws {
        let numbers = 0..<16
        let source =
          Self.children + """
            @Reducer struct Feature {
              struct State {
                var count = 0
            \(numbers.map { "var number\($0) = 0" }.joined(separator: "\n"))
              }
              enum Action {
                case tapped
              }
              var body: some ReducerOf<Self> {
                Reduce { state, action in .none }
            \(numbers.map { number in
              """
              .onChange(of: \\.number\(number)) { old, state in
                state.count += 1
                return .none
              }
              """
            }.joined(separator: "\n"))
              }
            }
            """
        let (count, errors) = try Compiler.solverScopes(for: source)
        #expect(errors == [])
        #expect(count < 1_000)
      }

      // MARK: Closures

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
        let reduce = """
          Reduce { state, action in
            switch action {
          \(cases.joined(separator: "\n"))
            }
          }
          """
        let child = """
          @Reducer struct Large {
            struct State {
              var count = 0
              var text = ""
              var numbers: [Int] = []
            }
            enum Action {
          \((0..<20).map { "case action\($0)(Int)" }.joined(separator: "\n"))
            }

          """
        guard inBraces else {
          return "import Store\n" + child + "var body: some ReducerOf<Self> {\n\(reduce)\n}\n}\n"
        }
        return "import Store\n" + child + """
          }
          @Reducer struct Feature {
            struct State {
              @Presents var large: Large.State?
            }
            enum Action {
              case large(PresentationAction<Large.Action>)
            }
            var body: some ReducerOf<Self> {
              EmptyReducer()
                .ifLet(\\.$large, action: \\.large) {
          \(reduce)
                }
            }
          }
          """
      }

      @Test(arguments: [false, true]) func aMistakeInALargeClosure(inBraces: Bool) throws {
        let correct = try Compiler.solverScopes(for: feature(isMisspelled: false, inBraces: inBraces))
        let mistaken = try Compiler.solverScopes(for: feature(isMisspelled: true, inBraces: inBraces))
        #expect(correct.errors == [])
        #expect(mistaken.errors.count == 1)
        #expect(mistaken.errors.first?.contains("value of type 'Large.State' has no member 'cuont'") == true)
        #expect(
          mistaken.count < correct.count * 3 / 2,
          "The closure is solved once, and not for each overload of a builder's functions."
        )
      }

      // MARK: Size

      @Test func manyScopes() throws {
        let numbers = 0..<100
        let source =
          Self.children + """
            @Reducer struct Feature {
              struct State {
            \(numbers.map { "var child\($0) = Child.State(id: \($0))" }.joined(separator: "\n"))
              }
              enum Action {
            \(numbers.map { "case child\($0)(Child.Action)" }.joined(separator: "\n"))
              }
              var body: some ReducerOf<Self> {
            \(numbers.map { "Scope(state: \\.child\($0), action: \\.child\($0)) { Child() }" }.joined(separator: "\n"))
              }
            }
            """
        let (count, errors) = try Compiler.solverScopes(for: source)
        #expect(errors == [])
        #expect(count < 10_000)
      }
    }
  #endif
#endif
