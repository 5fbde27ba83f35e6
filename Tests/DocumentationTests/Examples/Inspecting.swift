import Dependencies
import Foundation
import Store
import StoreInspection
import Testing

/// The examples of the article "Inspecting".
@MainActor
@Suite struct Inspecting {
  // #include Inspecting.md: struct Cart

  @Test func logging() async {
    var lines: [String] = []
    // #include Inspecting.md: #expect(
    store.send(.addButtonTapped("soup"))
    #expect(lines.count == 6)
  }

  // MARK: Middleware

  // #include Inspecting.md: class Breadcrumbs

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
    // #include Inspecting.md: Cart().ignoring { action
    store.send(.payButtonTapped)
    #expect(!store.isPaying)
    isConnected.setValue(true)
    store.send(.payButtonTapped)
    #expect(store.isPaying)
  }

  // MARK: Printing

  @Test func printing() {
    // #include Inspecting.md: Cart()._printChanges()
    store.send(.addButtonTapped("soup"))

    let named = Store(initialState: Cart.State()) {
      Cart()._printChanges(.actionLabels)
    }
    named.send(.addButtonTapped("soup"))

    var changes: [String] = []
    let other = Store(initialState: Cart.State()) {
      // #include Inspecting.md: _ReducerPrinter { action,
    }
    other.send(.addButtonTapped("soup"))
    #expect(changes == ["addButtonTapped(\"soup\"): 0 -> 1"])
  }

  // MARK: Traces

  // #include Inspecting.md: static let commandLine

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
    // #include Inspecting.md: store.send(.addButtonTapped("soup"))
  }
}

// #include Inspecting.md: extension Reducer
