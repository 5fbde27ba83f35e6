import Dependencies
import Testing

@testable import StoreCore

/// Compares the queues, without any effects, with a simple model.
@Suite struct EffectQueuesTests {
  typealias Queues = EffectQueues<Int>

  /// A model with lists that are searched from the beginning.
  struct Model {
    struct Unit {
      let number: Int
      let key: Int
      let limit: Int
    }

    var running: [Unit] = []
    var waiting: [Unit] = []

    var numbers: [Int] { (running + waiting).map(\.number) }

    mutating func arrive(
      _ number: Int,
      isPart: Bool = false,
      under key: Int,
      _ policy: EffectPolicy
    ) -> Queues.Arrival {
      let unit: Unit
      let others = running.filter { $0.key == key }
      switch policy {
      case .runNewest(let maxCount):
        unit = Unit(number: number, key: key, limit: max(1, maxCount))
        if others.count >= unit.limit { return .evict(oldest: others[0].number) }
      case .runOldest(let maxCount, let overflow):
        unit = Unit(number: number, key: key, limit: max(1, maxCount))
        if others.count >= unit.limit || waiting.contains(where: { $0.key == key }) {
          if overflow == .discardNew { return .discard }
          if !isPart {
            waiting.append(unit)
            return .wait
          }
        }
      }
      running.append(unit)
      return .start
    }

    mutating func leave(_ number: Int) -> [Int] {
      guard let key = (running + waiting).first(where: { $0.number == number })?.key else { return [] }
      running.removeAll { $0.number == number }
      waiting.removeAll { $0.number == number }
      var started: [Int] = []
      while let index = waiting.firstIndex(where: { $0.key == key }),
        running.count(where: { $0.key == key }) < waiting[index].limit
      {
        started.append(waiting[index].number)
        running.append(waiting.remove(at: index))
      }
      return started
    }
  }

  /// The queues and the model, which must agree after each step.
  struct Pair {
    var queues = Queues()
    var model = Model()
    var lastNumber = 0

    mutating func arrive(isPart: Bool, under key: Int, _ policy: EffectPolicy) {
      lastNumber += 1
      while true {
        let arrival = queues.arrive(lastNumber, isPart: isPart, under: key, policy)
        let expected = model.arrive(lastNumber, isPart: isPart, under: key, policy)
        #expect(arrival == expected)
        guard case .evict(let oldest) = arrival else { break }
        leave(oldest)
      }
      check()
    }

    mutating func leave(_ number: Int) {
      var started: [Int] = []
      queues.leave(number, started: &started)
      let expected = model.leave(number)
      #expect(started == expected)
    }

    func check() {
      let numbers = Set(model.numbers)
      #expect(queues.isEmpty == numbers.isEmpty)
      #expect((0...lastNumber).allSatisfy { queues.contains($0) == numbers.contains($0) })
      // If any unit waits for a key, another unit runs for this key.
      #expect(model.waiting.allSatisfy { unit in model.running.contains { $0.key == unit.key } })
    }
  }

  static let policies: [EffectPolicy] = [
    .runNewest(), .runNewest(maxCount: 2), .runOldest(.discardNew), .runOldest(maxCount: 2, .discardNew),
    .runOldest(.suspendNew), .runOldest(maxCount: 3, .suspendNew), .runOldest(maxCount: 0, .suspendNew),
  ]

  @Test(arguments: 0..<300) func anyStoryIsThatOfTheModel(_ seed: UInt64) {
    var random = SeededRandomNumberGenerator(seed: seed)
    // In half of the stories, each key has one policy.
    let policies = seed.isMultiple(of: 2) ? Self.policies : [Self.policies[Int(seed) % Self.policies.count]]
    var pair = Pair()
    for _ in 0..<100 {
      if Bool.random(using: &random) {
        pair.arrive(
          isPart: Int.random(in: 0..<4, using: &random) == 0,
          under: Int.random(in: 0..<2, using: &random),
          policies.randomElement(using: &random) ?? .runNewest()
        )
      } else {
        pair.leave(pair.model.numbers.randomElement(using: &random) ?? 1)
        pair.check()
      }
    }
  }

  /// All possible sequences of arrivals and departures up to a length.
  @Test func everyShortStoryIsThatOfTheModel() {
    func explore(_ pair: Pair, _ steps: Int) -> Int {
      if steps == 0 { return 1 }
      var count = 1
      for policy in Self.policies.dropLast() {
        for isPart in [false, true] {
          var next = pair
          next.arrive(isPart: isPart, under: 0, policy)
          count += explore(next, steps - 1)
        }
      }
      for number in pair.model.numbers {
        var next = pair
        next.leave(number)
        next.check()
        count += explore(next, steps - 1)
      }
      return count
    }
    #expect(explore(Pair(), 4) > 1000)
  }
}
