import Store
import Testing

@MainActor
@Suite struct ReducerBuilderTests {
  enum Action: Equatable {
    case start
    case started(String)
  }

  /// Records that it ran, and sends an action with its name.
  @Reducer
  struct Step {
    let name: String

    init(_ name: String) {
      self.name = name
    }

    func reduce(into state: inout [String], action: Action) -> Effect<Action> {
      guard action == .start else { return .none }
      state.append(name)
      return .send(.started(name))
    }
  }

  /// The log of a body's reducers, which must be the same for the built reducer and for direct calls.
  func log<R: Reducer<[String], Action>>(@ReducerBuilder<[String], Action> _ build: () -> R) -> [String] {
    let reducer = build()
    var built: [String] = []
    var direct: [String] = []
    let builtEffect = reducer.makeReduction()(&built, .start)
    let directEffect = reducer.reduce(into: &direct, action: .start)
    #expect(built == direct)
    #expect(sent(by: builtEffect) == built)
    #expect(sent(by: directEffect) == built)
    return built
  }

  /// The names in the actions that an effect sends.
  func sent(by effect: Effect<Action>) -> [String] {
    let store = Store(initialState: [String]()) {
      Reduce<[String], Action> { state, action in
        switch action {
        case .start:
          return effect
        case .started(let name):
          state.append(name)
          return .none
        }
      }
    }
    store.send(.start)
    return store.state
  }

  @Test func reducersOfAnyTypeRunToo() {
    let step: any Reducer<[String], Action> = Step("any")
    let isFirst = Bool(true)
    #expect(log { step } == ["any"])
    #expect(
      log {
        step
        Step("a")
      } == ["any", "a"]
    )
    #expect(
      log {
        Step("a")
        step
        // Without parentheses, the compiler would keep the type that the cast names.
        (Step("b") as any Reducer<[String], Action>)
      } == ["a", "any", "b"]
    )
    #expect(
      log {
        if isFirst { step } else { Step("a") }
        for _ in 0..<2 { step }
      } == ["any", "any", "any"]
    )
  }

  @Test func theTypeOfABodyNamesItsReducers() {
    func type<R: Reducer<[String], Action>>(@ReducerBuilder<[String], Action> _ build: () -> R) -> R.Type { R.self }
    let step: any Reducer<[String], Action> = Step("any")
    typealias Builder = ReducerBuilder<[String], Action>
    #expect(type { Step("a") } == Step.self)
    #expect(type { step } == Reduce<[String], Action>.self)
    #expect(type { [Step("a")] } == [Step].self)
    #expect(type { Optional(Step("a")) } == Step?.self)
    let sequence = type {
      Step("a")
      step
      Step("b")
    }
    #expect(sequence == Builder.Sequence<Builder.Sequence<Step, Reduce<[String], Action>>, Step>.self)
    let loop = type { for name in ["a", "b"] { Step(name) } }
    #expect(loop == [Step].self)
  }

  @Test func reducersRunInTheOrderOfTheirListing() {
    let names = log {
      Step("a")
      Step("b")
      Step("c")
    }
    #expect(names == ["a", "b", "c"])
  }

  @Test func anEmptyBodyDoesNothing() {
    #expect(log {} == [])
  }

  @Test(arguments: [(true, ["a", "b", "c"]), (false, ["a", "c"])])
  func ifWithoutElse(isOn: Bool, expected: [String]) {
    let names = log {
      Step("a")
      if isOn { Step("b") }
      Step("c")
    }
    #expect(names == expected)
  }

  @Test(arguments: [("b", ["a", "b"]), (nil, ["a"])])
  func ifLet(name: String?, expected: [String]) {
    let names = log {
      Step("a")
      if let name { Step(name) }
    }
    #expect(names == expected)
  }

  @Test(arguments: [(true, ["yes", "end"]), (false, ["no", "either", "end"])])
  func ifElse(isOn: Bool, expected: [String]) {
    let names = log {
      if isOn {
        Step("yes")
      } else {
        Step("no")
        Step("either")
      }
      Step("end")
    }
    #expect(names == expected)
  }

  @Test(arguments: [(0, ["zero"]), (1, ["one"]), (2, ["many", "2"]), (-1, [])])
  func switchCases(count: Int, expected: [String]) {
    let names = log {
      switch count {
      case 0: Step("zero")
      case 1: Reduce(Step("one"))
      case 2...:
        Step("many")
        Step("\(count)")
      default: EmptyReducer()
      }
    }
    #expect(names == expected)
  }

  @Test func forLoops() {
    let names = log {
      Step("first")
      for number in 1...3 {
        Step("\(number)")
        if number == 2 { Step("two") }
      }
      for _ in 0..<0 { Step("never") }
    }
    #expect(names == ["first", "1", "2", "two", "3"])
  }

  @Test func optionalsAndArrays() {
    let missing: Step? = nil
    let present: Step? = Step("present")
    let names = log {
      missing
      present
      ["x", "y"].map { Step($0) }
      [Step]()
    }
    #expect(names == ["present", "x", "y"])
  }

  @Test func availability() {
    let names = log {
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { Step("new") }
      Step("always")
    }
    #expect(names == ["new", "always"])
  }
}
