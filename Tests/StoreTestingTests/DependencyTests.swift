import Foundation
import Testing

@testable import StoreTesting

private enum NumberKey: DependencyKey { static let liveValue = 1 }

@Suite struct DependencyTests {
  @Reducer
  struct Dated {
    struct State: Equatable {
      var date: Date
      init() {
        @Dependency(\.date.now) var now
        date = now
      }
    }
    enum Action: Equatable { case refresh, refreshLater, refreshed(Date) }
    @Dependency(\.date.now) var now

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .refresh: state.date = now
      case .refreshed(let date): state.date = date
      case .refreshLater:
        return .run { send in
          @Dependency(\.date.now) var now
          await send(.refreshed(now))
        }
      }
      return .none
    }
  }

  @Test func overridesAreSeenByStateReducerEffectsAndAssertions() async {
    func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
    var preparations = 0
    let store = TestStore(initialState: Dated.State()) {
      Dated()
    } withDependencies: {
      preparations += 1
      $0.date = .constant(date(1))
    }
    #expect(preparations == 1)
    #expect(store.state.date == date(1))
    store.dependencies.date = .constant(date(2))
    await store.send(.refresh) {
      @Dependency(\.date.now) var now
      $0.date = now
      #expect(now == date(2))
    }
    await store.withDependencies({ $0.date = .constant(date(3)) }) { await store.send(.refreshLater) }
    await store.receive(.refreshed(date(3))) { $0.date = date(3) }
    store.withDependencies({ $0.date = .constant(date(4)) }) { #expect(store.dependencies.date.now == date(4)) }
    #expect(store.dependencies.date.now == date(2))
    // The store's own dependencies take precedence over those around it.
    await withDependencies({ $0.date = .constant(date(5)) }) {
      _ = await store.send(.refresh) {
        @Dependency(\.date.now) var now
        $0.date = now
        #expect(now == date(2))
      }
    }
  }

  @Test func dependenciesThatWereNotProvidedAreReported() async {
    let line = #line + 2
    let reducer = Reduce<Int, Bool> { state, _ in
      state += Dependency(NumberKey.self).wrappedValue
      return .none
    }
    let failures = await reported {
      // Also if the surrounding dependencies are live.
      await withDependencies({ $0.context = .live }) {
        let store = TestStore(initialState: 0) { reducer }
        await store.send(true) { $0 = 1 }
      }
    }
    #expect(failures.map(\.line) == [line])
    #expect(failures.first?.message.hasPrefix("@Dependency(NumberKey.self) has no test value") == true)
  }
}
