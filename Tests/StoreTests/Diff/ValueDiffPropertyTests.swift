import Store
import Foundation
import TestSupport
import Testing

@testable import StoreCore

/// Values of all kinds that a dump distinguishes.
indirect enum Arbitrary: Hashable {
  struct Row: Identifiable, Hashable {
    var id: Int
    var value: Arbitrary
  }

  case nothing, integer(Int), number(value: Double), text(String), date(Date), optional(Arbitrary?)
  case pair(Arbitrary, second: Arbitrary), list([Arbitrary]), rows(IdentifiedArrayOf<Row>), set(Set<Arbitrary>)
  case dictionary([Int: Arbitrary])

  static func random(depth: Int, using generator: inout SeededRandomNumberGenerator) -> Arbitrary {
    func integer(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func count() -> Range<Int> { 0..<integer(0...4) }
    func value() -> Arbitrary { random(depth: depth - 1, using: &generator) }
    switch integer(0...(depth > 0 ? 10 : 4)) {
    case 0: return .nothing
    case 1: return .integer(integer(0...3))
    case 2: return .number(value: Double(integer(0...3)) / 2)
    case 3: return .text(count().map { _ in ["a", "b\n", "\n", "\"", "\r\n", " "][integer(0...5)] }.joined())
    case 4: return .date(Date(timeIntervalSinceReferenceDate: Double(integer(0...3)) / 4))
    case 5: return .optional(integer(0...2) == 0 ? nil : value())
    case 6: return .pair(value(), second: value())
    case 7: return .list(count().map { _ in value() })
    case 8: return .rows(IdentifiedArray(count().map { _ in Row(id: integer(0...4), value: value()) }) { $1 })
    case 9: return .set(Set(count().map { _ in value() }))
    default: return .dictionary(Dictionary(count().map { _ in (integer(0...4), value()) }) { $1 })
    }
  }

  /// Returns a value that differs from this one in some part, or not at all, or entirely.
  func changed(using generator: inout SeededRandomNumberGenerator) -> Arbitrary {
    guard Bool.random(using: &generator) else { return .random(depth: 2, using: &generator) }
    switch self {
    case .optional(let value): return .optional(value?.changed(using: &generator))
    case .pair(let first, let second): return .pair(first.changed(using: &generator), second: second)
    case .list(var values):
      if !values.isEmpty { values[values.count / 2] = values[values.count / 2].changed(using: &generator) }
      values.shuffle(using: &generator)
      return .list(values)
    case .rows(var rows):
      if !rows.isEmpty { rows[rows.count / 2].value = rows[rows.count / 2].value.changed(using: &generator) }
      rows.shuffle(using: &generator)
      return .rows(rows)
    case .set(var values):
      values.insert(.random(depth: 1, using: &generator))
      return .set(values)
    case .dictionary(let values): return .dictionary(values.mapValues { $0.changed(using: &generator) })
    default: return self
    }
  }
}

struct Opaque { var value: Any }

@Suite struct ValueDiffPropertyTests {
  @Test(arguments: randomSeeds(10)) func valuesDifferIfAndOnlyIfTheirDumpsDo(seed: UInt64) {
    var generator = SeededRandomNumberGenerator(seed: seed)
    for _ in 0..<50 {
      let old = Arbitrary.random(depth: 4, using: &generator)
      let new = old.changed(using: &generator)
      let dumps = (valueDump(old), valueDump(new))
      #expect((dumps.0 == dumps.1) == (old == new), "\(dumps.0)\n\(dumps.1)")
      for (old, new, isEqual) in [
        (old as Any, new as Any, old == new), (Opaque(value: old), Opaque(value: new), old == new), (old, old, true),
      ] {
        let diff = valueDiff(old, new)
        #expect((diff == nil) == isEqual, "\(diff ?? "no difference")\n\(dumps.0)\n\(dumps.1)")
        guard let diff else { continue }
        #expect(diff.split(separator: "\n").contains { $0.hasPrefix("-") || $0.hasPrefix("+") }, "\(diff)")
        #expect(!diff.contains("no difference detected"), "\(diff)")
      }
    }
  }

  @Test(arguments: randomSeeds(10)) func commonSubsequencesAreLongest(seed: UInt64) throws {
    var generator = SeededRandomNumberGenerator(seed: seed)
    for _ in 0..<30 {
      let old = (0..<Int.random(in: 0...12, using: &generator)).map { _ in Int.random(in: 0...3, using: &generator) }
      let new = (0..<Int.random(in: 0...12, using: &generator)).map { _ in Int.random(in: 0...3, using: &generator) }
      let pairs = try #require(commonSubsequence(old.count, new.count, maximumChanges: 24) { old[$0] == new[$1] })
      #expect(pairs.allSatisfy { old[$0.old] == new[$0.new] })
      #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.old < $1.old && $0.new < $1.new })
      var lengths = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
      for i in old.indices {
        for j in new.indices {
          lengths[i + 1][j + 1] = old[i] == new[j] ? lengths[i][j] + 1 : max(lengths[i][j + 1], lengths[i + 1][j])
        }
      }
      #expect(pairs.count == lengths[old.count][new.count])
      let changes = old.count + new.count - 2 * pairs.count
      #expect(commonSubsequence(old.count, new.count, maximumChanges: changes) { old[$0] == new[$1] } != nil)
      #expect(commonSubsequence(old.count, new.count, maximumChanges: changes - 1) { old[$0] == new[$1] } == nil)
    }
  }

  @Test func increasingSubsequencesAreLongest() {
    let values = [3, 1, 2, 5, 4, 6]
    #expect(longestIncreasingSubsequence(values).map { values[$0] } == [1, 2, 4, 6])
    #expect(longestIncreasingSubsequence([5, 4, 3]).count == 1 && longestIncreasingSubsequence([]) == [])
  }
}
