import Store
import Dependencies
import Testing

@testable import StoreCore

@Suite struct EffectLedgerTests {
  func key(_ id: Int) -> EffectLedger.Key { EffectLedger.Key(path: nil, id: CancelID(id)) }

  @Test(arguments: [false, true]) func onlyASequenceThatIsCancelledItselfEnds(isSequenceCancelled: Bool) {
    var ledger = EffectLedger()
    let ids = isSequenceCancelled ? [key(1)] : []
    let sequence = ledger.begin(group: 1, sequence: nil, path: nil, ids: ids)
    let step = ledger.begin(group: 1, sequence: sequence, path: nil, ids: [key(1)])
    let end: [EffectLedger.Consequence] = [.stop(sequence), .stop(step), .groupFinished(1)]
    #expect(ledger.cancel(key(1)) == (isSequenceCancelled ? end : [.stop(step), .advance(sequence)]))
  }

  @Test func severalKeysAreCancelledAsOne() {
    var ledger = EffectLedger()
    let effects = [2, 1, 3, 2].map { ledger.begin(group: 1, sequence: nil, path: nil, ids: [key($0), key(9)]) }
    let stopped = [0, 1, 3].map { EffectLedger.Consequence.stop(effects[$0]) }
    #expect(ledger.cancel([key(1), key(4), key(2), key(1)]) == stopped)
    #expect(ledger.cancel([]) == [])
    #expect(ledger.isLive(effects[2]))
  }

  @Test func operatorsOfOtherTypesHaveOtherHashes() {
    func identity(_ type: Any.Type) -> OperatorIdentity { OperatorIdentity(type, state: \Int.self, action: \Int.self) }
    #expect(identity(Int.self) == identity(Int.self))
    #expect(identity(Int.self) != identity(String.self))
    #expect(identity(Int.self).hashValue != identity(String.self).hashValue)
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
}
