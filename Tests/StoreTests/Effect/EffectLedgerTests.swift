import Store
import Dependencies
import Testing

@testable import StoreCore

private let lastGroup = Locked(0)

extension EffectLedger {
  /// Makes a new group, as the core does.
  fileprivate func makeGroup() -> GroupID {
    lastGroup.withLock { last in
      last += 1
      return last
    }
  }
}

extension ScopeOwner {
  /// The children with effects in flight, each with the number of parents in which there is a child with this id.
  fileprivate var liveElements: [AnyHashable: Int] {
    families.values.reduce(into: [:]) { counts, family in
      for id in family.live { counts[id, default: 0] += 1 }
    }
  }
}

@Suite struct EffectLedgerTests {
  typealias Key = EffectLedger.Key
  typealias Consequence = EffectLedger.Consequence

  func key(_ id: Int, at path: ScopePath? = nil) -> Key { Key(path: path, id: CancelID(id)) }

  @Test func aGroupEndsWithItsLastEffect() {
    var ledger = EffectLedger()
    let group = ledger.makeGroup()
    let other = ledger.makeGroup()
    #expect(group != other)
    #expect(!ledger.isLive(group: group))

    let first = ledger.begin(group: group, sequence: nil, path: nil, ids: [])
    let second = ledger.begin(group: group, sequence: nil, path: nil, ids: [])
    let third = ledger.begin(group: other, sequence: nil, path: nil, ids: [])
    #expect(ledger.isLive(group: group))
    #expect(ledger.finish(first) == [])
    #expect(!ledger.isLive(first))
    #expect(ledger.isLive(second))
    #expect(ledger.finish(second) == [.groupFinished(group)])
    #expect(!ledger.isLive(group: group))
    #expect(ledger.finish(second) == [])
    #expect(ledger.isLive(third))
    #expect(!ledger.isEmpty)
    #expect(ledger.finish(third) == [.groupFinished(other)])
    #expect(ledger.isEmpty)
  }

  @Test func aSequenceGoesOnWhenAllOfItsStepIsDone() {
    var ledger = EffectLedger()
    let group = ledger.makeGroup()
    let sequence = ledger.begin(group: group, sequence: nil, path: nil, ids: [])
    #expect(!ledger.isBusy(sequence: sequence))
    let first = ledger.begin(group: group, sequence: sequence, path: nil, ids: [])
    let second = ledger.begin(group: group, sequence: sequence, path: nil, ids: [])
    #expect(ledger.finish(second) == [])
    #expect(ledger.isBusy(sequence: sequence))
    #expect(ledger.finish(first) == [.advance(sequence)])
    #expect(!ledger.isBusy(sequence: sequence))
    #expect(ledger.isLive(group: group))
    #expect(ledger.finish(sequence) == [.groupFinished(group)])
  }

  @Test func aSequenceWithinASequenceIsAStepOfIt() {
    var ledger = EffectLedger()
    let group = ledger.makeGroup()
    let outer = ledger.begin(group: group, sequence: nil, path: nil, ids: [])
    let inner = ledger.begin(group: group, sequence: outer, path: nil, ids: [])
    let step = ledger.begin(group: group, sequence: inner, path: nil, ids: [])
    #expect(ledger.finish(step) == [.advance(inner)])
    #expect(ledger.finish(inner) == [.advance(outer)])
  }

  @Test func aCancelledSequenceDoesNotGoOn() {
    var ledger = EffectLedger()
    let group = ledger.makeGroup()
    let sequence = ledger.begin(group: group, sequence: nil, path: nil, ids: [key(1)])
    let step = ledger.begin(group: group, sequence: sequence, path: nil, ids: [key(1)])
    #expect(
      ledger.cancel(key(1))
        == [.stop(sequence), .stop(step), .groupFinished(group)]
    )
  }

  @Test func aCancelledStepLetsItsSequenceGoOn() {
    var ledger = EffectLedger()
    let group = ledger.makeGroup()
    let sequence = ledger.begin(group: group, sequence: nil, path: nil, ids: [])
    let step = ledger.begin(group: group, sequence: sequence, path: nil, ids: [key(1)])
    #expect(ledger.cancel(key(1)) == [.stop(step), .advance(sequence)])
  }

  @Test func anyOfItsIDsCancelsAnEffect() {
    for id in [1, 2] {
      var ledger = EffectLedger()
      let group = ledger.makeGroup()
      let both = ledger.begin(group: group, sequence: nil, path: nil, ids: [key(1), key(2), key(2)])
      let neither = ledger.begin(group: group, sequence: nil, path: nil, ids: [key(3)])
      #expect(ledger.cancel(key(4)) == [])
      #expect(ledger.cancel(key(id)) == [.stop(both)])
      #expect(ledger.cancel(key(1)) == [])
      #expect(ledger.cancel(key(2)) == [])
      #expect(ledger.isLive(neither))
    }
  }

  @Test func effectsAreCancelledInTheOrderInWhichTheyBegan() {
    var ledger = EffectLedger()
    let group = ledger.makeGroup()
    let effects = (0..<100).map { _ in ledger.begin(group: group, sequence: nil, path: nil, ids: [key(1)]) }
    let stopped = ledger.cancelAll().filter { $0 != .groupFinished(group) }
    #expect(stopped == effects.map { .stop($0) })
    #expect(ledger.isEmpty)
  }

  @Test func severalKeysAreCancelledAsOne() {
    var ledger = EffectLedger()
    let group = ledger.makeGroup()
    let effects = [2, 1, 3, 2].map { ledger.begin(group: group, sequence: nil, path: nil, ids: [key($0), key(9)]) }
    #expect(
      ledger.cancel([key(1), key(4), key(2), key(1)])
        == [.stop(effects[0]), .stop(effects[1]), .stop(effects[3])]
    )
    #expect(ledger.cancel([]) == [])
    #expect(ledger.isLive(effects[2]))
  }

  @Test func aGroupIsCancelledAlone() {
    var ledger = EffectLedger()
    let group = ledger.makeGroup()
    let other = ledger.makeGroup()
    let first = ledger.begin(group: group, sequence: nil, path: nil, ids: [key(1)])
    let second = ledger.begin(group: other, sequence: nil, path: nil, ids: [key(1)])
    #expect(ledger.cancel(group: group) == [.stop(first), .groupFinished(group)])
    #expect(ledger.cancel(group: group) == [])
    #expect(ledger.cancel(key(1)) == [.stop(second), .groupFinished(other)])
  }

  @Test func operatorsOfOtherTypesHaveOtherHashes() {
    func identity(_ type: Any.Type) -> OperatorIdentity { OperatorIdentity(type, state: \Int.self, action: \Int.self) }
    #expect(identity(Int.self) == identity(Int.self))
    #expect(identity(Int.self) != identity(String.self))
    #expect(identity(Int.self).hashValue != identity(String.self).hashValue)
  }

  @Test func anIDBelongsToItsChildAndThoseAboveIt() {
    let owner = ScopeOwner()
    let child = ScopePath(parent: nil, element: ScopeElement(owner: owner, id: 1))
    let sibling = ScopePath(parent: nil, element: ScopeElement(owner: owner, id: 2))
    let grandchild = ScopePath(parent: child, element: ScopeElement(owner: owner, id: 1))
    for (path, isCancelled) in [(grandchild, true), (child, true), (nil, true), (sibling, false)] {
      var ledger = EffectLedger()
      let effect = ledger.begin(
        group: ledger.makeGroup(),
        sequence: nil,
        path: grandchild,
        ids: [key(1, at: grandchild)]
      )
      _ = ledger.cancel(key(1, at: path))
      #expect(ledger.isLive(effect) != isCancelled)
    }
    // A child can't cancel by an id that its parent gave to the child's effect.
    var ledger = EffectLedger()
    let effect = ledger.begin(group: ledger.makeGroup(), sequence: nil, path: child, ids: [key(1)])
    _ = ledger.cancel(key(1, at: child))
    #expect(ledger.isLive(effect))
  }

  @Test func aChildThatGoesTakesItsDescendantsWithIt() {
    let rows = ScopeOwner()
    let details = ScopeOwner()
    let row = ScopePath(parent: nil, element: ScopeElement(owner: rows, id: 1))
    let otherRow = ScopePath(parent: nil, element: ScopeElement(owner: rows, id: 2))
    let detail = ScopePath(parent: row, element: ScopeElement(owner: details, id: 7))
    let otherDetail = ScopePath(parent: otherRow, element: ScopeElement(owner: details, id: 7))
    var ledger = EffectLedger()
    let group = ledger.makeGroup()
    let effects = [row, otherRow, detail, otherDetail].map {
      ledger.begin(group: group, sequence: nil, path: $0, ids: [])
    }
    #expect(rows.liveElements == [1: 1, 2: 1])
    #expect(details.liveElements == [7: 2])
    _ = ledger.cancel(Key(path: detail, id: nil))
    #expect(effects.map { ledger.isLive($0) } == [true, true, false, true])
    #expect(details.liveElements == [7: 1])
    _ = ledger.cancel(Key(path: otherRow, id: nil))
    #expect(effects.map { ledger.isLive($0) } == [true, false, false, false])
    #expect(rows.liveElements == [1: 1])
    #expect(details.liveElements == [:])
  }

  @Test func pathsAreEqualByTheirElements() {
    let owner = ScopeOwner()
    func path(_ ids: [Int], _ owner: ScopeOwner) -> ScopePath? {
      ids.reduce(nil) { ScopePath(parent: $0, element: ScopeElement(owner: owner, id: $1)) }
    }
    #expect(path([1, 2, 3], owner) == path([1, 2, 3], owner))
    #expect(path([1, 2, 3], owner)?.hashValue == path([1, 2, 3], owner)?.hashValue)
    #expect(path([1, 2, 3], owner) != path([2, 2, 3], owner))
    #expect(path([1, 2, 3], owner) != path([2, 3], owner))
    #expect(path([1], owner) != path([1], ScopeOwner()))
  }

  @Test func idsAreEqualByTypeAndValue() {
    enum ID { case a, b }
    #expect(CancelID(1) == CancelID(1))
    #expect(CancelID(1) != CancelID(1.0))
    #expect(CancelID(1) != CancelID(UInt8(1)))
    #expect(CancelID(ID.a) == CancelID(ID.a))
    #expect(CancelID(ID.a) != CancelID(ID.b))
    #expect(CancelID(CancelID(1)) == CancelID(1))
    #expect(CancelID(ObjectIdentifier(EffectLedgerTests.self)) == CancelID(ObjectIdentifier(EffectLedgerTests.self)))
    #expect(CancelID(ID.a).description == "ID.a")
    #expect(CancelID(1).description == "Int.1")
    #expect(CancelID("search").description == "String.search")
    // Addresses differ in each run, and so would traces.
    let property = CancelID(\String.count as any KeyPath<String, Int> & Sendable)
    #expect(!property.description.contains("0x"), "\(property)")
  }

  // MARK: Against a model

  /// A simple model of the ledger.
  private struct Model {
    struct Entry {
      let effect: Int
      let group: Int
      let sequence: Int?
      let path: [Int]
      let ids: [(path: [Int], id: Int)]
    }

    var entries: [Entry] = []

    func isLive(_ effect: Int) -> Bool { entries.contains { $0.effect == effect } }

    mutating func finish(_ effect: Int) -> [Consequence] {
      guard let index = entries.firstIndex(where: { $0.effect == effect }) else { return [] }
      let entry = entries.remove(at: index)
      var consequences: [Consequence] = []
      if let sequence = entry.sequence, isLive(sequence), !entries.contains(where: { $0.sequence == sequence }) {
        consequences.append(.advance(sequence))
      }
      if !entries.contains(where: { $0.group == entry.group }) { consequences.append(.groupFinished(entry.group)) }
      return consequences
    }

    mutating func cancel(where isNamed: (Entry) -> Bool) -> [Consequence] {
      let effects = entries.filter(isNamed).map(\.effect).sorted()
      return effects.map { .stop($0) } + effects.flatMap { finish($0) }
    }

    /// The number of different places in which each element has effects.
    func liveCounts(depth: Int) -> [AnyHashable: Int] {
      let places = Set(entries.filter { $0.path.count > depth }.map { Array($0.path.prefix(depth + 1)) })
      return Dictionary(places.map { (AnyHashable($0[depth]), 1) }, uniquingKeysWith: +)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func behavesLikeTheModel(seed: UInt64) {
    var generator = SeededRandomNumberGenerator(seed: seed)
    let owners = (0..<3).map { _ in ScopeOwner() }
    func scopePath(_ ids: [Int]) -> ScopePath? {
      ids.enumerated().reduce(nil) { parent, step in
        ScopePath(parent: parent, element: ScopeElement(owner: owners[step.offset], id: step.element))
      }
    }
    func randomPath() -> [Int] {
      (0..<Int.random(in: 0...3, using: &generator)).map { _ in Int.random(in: 1...2, using: &generator) }
    }

    var ledger = EffectLedger()
    var model = Model()
    var groups = [ledger.makeGroup()]
    for _ in 0..<400 {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0..<6:
        if Int.random(in: 0..<4, using: &generator) == 0 { groups.append(ledger.makeGroup()) }
        let group = groups[Int.random(in: max(0, groups.count - 4)..<groups.count, using: &generator)]
        let siblings = model.entries.filter { $0.group == group }
        let sequence = Bool.random(using: &generator) ? siblings.randomElement(using: &generator)?.effect : nil
        let path = randomPath()
        let ids = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
          let length = Int.random(in: 0...path.count, using: &generator)
          return (path: Array(path.prefix(length)), id: Int.random(in: 1...3, using: &generator))
        }
        let effect = ledger.begin(
          group: group,
          sequence: sequence,
          path: scopePath(path),
          ids: ids.map { key($0.id, at: scopePath($0.path)) }
        )
        model.entries.append(.init(effect: effect, group: group, sequence: sequence, path: path, ids: ids))
      case 6..<9:
        guard let effect = model.entries.randomElement(using: &generator)?.effect else { continue }
        let expected = model.finish(effect)
        #expect(ledger.finish(effect) == expected)
      case 9:
        let path = randomPath()
        let id = Int.random(in: 1...3, using: &generator)
        let expected = model.cancel { entry in
          entry.ids.contains { $0.id == id && $0.path.starts(with: path) }
        }
        #expect(ledger.cancel(key(id, at: scopePath(path))) == expected)
      case 10:
        let path = randomPath()
        guard !path.isEmpty else { continue }
        let expected = model.cancel { $0.path.starts(with: path) }
        #expect(
          ledger.cancel(Key(path: scopePath(path), id: nil)) == expected
        )
      default:
        guard let group = groups.randomElement(using: &generator) else { continue }
        let expected = model.cancel { $0.group == group }
        #expect(ledger.cancel(group: group) == expected)
      }
      #expect(ledger.isEmpty == model.entries.isEmpty)
      for group in groups.suffix(6) {
        #expect(ledger.isLive(group: group) == model.entries.contains { $0.group == group })
      }
      for entry in model.entries {
        #expect(ledger.isLive(entry.effect))
        #expect(ledger.isBusy(sequence: entry.effect) == model.entries.contains { $0.sequence == entry.effect })
      }
      for (depth, owner) in owners.enumerated() { #expect(owner.liveElements == model.liveCounts(depth: depth)) }
    }
    let expected = model.cancel { _ in true }
    #expect(ledger.cancelAll() == expected)
    #expect(ledger.isEmpty)
    #expect(owners.allSatisfy { $0.liveElements.isEmpty })
  }
}
