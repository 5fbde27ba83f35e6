import Testing

@testable import StoreInspection
@testable import StoreTrace

struct CodingKeyNamesTests {
  @Test func enumsOfKeys() {
    enum None: CodingKey {}
    enum One: CodingKey { case only }
    enum Three: String, CodingKey { case a, b = "renamed", c }
    #expect(None.names == [])
    #expect(One.names == ["only"])
    #expect(Three.names == ["a", "renamed", "c"])
    #expect(Generic<Int>.Key.names == ["x", "y"])
  }

  @Test func otherKeys() {
    #expect(SourceKey.names == nil)
    #expect(Payload.names == nil)
    final class Reference: CodingKey {
      var stringValue: String { "" }
      var intValue: Int? { nil }
      init?(stringValue: String) { nil }
      init?(intValue: Int) { nil }
    }
    #expect(Reference.names == nil)
  }

  @Test func moreThanAByteOfKeys() {
    #expect(Many.names == nil || Many.names?.count == 2)
  }

  private struct Generic<Value> {
    enum Key: CodingKey { case x, y }
  }

  /// A key whose cases have payloads, and therefore another memory layout.
  private enum Payload: CodingKey {
    case index(Int)
    case name

    var stringValue: String { "" }
    var intValue: Int? { nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  /// A key whose `init(stringValue:)` accepts names that none of its cases has.
  private enum Many: CodingKey {
    case first, second

    var stringValue: String { self == .first ? "1" : "2" }
    var intValue: Int? { nil }
    init?(stringValue: String) { self = .first }
    init?(intValue: Int) { nil }
  }
}
