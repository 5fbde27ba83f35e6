import Foundation
import StoreTesting
import Testing

// #include PersistInFile.md: struct Habit: Codable, Equatable, Identifiable, Sendable {

@Suite struct FileRecipe {
  // #include PersistInFile.md: struct Habits

  // #include PersistInFile.md: func habitsAreKept

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
