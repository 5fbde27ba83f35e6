import Store
import Testing

@testable import StoreCore

/// Whether an effect runs, as stores and observers see it.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct IsEffectRunningTests {
  enum CancelID { case load, other }

  @Reducer
  struct Row {
    struct State: Equatable, Identifiable {
      var id = 0
      var isRunning: Bool?
    }
    enum Action {
      case load(AsyncStream<Void>)
      case cancel
      case look
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .load(let stream):
        return .run { _ in for await _ in stream {} }.cancellable(id: CancelID.load)
      case .cancel: return .cancel(id: CancelID.load)
      case .look:
        return run { store in
          let isRunning = try store.isEffectRunning(id: CancelID.load)
          try store.modify("Look") { $0.isRunning = isRunning }
        }
      }
    }
  }

  @Reducer
  struct List {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1), Row.State(id: 2)]
      @Presents var sheet: Row.State? = Row.State(id: 3)
      @Presents var destination: Destination.State? = .row(Row.State(id: 4))
      var path = StackState([Row.State(id: 5)])
    }
    enum Action {
      case rows(IdentifiedActionOf<Row>)
      case sheet(PresentationAction<Row.Action>)
      case destination(PresentationAction<Destination.Action>)
      case path(StackActionOf<Row>)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .forEach(\.rows, action: \.rows) { Row() }
        .ifLet(\.$sheet, action: \.sheet) { Row() }
        .ifLet(\.$destination, action: \.destination)
        .forEach(\.path, action: \.path) { Row() }
    }
  }

  @Reducer(state: .equatable)
  enum Destination {
    case row(Row)
  }

  let store = Store(initialState: List.State()) { List() }
  let stream: AsyncStream<Void>
  let continuation: AsyncStream<Void>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  @Test func eachStoreSeesTheEffectsOfItsFeature() async throws {
    let rows = store.scope(state: \.rows, action: \.rows)
    let (first, second) = (rows[0], rows[1])
    #expect(!store.isEffectRunning(id: CancelID.load) && !first.isEffectRunning(id: CancelID.load))
    second.send(.load(stream))
    #expect(store.isEffectRunning(id: CancelID.load) && !store.isEffectRunning(id: CancelID.other))
    #expect(second.isEffectRunning(id: CancelID.load) && !first.isEffectRunning(id: CancelID.load))
    second.send(.cancel)
    #expect(!store.isEffectRunning(id: CancelID.load) && !second.isEffectRunning(id: CancelID.load))
  }

  @Test func presentedAndPushedFeaturesSeeTheirOwn() throws {
    let sheet = try #require(store.scope(state: \.$sheet, action: \.sheet))
    let destination = try #require(store.scope(state: \.$destination, action: \.destination))
    let pushed = store.scope(state: \.path, action: \.path)[0]
    guard case .row(let row) = destination.case else { return #expect(Bool(false)) }
    let all = [sheet, row, pushed]
    for (index, child) in all.enumerated() {
      child.send(.load(stream))
      for (other, store) in all.enumerated() { #expect(store.isEffectRunning(id: CancelID.load) == (index == other)) }
      child.send(.cancel)
    }
    #expect(!store.isEffectRunning(id: CancelID.load))
  }

  @Test func anEffectSeesThoseOfItsFeature() {
    let row = store.scope(state: \.rows, action: \.rows)[0]
    store.send(.rows(.element(id: 2, action: .load(stream))))
    row.send(.look)
    #expect(row.isRunning == false)
    row.send(.load(stream))
    row.send(.look)
    #expect(row.isRunning == true)
  }

  @Test func observersSeeTheBeginningAndTheEnd() async {
    let log = Log()
    let row = store.scope(state: \.rows, action: \.rows)[1]
    let token = observe {
      let ofRow = row.isEffectRunning(id: CancelID.load)
      log.append("\(store.isEffectRunning(id: CancelID.load)) \(ofRow)")
    }
    #expect(log.entries == ["false false"])
    store.send(.rows(.element(id: 1, action: .load(stream))))
    await log.wait(for: "true false")
    row.send(.load(AsyncStream { _ in }))
    await log.wait(for: "true true")
    log.removeAll()
    continuation.finish()
    store.send(.rows(.element(id: 2, action: .cancel)))
    await log.wait(for: "false false")
    withExtendedLifetime(token) {}
  }
}
