import Foundation
import Store
import Testing

/// The effects of children in every kind of place, in reducers that a store builds, and within reducers that call
/// `reduce(into:action:)` of others, so that it can't build them in advance.
@MainActor @Suite(.timeLimit(.minutes(10))) struct WrappedReducerTests {
  struct Wrapper: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let wrap: @Sendable (Office) -> any Reducer<Office.State, Office.Action>
  }

  nonisolated static let wrappers: [Wrapper] = [
    Wrapper(testDescription: "nothing") { $0 },
    Wrapper(testDescription: "a reducer") { Around($0) },
    Wrapper(testDescription: "two reducers") { Around(Around($0)) },
    Wrapper(testDescription: "a closure") { office in Reduce { office.reduce(into: &$0, action: $1) } },
    Wrapper(testDescription: "a closure that makes it") { office in
      Reduce { Office(hasWrappedChildren: office.hasWrappedChildren).reduce(into: &$0, action: $1) }
    },
    Wrapper(testDescription: "a closure that makes it without its type") { office in
      Reduce { Reduce(office).reduce(into: &$0, action: $1) }
    },
    Wrapper(testDescription: "a function of it") { office in Reduce(office.reduce(into:action:)) },
    Wrapper(testDescription: "a reducer of any type") { office in
      let office: any Reducer<Office.State, Office.Action> = office
      return Reduce<Office.State, Office.Action> { office.reduce(into: &$0, action: $1) }
    },
    Wrapper(testDescription: "operators in a reducer") { office in
      Around(
        CombineReducers { if office.hasWrappedChildren { office } else { office } }
          .dependency(\.locale, .init(identifier: "ja_JP"))
          .onChange(of: \.count) { _, _ in .none }
          ._printChanges(nil)
      )
    },
    Wrapper(testDescription: "a reaction to a change") { office in
      Changes<Office.State, Office.Action> { state, _ in state.count += 1 }.onChange(of: \.count) { _, _ in office }
    },
  ]

  nonisolated static var shapes: [(Wrapper, Bool)] { wrappers.flatMap { [($0, false), ($0, true)] } }

  func makeOffice(_ shape: (wrapper: Wrapper, hasWrappedChildren: Bool)) -> RunningOffice {
    func open(_ reducer: some Reducer<Office.State, Office.Action>) -> RunningOffice { RunningOffice(reducer) }
    return open(shape.wrapper.wrap(Office(hasWrappedChildren: shape.hasWrappedChildren)))
  }

  @Test(arguments: shapes, JobPlace.allCases) func aChildCancelsItsEffects(_ shape: (Wrapper, Bool), _ place: JobPlace)
  {
    let office = makeOffice(shape)
    office.send(place.set(Job.State(id: 1)))
    office.send(.start("a"), to: place)
    office.send(.start("office"))
    #expect(office.running == ["a", "office"])
    office.send(.stop, to: place)
    #expect(office.running == ["office"])
    office.send(.start("b"), to: place)
    office.send(.restart("c"), to: place)
    #expect(office.running == ["c", "office"])
    // A parent cancels the effects with the id in all of its children.
    office.send(.stop)
    #expect(office.running == [])
  }

  @Test(arguments: shapes, JobPlace.allCases)
  func aChildThatGoesOrIsReplacedLosesItsEffects(_ shape: (Wrapper, Bool), _ place: JobPlace) {
    let office = makeOffice(shape)
    office.send(place.set(Job.State(id: 1)))
    office.send(.start("a"), to: place)
    office.send(.start("office"))
    office.send(.change { $0.count += 1 })
    // A state with the same id is the same child. On a stack that was assigned it is another one.
    if place != .stack { office.send(place.set(Job.State(id: 1, count: 5))) }
    #expect(office.running == ["a", "office"])
    office.send(place.set(Job.State(id: 2)))
    #expect(office.running == ["office"])
    office.send(.start("b"), to: place)
    office.send(place.set(nil))
    #expect(office.running == ["office"])
    // One that comes back starts anew.
    office.send(place.set(Job.State(id: 2)))
    office.send(.start("c"), to: place)
    #expect(office.running == ["c", "office"])
    // The child runs before the parent, which removes it, so that nothing is reported.
    office.send(.leave("d"), to: place)
    #expect(office.store.state[keyPath: place.keyPath] == nil && office.running == ["office"])
  }

  @Test(arguments: shapes, JobPlace.allCases)
  func whatAChildsEffectsSendComesBackToIt(_ shape: (Wrapper, Bool), _ place: JobPlace) async {
    let office = makeOffice(shape)
    office.send(place.set(Job.State(id: 1)))
    await office.send(.addLater, to: place).finish()
    #expect(office.store.state[keyPath: place.keyPath] == Job.State(id: 1, count: 1))
  }

  @Test(arguments: shapes, [JobPlace.presentation, .stack])
  func whatIsPresentedIsDismissedAndDismissesItself(_ shape: (Wrapper, Bool), _ place: JobPlace) async {
    let office = makeOffice(shape)
    for dismissesItself in [false, true] {
      office.send(place.set(Job.State(id: 1)))
      office.send(.start("a"), to: place)
      #expect(office.running == ["a"])
      if dismissesItself {
        await office.send(.dismiss, to: place).finish()
      } else {
        office.send(place == .stack ? .path(.popFrom(id: office.store.state.path.ids[0])) : .presented(.dismiss))
      }
      #expect(office.store.state[keyPath: place.keyPath] == nil && !office.running.contains("a"))
    }
  }

  @Test(arguments: shapes) func rowsAreToldApart(_ shape: (Wrapper, Bool)) {
    let office = makeOffice(shape)
    office.send(.left(.change { $0.rows = [Job.State(id: 1), Job.State(id: 2)] }))
    let earlier = office.store.state.left.rows
    office.send(.right(.change { $0.rows = [Job.State(id: 1), Job.State(id: 2)] }))
    for id in 1...2 {
      office.send(.left(.rows(.element(id: id, action: .start("left \(id)")))))
      office.send(.right(.rows(.element(id: id, action: .start("right \(id)")))))
    }
    office.send(.left(.rows(.element(id: 1, action: .stop))))
    #expect(office.running == ["left 2", "right 1", "right 2"])
    office.send(.right(.change { $0.rows.remove(id: 1) }))
    #expect(office.running == ["left 2", "right 2"])
    office.send(.right(.rows(.element(id: 2, action: .restart("again")))))
    #expect(office.running == ["left 2", "again"])
    office.send(.left(.change { $0.rows.append(Job.State(id: 3)) }))
    office.send(.left(.rows(.element(id: 3, action: .start("left 3")))))
    office.send(.left(.change { $0.rows.swapAt(0, 2) }))
    #expect(office.running == ["left 2", "left 3", "again"])
    office.send(.left(.change { $0.rows = earlier }))
    #expect(office.running == ["left 2", "again"])
    office.send(.left(.change { $0.rows = [] }))
    #expect(office.running == ["again"])
  }

  @Test(arguments: shapes) func childrenOfChildrenAreToldApart(_ shape: (Wrapper, Bool)) async {
    let office = makeOffice(shape)
    func send(_ first: Int, _ second: Int, _ action: Job.Action) -> StoreTask {
      let inner = Office.Action.left(.rows(.element(id: 1, action: action)))
      return office.send(.branches(.element(id: first, action: .branches(.element(id: second, action: inner)))))
    }
    func branches(_ state: Office.State) -> IdentifiedArrayOf<Office.State> {
      var states = [state, state]
      for index in 0..<2 { states[index].id = index + 1 }
      return IdentifiedArray(uniqueElements: states)
    }
    let leaf = Office.State(left: JobList.State(rows: [Job.State(id: 1)]))
    office.send(.change { $0.branches = branches(Office.State(branches: branches(leaf))) })
    for first in 1...2 {
      for second in 1...2 { _ = send(first, second, .start("\(first).\(second)")) }
    }
    await send(2, 1, .addLater).finish()
    let counts = office.store.state.branches.flatMap { $0.branches.flatMap { $0.left.rows.map(\.count) } }
    #expect(counts == [0, 0, 1, 0])
    _ = send(1, 2, .stop)
    #expect(office.running == ["1.1", "2.1", "2.2"])
    office.send(.branches(.element(id: 1, action: .change { $0.branches = [] })))
    #expect(office.running == ["2.1", "2.2"])
    office.send(.change { $0.branches = [] })
    #expect(office.running == [])
  }

  /// Two uses of one reducer with the same state share their cancellation ids, like two reducers in a list.
  @Test func aReducerThatIsCalledTwice() {
    let office = RunningOffice(
      Around(Office()) { state, action, reduction in reduction(&state, action).merge(with: reduction(&state, action)) }
    )
    office.send(.left(.change { $0.rows = [Job.State(id: 1)] }))
    office.send(.start("a"), to: .list)
    #expect(office.running == ["a"])
    office.send(.stop, to: .list)
    #expect(office.running == [])
    office.send(.start("b"), to: .list)
    office.send(.left(.change { $0.rows = [] }))
    #expect(office.running == [])
  }
}
