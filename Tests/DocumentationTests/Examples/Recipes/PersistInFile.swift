import Foundation
import StoreTesting
import Testing

struct Habit: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var name = ""
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Habit>>.Default {
  static var habits: Self {
    Self[.fileStorage(URL(filePath: "habits.json")), default: []]
  }
}

@Suite struct FileRecipe {
  @Reducer
  struct Habits {
    struct State: Equatable {
      @Shared(.habits) var habits
      var problem: String?
    }

    enum Action {
      case appeared
      case addButtonTapped(name: String)
      case startOverButtonTapped
    }

    @Dependency(\.uuid) var uuid

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .appeared:
        state.problem = state.$habits.loadError.map { "\($0)" }
        return .none

      case .addButtonTapped(let name):
        state.$habits.withLock { _ = $0.append(Habit(id: uuid(), name: name)) }
        return .none

      case .startOverButtonTapped:
        state.problem = nil
        let habits = state.$habits
        return .run { _ in try await habits.save() }
      }
    }
  }

  @Test func habitsAreKept() async {
    let store = TestStore(initialState: Habits.State()) {
      Habits()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    await store.send(.addButtonTapped(name: "Read")) {
      $0.$habits.withLock { $0 = [Habit(id: UUID(0), name: "Read")] }
    }
    #expect(Habits.State().habits.map(\.name) == ["Read"])
  }

  @Test func aBrokenFileIsReplacedOnRequestOnly() async throws {
    let file = URL.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data("Not JSON".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(file)) var habits: IdentifiedArrayOf<Habit> = []
      #expect($habits.loadError != nil)
      $habits.withLock { _ = $0.append(Habit(id: UUID(0))) }
      #expect(try Data(contentsOf: file) == Data("Not JSON".utf8))
      try await $habits.save()
      #expect(try Data(contentsOf: file) != Data("Not JSON".utf8))
    }
    let store = TestStore(initialState: Habits.State(problem: "The file can't be read.")) { Habits() }
    await store.send(.startOverButtonTapped) { $0.problem = nil }
    await store.send(.appeared)
  }
}
