import Dependencies
import Store
import Testing

@testable import StoreCore

/// Effects that are merged or joined again and again are one list.
@Suite struct FlatEffectsTests {
  /// The values that an effect of `.send`s sends, in order.
  func values(_ effect: Effect<Int>) -> [Int] {
    switch effect.operation {
    case .none: []
    case .send(let value): [value]
    case .merge(let effects), .concatenate(let effects): effects.flatMap { values($0) }
    default: []
    }
  }

  @Test func anEffectIsAWord() {
    #expect(MemoryLayout<Effect<Int>>.size == MemoryLayout<Int>.size)
    #expect(MemoryLayout<Effect<[String]>>.size == MemoryLayout<Int>.size)
  }

  @Test(arguments: [1000, 4000]) func oneByOne(count: Int) {
    func expect(_ effect: Effect<Int>, _ expected: [Int]) {
      #expect(values(effect) == expected)
    }
    let ordered = Array(0..<count)
    expect(ordered.reduce(Effect<Int>.none) { $0.merge(with: .send($1)) }, ordered)
    expect(ordered.reduce(Effect<Int>.none) { Effect.send($1).merge(with: $0) }, ordered.reversed())
    expect(ordered.reduce(Effect<Int>.none) { .merge($0, .send($1)) }, ordered)
    expect(ordered.reduce(Effect<Int>.none) { $0.concatenate(with: .send($1)) }, ordered)
    expect(ordered.reduce(Effect<Int>.none) { Effect.send($1).concatenate(with: $0) }, ordered.reversed())
    expect(ordered.reduce(Effect<Int>.none) { .concatenate(.send($1), $0) }, ordered.reversed())
    expect(.merge(ordered.map { .send($0) }), ordered)
    expect(ordered.reduce(Effect<Int>.none) { $0.merge(with: .send($1)) }.map { $0 + 1 }, ordered.map { $0 + 1 })
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func joinedAtRandom(seed: UInt64) {
    var generator = SeededRandomNumberGenerator(seed: seed)
    var effects: [(effect: Effect<Int>, values: [Int])] = [(.none, [])]
    var next = 0
    let isMerge = Bool.random(using: &generator)
    for _ in 0..<100 {
      switch Int.random(in: 0..<3, using: &generator) {
      case 0:
        effects.append((.send(next), [next]))
        next += 1
      case 1:
        guard let first = effects.randomElement(using: &generator),
          let second = effects.randomElement(using: &generator)
        else { continue }
        guard first.values.count + second.values.count < 1000 else { continue }
        let both = isMerge ? first.effect.merge(with: second.effect) : first.effect.concatenate(with: second.effect)
        effects.append((both, first.values + second.values))
      default:
        let some = (0..<Int.random(in: 0...4, using: &generator)).compactMap { _ in
          effects.randomElement(using: &generator)
        }
        guard some.reduce(0, { $0 + $1.values.count }) < 1000 else { continue }
        let all = isMerge ? Effect<Int>.merge(some.map(\.effect)) : .concatenate(some.map(\.effect))
        effects.append((all, some.flatMap(\.values)))
      }
    }
    for (effect, expected) in effects {
      #expect(values(effect) == expected)
      #expect(effect.isNone == expected.isEmpty)
      #expect((isMerge ? effect.mergedEffects : effect.concatenatedEffects).count == expected.count)
    }
  }

  @Test func whatIsOfAnotherKindIsOneOfTheList() {
    let sequence = Effect<Int>.concatenate(.send(1), .send(2))
    let merged = Effect<Int>.merge(sequence, .send(3))
    #expect(merged.mergedEffects.count == 2)
    #expect(sequence.concatenate(with: merged).concatenatedEffects.count == 3)
  }
}
