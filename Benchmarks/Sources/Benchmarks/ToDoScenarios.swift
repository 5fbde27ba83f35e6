import Features
import Foundation
import Store

/// A hundred thousand to-dos in a file, and the list of them on the main actor.
@MainActor
final class ToDoScenarios {
  static let count = 100_000
  private let folder = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
  private var copyCount = 0

  init() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let now = Date()
    let toDos = (0..<Self.count).map { number in
      ToDo(
        id: UUID(),
        title: "To-do number \(number)",
        memo: number.isMultiple(of: 3) ? "What else there is to know about number \(number)" : "",
        isDone: number.isMultiple(of: 4),
        createdAt: now.addingTimeInterval(Double(-number) * 60),
        dueAt: number.isMultiple(of: 2) ? now.addingTimeInterval(Double(number % 2_000 - 1_000) * 3_600) : nil
      )
    }
    let path = path("original")
    try await withDependencies {
      $0.context = .live
      $0.databaseLocation = .file(path: path)
    } operation: {
      _ = try await ToDoClient.liveValue.insert(toDos: toDos)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Measures the times for which the user waits, in nanoseconds.
  func measurements(sampleCount: Int) async throws -> [Measurement] {
    var firstRows: [Double] = []
    var allRows: [Double] = []
    for _ in 0..<sampleCount {
      let path = try copy()
      let start = ContinuousClock.now
      let store = store(path)
      let task = store.send(.task)
      await wait { store.position != nil }
      firstRows.append((ContinuousClock.now - start) / .nanoseconds(1))
      await wait { !store.isLoading }
      allRows.append((ContinuousClock.now - start) / .nanoseconds(1))
      precondition(store.withState { $0.rows.count } == Self.count)
      task.cancel()
    }
    return [
      Measurement(name: "todos.open.firstRows", samples: firstRows),
      Measurement(name: "todos.open.allRows", samples: allRows),
      try await toggle("todos.toggle", sampleCount: sampleCount, filter: .all),
      try await toggle("todos.toggle.filtered", sampleCount: sampleCount, filter: .open),
      try await toggle("todos.toggle.observed", sampleCount: sampleCount, filter: .all, isObserved: true),
      try await filter(sampleCount: sampleCount),
    ]
  }

  /// Measures the time from the tap until the change has been written to the file and read back.
  private func toggle(_ name: String, sampleCount: Int, filter: ToDoFilter, isObserved: Bool = false) async throws
    -> Measurement
  {
    let store = store(try copy())
    let task = store.send(.task)
    await wait { !store.isLoading }
    store.send(.filterSelected(filter))
    // A screen that shows the first rows and is updated whenever they change.
    let token = isObserved ? observe { use(store.rows[0..<20]) } : nil
    defer { token?.cancel() }
    var samples: [Double] = []
    for sample in 0..<sampleCount {
      guard let id = store.withState({ $0.rows[sample * 1_000]?.id }) else { break }
      let start = ContinuousClock.now
      store.send(.toggleButtonTapped(id: id))
      await wait { store.writes.pending.isEmpty }
      samples.append((ContinuousClock.now - start) / .nanoseconds(1))
    }
    precondition(store.problem == nil)
    task.cancel()
    return Measurement(name: name, samples: samples)
  }

  /// Measures the time from the tap until the rows for the screen are available.
  private func filter(sampleCount: Int) async throws -> Measurement {
    let store = store(try copy())
    let task = store.send(.task)
    await wait { !store.isLoading }
    var samples: [Double] = []
    for sample in 0..<sampleCount * ToDoFilter.allCases.count {
      let start = ContinuousClock.now
      store.send(.filterSelected(ToDoFilter.allCases[sample % ToDoFilter.allCases.count]))
      use(store.withState { $0.rows[0..<40] })
      samples.append((ContinuousClock.now - start) / .nanoseconds(1))
    }
    task.cancel()
    return Measurement(name: "todos.filter", samples: samples)
  }

  /// Prints the memory that the process occupies after several refreshes.
  func printMemory() async throws {
    let store = store(try copy())
    let task = store.send(.task)
    await wait { !store.isLoading }
    for refresh in 0...50 {
      if [0, 1, 5, 10, 20, 30, 40, 50].contains(refresh) {
        print("\(Self.count) to-dos, after \(refresh) refreshes: \(Memory.occupiedBytes() / 1_048_576) MiB")
      }
      store.send(.refreshPulled)
      await wait { !store.isLoading }
    }
    task.cancel()
  }

  private func store(_ path: String) -> StoreOf<ToDoList> {
    Store(initialState: ToDoList.State()) {
      ToDoList()
    } withDependencies: {
      $0.context = .live
      $0.databaseLocation = .file(path: path)
    }
  }

  private func path(_ name: String) -> String { folder.appending(path: "\(name).sqlite").path(percentEncoded: false) }

  /// Copies the file, so that each measurement opens a new one.
  private func copy() throws -> String {
    copyCount += 1
    let copy = path("copy-\(copyCount)")
    try FileManager.default.copyItem(atPath: path("original"), toPath: copy)
    try? FileManager.default.copyItem(atPath: path("original") + "-wal", toPath: copy + "-wal")
    return copy
  }

  /// Waits until a condition on a store's state is met.
  private func wait(until isMet: @MainActor () -> Bool) async {
    while !isMet() {
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = isMet()
        } onChange: {
          continuation.resume()
        }
      }
    }
  }
}
