import Foundation
import StoreTesting
import Testing

struct Draft: Codable, Equatable, Identifiable {
  let id: UUID
  var title = ""
}

// #include SharedState.md: extension SharedKey

extension SharedKey where Self == InMemoryKey<Int>.Default {
  static var count: Self { Self[.inMemory("count"), default: 0] }
}

// #include SharedKeyDefault.swift

extension UserDefaults {
  var volume: Double {
    get { double(forKey: "volume") }
    set { set(newValue, forKey: "volume") }
  }
}

struct EnvironmentKey: SharedReaderKey, Hashable {
  let name: String

  func load(context: LoadContext<String>, continuation: LoadContinuation<String>) {
    if let value = ProcessInfo.processInfo.environment[name] {
      continuation.resume(returning: value)
    } else {
      continuation.resumeReturningInitialValue()
    }
  }

  func subscribe(context: LoadContext<String>, subscriber: SharedSubscriber<String>) -> SharedSubscription {
    // It does not change.
    SharedSubscription {}
  }
}

private enum Sound {
  // #include Shared.swift: struct Settings
}

private enum Reading {
  struct Settings {
    struct State: Equatable {
      // #include SharedReader.swift
    }
  }
}

private struct Message: Equatable, Identifiable {
  let id: Int
  var isRead = false
}

private enum Detail {
  struct State: Equatable {
    @Shared var row: Message
  }
}

private struct Settings {
  var name = ""
}

@Suite struct SharingExamples {
  // #include SharedState.md: func editing

  @Test func keys() {
    // #include Shared+Keys.swift: @Shared(.count) var count
    #expect(count == 0)
    @Shared(.isSoundOn) var isSoundOn
    #expect(isSoundOn)
    @Shared(.appStorage(\.volume)) var volume = 0.0
    #expect(volume == 0)
    @SharedReader(EnvironmentKey(name: "HOME")) var home = "/"
    #expect(home == ProcessInfo.processInfo.environment["HOME"] ?? "/")
    // #include InMemoryKey.swift
    #expect(!isSignedIn)
  }

  @Test func files() {
    // #include FileStorageKey.swift
    #expect(drafts.isEmpty)
  }

  @Test func values() {
    // #include Shared.swift: let settings = Shared(value: Settings())
    settings.name.withLock { $0 = "Blob" }
    #expect(settings.wrappedValue.name == "Blob")
  }

  @Test func changes() {
    // #include Shared+Keys.swift: @Shared(.inMemory("count")) var count = 0
    // #include SharedState.md: $count.withLock { $0 += 1 }
    #expect(count == 1)
  }

  @Test func elements() {
    @Shared(value: [Message(id: 1)]) var rows: IdentifiedArrayOf<Message>
    struct Parent { var detail: Detail.State? }
    var state = Parent()
    let id = 1
    // #include Shared.swift: if let row = Shared($rows[id: id]) {
    #expect(state.detail?.row == Message(id: 1))
    // #include SharedCollection.swift
    #expect(rows[id: 1]?.isRead == true)
  }

  @Test func effects() async {
    struct State: Equatable {
      @Shared(value: 0) var count
    }
    let store = TestStore(initialState: State()) {
      Reduce<State, Void> { state, _ in
        // #include SharedState.md: return .run { [count = state.$count] _ in
      }
    }
    await store.send(())
    store.assert { $0.$count.withLock { $0 = 1 } }
  }

  @MainActor @Test func snapshots() {
    let store = Store(initialState: Sound.Settings.State()) { Sound.Settings() }
    var history: [Sound.Settings.State] = []
    // #include SharedState.md: history.append(store.stateSnapshot)
    store.send(.soundToggled)
    #expect(history[0].isSoundOn)
    #expect(!store.isSoundOn)
    #expect(Reading.Settings.State().isSoundOn == false)
  }

  func otherDefaults() {
    // #include DefaultAppStorage.swift
  }
}

private func deliver(_ url: URL, to subscriber: SharedSubscriber<Int>, _ decode: (Data) throws -> Int) throws {
  // #include SharedSubscriber.swift
}
