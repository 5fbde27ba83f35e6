import Dependencies
import Foundation
import Store

/// A run of threads, tasks and stores on several actors, which change and observe shared values of all kinds.
///
/// The course of the run is different each time, even with the same seed. Its checks are the same: no change is lost,
/// what is kept somewhere is there, observers see the last change, and each is told of a change once.
package struct SharedRun {
  package let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  package func callAsFunction() async -> RunResult {
    var generator = SeededRandomNumberGenerator(seed: seed)
    let workerCount = Int.random(in: 1...3, using: &generator)
    let changeCount = Int.random(in: 20...200, using: &generator)
    let (interceptor, values) = (IssueInterceptor(), SharedValues())
    var failures: [String] = []
    let homes = (0..<2).map { _ in Household(values) }
    for home in homes { await home.watch() }
    await IssueInterceptor.$current.withValue(interceptor) { await play(values, homes, workerCount, changeCount) }
    let expected = values.changes
    let current = values.all.map(\.wrappedValue)
    for (index, name) in SharedValues.names.enumerated() where current[index] != expected[index] {
      failures.append("\(name) was changed \(expected[index]) times, and is \(current[index]).")
    }
    failures += values.wrongPlaces.map { "What is kept is wrong: \($0)" }
    let total = expected.reduce(0, +)
    if await !homes.see(total) { failures.append("An observer did not see the last change.") }
    // Registrations that have doubled show when a single change runs the observers.
    var before: [Int] = []
    for home in homes { before.append(await home.runCount) }
    values.change(0)
    if await !homes.see(total + 1) { failures.append("An observer did not see a single change.") }
    for (home, before) in zip(homes, before) {
      let count = await home.runCount - before
      if count > 3 { failures.append("A single change ran an observer \(count) times.") }
      await home.leave()
    }
    failures += interceptor.finish().map { "The framework reported an issue: \($0.message)" }
    let plan = "shared values, \(workerCount) threads and tasks each, \(changeCount) changes each"
    return RunResult(seed: seed, plan: plan, actionCount: total, failures: failures)
  }

  private func play(_ values: SharedValues, _ homes: [Household], _ workerCount: Int, _ changeCount: Int) async {
    await withTaskGroup { group in
      for number in 0..<workerCount {
        let generator = SeededRandomNumberGenerator(seed: seed &+ UInt64(number) << 32)
        group.addTask {
          await withCheckedContinuation { continuation in
            // In a test, the values of keys are those of its dependencies.
            withEscapedDependencies { dependencies in
              Thread.detachNewThread {
                var generator = generator
                dependencies.yield { for _ in 0..<changeCount { values.act(using: &generator) } }
                continuation.resume()
              }
            }
          }
        }
        group.addTask {
          var generator = SeededRandomNumberGenerator(seed: ~self.seed &+ UInt64(number))
          for _ in 0..<changeCount {
            values.act(using: &generator)
            let shared = values.all.randomElement(using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: try? await shared?.load()
            case 1: try? await shared?.save()
            case 2: await Task.yield()
            default: break
            }
          }
        }
      }
      for (number, home) in homes.enumerated() {
        group.addTask { await home.act(changeCount, seed: self.seed &+ UInt64(number) << 16) }
      }
    }
  }
}

extension UserDefaults {
  fileprivate var fuzzed: Int {
    get { integer(forKey: "fuzzed") }
    set { set(newValue, forKey: "fuzzed") }
  }
}

/// Shared numbers of all kinds, each of which counts its changes.
private final class SharedValues: Sendable {
  struct Row: Identifiable {
    let id: Int
    var count = 0
  }

  static let names = [
    "A value without a key", "A member", "An element", "A value in memory", "A value in the defaults",
    "Another value in the defaults", "A property of the defaults", "A value in a file",
  ]

  private let defaults = UncheckedSendable(UserDefaults.inMemory)
  private let memory = InMemoryStorage()
  private let files = FileStorage.inMemory
  let all: [Shared<Int>]
  private let counts = Locked(Array(repeating: 0, count: names.count))

  init() {
    let row = Shared(value: [Row(id: 1), Row(id: 2)] as IdentifiedArrayOf<Row>)[dynamicMember: \.[id: 2]]
    all =
      [Shared(value: 0), Shared(value: (first: 0, second: 0)).second]
      + (Shared(row).map { [$0.count] } ?? [])
      + Self.keptValues(defaults.value, memory, files)
  }

  private static func keptValues(
    _ defaults: UserDefaults,
    _ memory: InMemoryStorage,
    _ files: FileStorage
  ) -> [Shared<Int>] {
    withDependencies({ ($0.defaultInMemoryStorage, $0.defaultFileStorage) = (memory, files) }) {
      [
        Shared(wrappedValue: 0, .inMemory("count")), Shared(wrappedValue: 0, .appStorage("first", store: defaults)),
        Shared(wrappedValue: 0, .appStorage("second", store: defaults)),
        Shared(wrappedValue: 0, .appStorage(\.fuzzed, store: defaults)),
        Shared(wrappedValue: 0, .fileStorage(URL(filePath: "/count"))),
      ]
    }
  }

  var changes: [Int] { counts.withLock { $0 } }

  func change(_ index: Int, in value: Shared<Int>? = nil, _ body: (inout Int) -> Void = { $0 += 1 }) {
    (value ?? all[index]).withLock { body(&$0) }
    counts.withLock { $0[index] += 1 }
  }

  func act(using generator: inout SeededRandomNumberGenerator) {
    let first = Int.random(in: 0..<all.count, using: &generator)
    let second = Int.random(in: 0..<all.count, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      // In the same order everywhere.
      guard first < second else { return change(first) }
      change(first) {
        $0 += 1
        change(second)
      }
    case 1: change(first) { $0 += all[second].wrappedValue < 0 ? 2 : 1 }
    case 2:
      let values = Self.keptValues(defaults.value, memory, files)
      let index = first % values.count
      change(all.count - values.count + index, in: values[index])
    case 3: defaults.value.set(first, forKey: "another")
    default: change(first)
    }
  }

  var wrongPlaces: [String] {
    let expected = changes
    let stored = ["first", "second", "fuzzed"].map { defaults.value.integer(forKey: $0) }
    let places = zip([4, 5, 6], stored).filter { expected[$0] != $1 }.map { "\(Self.names[$0]) is \($1)." }
    let again = Self.keptValues(defaults.value, memory, files)[4].wrappedValue
    return places + (again == expected[7] ? [] : ["\(Self.names[7]) is \(again)."])
  }
}

/// An actor with a store that shows and changes the values, and its observers.
private actor Household {
  private struct Counters: Reducer {
    struct State: Equatable { var values: [Shared<Int>] }
    enum Action { case change(Int), changeLater(Int) }

    let values: SharedValues

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .change(let index): values.change(index)
      case .changeLater(let index): return .run { [values] _ in values.change(index) }
      }
      return .none
    }
  }

  private let values: SharedValues
  private lazy var store = Store(initialState: Counters.State(values: values.all), isolation: self) {
    Counters(values: values)
  }
  private var token: ObserveToken?
  private var loop: Task<Void, Never>?
  private(set) var runCount = 0
  private var observed = 0
  private var delivered = 0

  init(_ values: SharedValues) { self.values = values }

  func watch() {
    let store = store
    token = observe { [weak self] in
      let total = store.values.reduce(0) { $0 + $1.wrappedValue }
      self?.assumeIsolated {
        $0.observed = total
        $0.runCount += 1
      }
    }
    let states = store.states
    loop = Task {
      for await state in states { delivered = state.values.reduce(0) { $0 + $1.wrappedValue } }
    }
  }

  func act(_ count: Int, seed: UInt64) async {
    var generator = SeededRandomNumberGenerator(seed: seed)
    for _ in 0..<count {
      let index = Int.random(in: 0..<values.all.count, using: &generator)
      if Int.random(in: 0..<4, using: &generator) == 0 {
        await store.send(.changeLater(index)).finish()
      } else {
        store.send(.change(index))
      }
    }
  }

  func sees(_ total: Int) -> Bool { observed == total && delivered == total }

  func leave() {
    token = nil
    loop?.cancel()
  }
}

extension [Household] {
  /// Waits until all observers have seen a total, a minute at most.
  func see(_ total: Int) async -> Bool {
    let deadline = ContinuousClock.now.advanced(by: .seconds(60))
    for home in self {
      while await !home.sees(total) {
        guard ContinuousClock.now < deadline else { return false }
        try? await Task.sleep(for: .microseconds(100))
      }
    }
    return true
  }
}
