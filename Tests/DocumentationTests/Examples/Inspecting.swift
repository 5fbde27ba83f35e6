import Dependencies
import Foundation
import Store
import StoreInspection
import Testing

/// The examples of the article "Inspecting".
@MainActor
@Suite struct Inspecting {
  @Reducer
  struct Cart {
    struct State: Equatable, Encodable {
      var items: [String] = []
      var isPaying = false
    }

    enum Action: Equatable, Codable {
      case addButtonTapped(String)
      case payButtonTapped
      case paid
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .addButtonTapped(let item):
        state.items.append(item)
        return .none

      case .payButtonTapped:
        state.isPaying = true
        return .run(name: "pay") { send in
          await Task.yield()  // A server takes its time.
          await send(.paid)
        }

      case .paid:
        state = State()
        return .none
      }
    }
  }

  func logger(_ log: @escaping (String) -> Void) -> Inspector<Cart.State, Cart.Action> {
    Inspector(numbered: { inspection, step in
      switch inspection {
      case .reduced(let action, let origin, let before, let after):
        let sender =
          switch origin {
          case .user: "by the user"
          case .reducer: "by the reducer, after \(step.cause ?? 0)"
          case .effect(let effect): "by \"\(effect.name ?? "an effect")\" of \(effect.causeStep)"
          }
        log("\(step.number). \(action) sent \(sender)")
        if let changes = diff(before, after) { log(changes) }
      case .effectStarted(let effect): log("\(effect.name ?? "an effect") starts")
      case .effectFinished(let effect): log("\(effect.name ?? "an effect") has finished")
      case .effectCancelled(let effect): log("\(effect.name ?? "an effect") was cancelled")
      case .effectSuspended(let effect): log("\(effect.name ?? "an effect") waits for others with its id")
      case .effectResumed, .effectDiscarded: break
      case .sharedStateChanged(let before, let after): log(diff(before, after) ?? "")
      }
    })
  }

  @Test func logging() async {
    var lines: [String] = []
    let store = Store(initialState: Cart.State()) { Cart() }
    let token = store.inspect(with: logger { lines.append($0) })

    await store.send(.payButtonTapped).finish()

    #expect(
      lines == [
        "1. payButtonTapped sent by the user",
        """
          Inspecting.Cart.State(
            items: [],
        -   isPaying: false
        +   isPaying: true
          )
        """,
        "pay starts",
        "2. paid sent by \"pay\" of 1",
        """
          Inspecting.Cart.State(
            items: [],
        -   isPaying: true
        +   isPaying: false
          )
        """,
        "pay has finished",
      ]
    )

    token.cancel()
    store.send(.addButtonTapped("soup"))
    #expect(lines.count == 6)
  }

  // MARK: Middleware

  final class Breadcrumbs {
    private(set) var lines: [String] = []

    func inspector<State, Action>() -> Inspector<State, Action> {
      Inspector { [weak self] inspection in
        guard let self, case .reduced(let action, _, _, _) = inspection else { return }
        lines.append("\(action)")
        if lines.count > 100 { lines.removeFirst() }
      }
    }
  }

  @Test func breadcrumbs() {
    let store = Store(initialState: Cart.State()) { Cart() }
    let breadcrumbs = Breadcrumbs()
    store.inspect(with: breadcrumbs.inspector())
    for number in 1...200 { store.send(.addButtonTapped("\(number)")) }
    #expect(breadcrumbs.lines.count == 100)
    #expect(breadcrumbs.lines.last == "addButtonTapped(\"200\")")
  }

  @Test func actionsAreLeftOut() {
    let isConnected = LockIsolated(false)
    let store = Store(initialState: Cart.State()) {
      Cart().ignoring { action in action == .payButtonTapped && !isConnected.value }
    }
    store.send(.payButtonTapped)
    #expect(!store.isPaying)
    isConnected.setValue(true)
    store.send(.payButtonTapped)
    #expect(store.isPaying)
  }

  // MARK: Printing

  @Test func printing() {
    let store = Store(initialState: Cart.State()) {
      Cart()._printChanges()
    }
    store.send(.addButtonTapped("soup"))

    let named = Store(initialState: Cart.State()) {
      Cart()._printChanges(.actionLabels)
    }
    named.send(.addButtonTapped("soup"))

    var changes: [String] = []
    let other = Store(initialState: Cart.State()) {
      Cart()._printChanges(
        _ReducerPrinter { action, oldState, newState in
          changes.append("\(action): \(oldState.items.count) -> \(newState.items.count)")
        }
      )
    }
    other.send(.addButtonTapped("soup"))
    #expect(changes == ["addButtonTapped(\"soup\"): 0 -> 1"])
  }

  // MARK: Traces

  static let commandLine = StoreCommandLine<Cart>("Shop", commands: [.replay, .report, .generateTest]) {
    Cart.State()
  } reducer: {
    Cart()
  }

  @Test func tracing() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "session.jsonl").path
    try await record(to: path)

    let printed = LockIsolated("")
    let console = Console(isColored: false, write: { text in printed.withValue { $0 += text } }, writeError: { _ in })
    #expect(await Self.commandLine.run(["replay", path], console: console) == .passed)
    #expect(printed.value.contains("2 sent by the user, 1 received: every state was reached as it was recorded"))
    #expect(await Self.commandLine.run(["generate-test", path], console: console) == .passed)
    #expect(printed.value.contains("await store.receive(.paid)"))
  }

  private func record(to path: String) async throws {
    let store = Store(initialState: Cart.State()) { Cart() }
    try store.trace(to: path, feature: "Cart", program: "Shop", redacting: ["address"])

    store.send(.addButtonTapped("soup"))
    await store.send(.payButtonTapped).finish()
  }
}

extension Reducer {
  /// Leaves out actions: the state stays, and there is no effect.
  func ignoring(_ isIgnored: @escaping (Action) -> Bool) -> some Reducer<State, Action> {
    Ignoring(base: self, isIgnored: isIgnored)
  }
}

private struct Ignoring<Base: Reducer>: Reducer {
  let base: Base
  let isIgnored: (Base.Action) -> Bool

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    isIgnored(action) ? .none : base.reduce(into: &state, action: action)
  }

  // A store calls this once, so that the base is built once too.
  func makeReduction() -> Reduction<Base.State, Base.Action> {
    let reduction = base.makeReduction()
    return { state, action in isIgnored(action) ? .none : reduction(&state, action) }
  }
}
