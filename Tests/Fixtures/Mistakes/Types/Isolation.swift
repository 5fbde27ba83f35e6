// What belongs to the main actor stays there: features and keys. What is public is not Sendable by itself, but the
// macro adds the conformance where each stored property is known to be.
import Store

@MainActor @Reducer struct Isolated {
  struct State {}
  enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@MainActor struct WithoutMacro: @MainActor Reducer {
  func reduce(into state: inout Int, action: Bool) -> Effect<Bool> { .none }
}

@Reducer struct Free {}

@MainActor struct IsolatedClient: Sendable {}

extension IsolatedClient: @MainActor DependencyKey {
  static let liveValue = IsolatedClient()
  static let testValue = IsolatedClient()
}

actor Server {
  lazy var store = Store(initialState: Free.State(), isolation: self) { Free() }

  func makeStores() {
    _ = Store(initialState: Isolated.State(), isolation: self) { Isolated() }
    // 9: main actor-isolated conformance of 'Isolated' to 'Reducer' cannot be used in actor-isolated context
    _ = Store(initialState: 1, isolation: self) { WithoutMacro() }
    // 9: main actor-isolated conformance of 'WithoutMacro' to 'Reducer' cannot be used in actor-isolated context
  }
}

nonisolated func readElsewhere() { _ = Dependency(IsolatedClient.self) }
// 40: main actor-isolated conformance of 'IsolatedClient' to 'TestDependencyKey' cannot be used in nonisolated context

@MainActor func stayHere() {
  _ = Store(initialState: Isolated.State()) { Isolated() }
  _ = Store(initialState: 1) { WithoutMacro() }
  _ = Store(initialState: Free.State()) { Free() }
  _ = Dependency(IsolatedClient.self)
}

@Reducer
public struct Captured {
  @Dependency(Client.self) var client
  @Dependency(\.uuid) private var uuid
  let limits: [Int]?, name: String
  var isOn = true
  let convert: @Sendable (Int) -> Int
  static let other = 1
  public enum Action { case tapped }
  public func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    .run { _ in _ = try await client.load(id: convert(limits?.first ?? 1)) }
  }
}

@Reducer public struct GenericFeature<Value: Sendable> { @Dependency(Client.self) var client }
@Reducer public struct WithClass { let cache = Cache(); let other: Published; let make: () -> Void }
@Reducer public struct Declared: Sendable { let other = 1 }
@Reducer public struct Extended {}
extension Extended: Sendable {}
@Reducer public struct Unchecked { let cache = Cache() }
extension Unchecked: @unchecked Sendable {}
@Reducer public struct Refused {}
@available(*, unavailable) extension Refused: Sendable {}

func expectSendable(_: any Sendable.Type...) {}

func checkSendable() {
  expectSendable(Captured.self, GenericFeature<Int>.self, Declared.self, Extended.self, Unchecked.self)
  expectSendable(WithClass.self)
  // 18: type 'WithClass' does not conform to the 'Sendable' protocol
}
