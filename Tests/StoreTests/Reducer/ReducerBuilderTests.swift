import Store
import Testing

@MainActor @Suite struct ReducerBuilderTests {
  typealias Action = LogAction

  @Reducer struct Step {
    let name: String

    init(_ name: String) { self.name = name }

    func reduce(into state: inout [String], action: Action) -> Effect<Action> {
      state.append(name)
      return .send(.log(name))
    }
  }

  /// The log of a body's reducers, which must be the same for the built reducer and for direct calls.
  func log<R: Reducer<[String], Action>>(@ReducerBuilder<[String], Action> _ build: () -> R) -> [String] {
    let reducer = build()
    var (built, direct) = ([String](), [String]())
    let effects = [reducer.makeReduction()(&built, .log("")), reducer.reduce(into: &direct, action: .log(""))]
    #expect(built == direct)
    for effect in effects {
      let store = makeLogStore()
      store.run(effect)
      #expect(store.state == built)
    }
    return built
  }

  @Test func reducersOfAnyTypeRunToo() {
    let step: any Reducer<[String], Action> = Step("any")
    let isFirst = Bool(true)
    #expect(log { step } == ["any"])
    let names = log {
      step
      Step("a")
      step
      // Without parentheses, the compiler would keep the type that the cast names.
      (Step("b") as any Reducer<[String], Action>)
      if isFirst { step } else { Step("a") }
      for _ in 0..<2 { step }
    }
    #expect(names == ["any", "a", "any", "b", "any", "any", "any"])
  }

  @Test(arguments: [
    (true, "name", 2, ["first", "on", "name", "yes", "many", "2", "0", "1", "one", "last"]),
    (false, nil, 1, ["first", "no", "either", "single", "0", "last"]),
    (false, nil, 0, ["first", "no", "either", "last"]),
  ])
  func conditionsAndLoops(isOn: Bool, name: String?, count: Int, expected: [String]) {
    let names = log {
      Step("first")
      if isOn { Step("on") }
      if let name { Step(name) }
      if isOn {
        Step("yes")
      } else {
        Step("no")
        Step("either")
      }
      switch count {
      case 1: Reduce(Step("single"))
      case 2...:
        Step("many")
        Step("\(count)")
      default: EmptyReducer()
      }
      for number in 0..<count {
        Step("\(number)")
        if number == 1 { Step("one") }
      }
      Step("last")
    }
    #expect(names == expected)
  }

  @Test func optionalsArraysAndAvailability() {
    let missing: Step? = nil
    let present: Step? = Step("present")
    let names = log {
      missing
      present
      ["x", "y"].map { Step($0) }
      [Step]()
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { Step("new") }
    }
    #expect(names == ["present", "x", "y", "new"])
    #expect(log {} == [])
  }

  @Test func anOperatorAppliesToAllReducersThatAreCombined() {
    var changes: [[String]] = []
    let names = log {
      CombineReducers {
        Step("a")
        Step("b")
      }
      .onChange(of: { $0 }) { old, new in Changes { _, _ in changes += [old, new] } }
    }
    #expect(names == ["a", "b"])
    // Once for the built reducer, and once for that which is called.
    #expect(changes == [[], ["a", "b"], [], ["a", "b"]])
  }
}
