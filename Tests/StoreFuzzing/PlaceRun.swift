import Dependencies
import Store

/// A run of some processes that keep a value at the same place. Every step follows from the seed: when a value arrives
/// at the place, when the others are told, when they read it, and when they get what they have read.
///
/// No process may undo its own change before it was saved, and in the end all of them have the value of the place.
package struct PlaceRun {
  package let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  package func callAsFunction() -> RunResult {
    var generator = SeededRandomNumberGenerator(seed: seed)
    let processCount = Int.random(in: 1...3, using: &generator)
    let stepCount = Int.random(in: 10...100, using: &generator)
    let echoes = Bool.random(using: &generator)
    let place = KeptPlace(echoes: echoes)
    var processes = (0..<processCount).map { Process(number: $0, place: place) }
    var failures: [String] = []
    var changeCount = 0
    for step in 0..<stepCount {
      let index = Int.random(in: 0..<processCount, using: &generator)
      switch Int.random(in: 0..<20, using: &generator) {
      case 0: processes[index].restart()
      case 1...6:
        changeCount += 1
        processes[index].change(to: changeCount)
      default: place.playOne(using: &generator)
      }
      failures += processes.compactMap { $0.undoneChange.map { "Step \(step): \($0)" } }
    }
    while place.playOne(using: &generator) {}
    let kept = place.value ?? 0
    for process in processes where process.shared.wrappedValue != kept {
      let value = process.shared.wrappedValue
      failures.append("Process \(process.number) has \(value) in the end, and the place has \(kept).")
    }
    let plan = "\(processCount) processes that share a value\(echoes ? ", which are told of their own changes" : "")"
    return RunResult(seed: seed, plan: plan, actionCount: changeCount, failures: failures)
  }

  private struct Process {
    let number: Int
    let place: KeptPlace
    private(set) var shared: Shared<Int>
    private var change: Int?

    init(number: Int, place: KeptPlace) {
      self.number = number
      self.place = place
      shared = Shared(wrappedValue: 0, KeptPlaceKey(place: place, process: number))
    }

    mutating func change(to value: Int) {
      change = value
      shared.withLock { $0 = value }
    }

    mutating func restart() {
      change = nil
      shared = Shared(value: 0)
      shared = Shared(wrappedValue: 0, KeptPlaceKey(place: place, process: number))
    }

    /// What is wrong if the last change was replaced before it was saved.
    var undoneChange: String? {
      guard let change, !place.hasSaved(change), shared.wrappedValue != change else { return nil }
      return "Process \(number) has \(shared.wrappedValue) in place of its own change to \(change)."
    }
  }
}

/// A place where values are kept. Whatever happens there happens when the run says so.
private final class KeptPlace: Sendable {
  private struct Contents {
    var value: Int?
    var saved: Set<Int> = []
    var waiting: [@Sendable () -> Void] = []
    var saves: [Int: [(value: Int, continuation: SaveContinuation)]] = [:]
    var subscribers: [Int: SharedSubscriber<Int>] = [:]
    var keyCount = 0
  }

  private let contents = Locked(Contents())
  private let echoes: Bool

  init(echoes: Bool) { self.echoes = echoes }

  var value: Int? { contents.withLock { $0.value } }
  func hasSaved(_ value: Int) -> Bool { contents.withLock { $0.saved.contains(value) } }

  /// Lets one of the things happen that can happen next. Returns whether there was one.
  @discardableResult func playOne(using generator: inout SeededRandomNumberGenerator) -> Bool {
    let count = contents.withLock { $0.waiting.count }
    guard count > 0 else { return false }
    let index = Int.random(in: 0..<count, using: &generator)
    contents.withLock { $0.waiting.remove(at: index) }()
    return true
  }

  private func later(_ body: @escaping @Sendable () -> Void) { contents.withLock { $0.waiting.append(body) } }

  func makeNumberOfKey() -> Int {
    contents.withLock { contents in
      contents.keyCount += 1
      return contents.keyCount
    }
  }

  func load(_ continuation: LoadContinuation<Int>) {
    later {
      let value = self.value
      self.later { continuation.resume(with: .success(value)) }
    }
  }

  func subscribe(_ key: Int, _ subscriber: SharedSubscriber<Int>) -> SharedSubscription {
    contents.withLock { $0.subscribers[key] = subscriber }
    // What was saved between the loading and this.
    tell(subscriber)
    return SharedSubscription { [weak self] in
      let subscriber = self?.contents.withLock { $0.subscribers.removeValue(forKey: key) }
      withExtendedLifetime(subscriber) {}
    }
  }

  func save(_ value: Int, _ key: Int, _ continuation: SaveContinuation) {
    contents.withLock { $0.saves[key, default: []].append((value, continuation)) }
    later { self.saveNext(of: key) }
  }

  private func saveNext(of key: Int) {
    let (continuation, subscribers) = contents.withLock { contents in
      let next = contents.saves[key]?.removeFirst()
      contents.value = next?.value
      next.map { _ = contents.saved.insert($0.value) }
      return (next?.continuation, contents.subscribers.filter { echoes || $0.key != key })
    }
    for subscriber in subscribers.values { tell(subscriber) }
    later { continuation?.resume() }
  }

  private func tell(_ subscriber: SharedSubscriber<Int>) {
    later {
      let reading = subscriber.fromNow()
      self.later {
        let value = self.value
        self.later { reading.yield(with: .success(value)) }
      }
    }
  }
}

private struct KeptPlaceKey: SharedKey {
  private let place: KeptPlace
  private let number: Int
  let id: AnyHashableSendable

  init(place: KeptPlace, process: Int) {
    self.place = place
    number = place.makeNumberOfKey()
    id = AnyHashableSendable([Int(bitPattern: ObjectIdentifier(place)), process])
  }

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) { place.load(continuation) }

  func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
    place.subscribe(number, subscriber)
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    place.save(value, number, continuation)
  }
}
