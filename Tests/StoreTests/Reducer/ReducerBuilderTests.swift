import Testing

@testable import Store

@MainActor
@Suite struct ReducerBuilderTests {
  /// Writes its name down.
  struct Note: Reducer {
    let name: String

    init(_ name: String) { self.name = name }

    func reduce(into state: inout [String], action: Int) -> Effect<Int> {
      state.append(name)
      return .none
    }
  }

  typealias Build = ReducerBuilder<[String], Int>

  func notes<R: Reducer<[String], Int>>(@Build _ build: () -> R) -> [String] {
    let store = makeStore([String](), reducer: build)
    store.send(0)
    // Called directly, a reducer does the same as in a store.
    var state: [String] = []
    _ = build().reduce(into: &state, action: 0)
    #expect(store.state == state)
    return state
  }

  @Test func reducersRunInTheirOrder() {
    #expect(
      notes {
        Note("1")
        Note("2")
        Note("3")
      } == ["1", "2", "3"]
    )
  }

  @Test func noReducer() {
    #expect(notes {} == [])
    #expect(notes { EmptyReducer() } == [])
  }

  @Test(arguments: [true, false]) func ifWithoutElse(_ condition: Bool) {
    #expect(
      notes {
        Note("before")
        if condition { Note("if") }
        Note("after")
      } == (condition ? ["before", "if", "after"] : ["before", "after"])
    )
  }

  @Test(arguments: [true, false]) func ifElse(_ condition: Bool) {
    #expect(
      notes {
        if condition {
          Note("if")
          Note("and")
        } else {
          Reduce { state, _ in
            state.append("else")
            return .none
          }
        }
      } == (condition ? ["if", "and"] : ["else"])
    )
  }

  @Test(arguments: ["name", nil]) func ifLet(_ name: String?) {
    #expect(notes { if let name { Note(name) } } == (name.map { [$0] } ?? []))
  }

  @Test(arguments: 0..<4) func switches(_ number: Int) {
    #expect(
      notes {
        switch number {
        case 0: Note("zero")
        case 1:
          Note("one")
          Note("more")
        case 2: EmptyReducer()
        default: Note("many")
        }
      } == [["zero"], ["one", "more"], [], ["many"]][number]
    )
  }

  @Test func loops() {
    #expect(
      notes {
        for number in 1...3 {
          Note("\(number)")
          if number == 2 { Note("two") }
        }
        for name in [String]() { Note(name) }
      } == ["1", "2", "two", "3"]
    )
  }

  @Test func optionalsAndArrays() {
    let some: Note? = Note("some")
    let none: Note? = nil
    #expect(
      notes {
        some
        none
        [Note("a"), Note("b")]
        [Note]()
      } == ["some", "a", "b"]
    )
  }

  @Test func limitedAvailability() {
    #expect(
      notes {
        if #available(macOS 15, iOS 18, *) { Note("available") }
        if #available(macOS 15, iOS 18, *) { Note("this") } else { Note("that") }
      } == ["available", "this"]
    )
  }

  @Test func existentials() {
    let any: any Reducer<[String], Int> = Note("any")
    #expect(notes { Reduce(any) } == ["any"])
  }

  @Test func effectsAreMerged() {
    let store = makeStore([Int]()) {
      CombineReducers {
        Reduce<[Int], Int> { state, action in
          state.append(action)
          return action < 10 ? .send(action + 10) : .none
        }
        Reduce { state, action in action < 10 ? .send(action + 20) : .none }
        for amount in [30, 40] {
          Reduce { state, action in action < 10 ? .send(action + amount) : .none }
        }
      }
    }
    store.send(1)
    #expect(store.state == [1, 11, 21, 31, 41])
  }

  // MARK: Building

  /// Counts how often its body is evaluated.
  struct Counting<Body: Reducer<[String], Int>>: Reducer {
    let log: Log
    let name: String
    let build: () -> Body

    var body: Body {
      log.append(name)
      return build()
    }
  }

  @Test func aStoreBuildsABodyOnce() {
    let log = Log()
    let store = makeStore([String]()) {
      Counting(log: log, name: "outer") {
        CombineReducers<[String], Int, _> {
          Counting(log: log, name: "first") { Note("1") }
          if true { Counting(log: log, name: "second") { Note("2") } }
          for number in 3...4 { Counting(log: log, name: "loop \(number)") { Note("\(number)") } }
        }
      }
    }
    for action in 0..<10 { store.send(action) }
    #expect(log.entries == ["outer", "first", "second", "loop 3", "loop 4"])
    #expect(store.count == 40)
  }

  @Test func twoStoresBuildABodyTwice() {
    let log = Log()
    let feature = Counting(log: log, name: "body") { Note("") }
    let stores = (0..<2).map { _ in makeStore([String]()) { feature } }
    for store in stores { store.send(0) }
    #expect(log.entries == ["body", "body"])
  }

  struct Parent: Reducer {
    let log: Log
    struct CountedMember: Reducer {
      let log: Log
      let name: String
      var body: some ReducerOf<Member> {
        let _ = log.append(name)
        Member(log: log)
      }
    }
    var body: some Reducer<Family.State, Family.Action> {
      let _ = log.append("parent")
      Scope(state: \.pet, action: \.pet) { CountedMember(log: log, name: "pet") }
      Family.parent
        .ifLet(\.guest, action: \.guest) { CountedMember(log: log, name: "guest") }
        .forEach(\.children, action: \.children) { CountedMember(log: log, name: "child") }
      Scope(state: \.room, action: \.self) {
        EmptyReducer<Family.Room, Family.Action>()
          .ifCaseLet(\.living, action: \.living) { CountedMember(log: log, name: "living") }
      }
    }
  }

  @Test func childrenAreBuiltWhenTheyGetTheirFirstAction() {
    let log = Log()
    let store = makeStore(
      Family.State(
        guest: Member.State(id: 1),
        room: .living(Member.State(id: 2)),
        children: [Member.State(id: 3), Member.State(id: 4)]
      )
    ) {
      Parent(log: log)
    }
    store.send(.nothing)
    #expect(log.entries == ["parent"])
    for _ in 0..<3 {
      store.send(.pet(.add(1)))
      store.send(.guest(.add(1)))
      store.send(.living(.add(1)))
      store.send(.children(.element(id: 3, action: .add(1))))
      store.send(.children(.element(id: 4, action: .add(1))))
    }
    #expect(log.entries == ["parent", "pet", "guest", "living", "child"])
    #expect(store.pet.count == 3)
    #expect(store.children.map(\.count) == [3, 3])
  }

  @Test func aFeatureThatContainsItself() {
    let log = Log()
    var deepest = Member.State(id: 50)
    for id in (0..<50).reversed() {
      var parent = Member.State(id: id)
      parent.children = [deepest]
      deepest = parent
    }
    let store = makeStore(deepest) { Member(log: log) }
    let action = (1...50).reversed().reduce(Member.Action.add(5)) { .children(.element(id: $1, action: $0)) }
    store.send(action)
    store.send(action)
    var state = store.state
    while let child = state.children.first { state = child }
    #expect(state.id == 50)
    #expect(state.count == 10)
  }
}
