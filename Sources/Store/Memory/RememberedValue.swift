/// A value that is kept to tell later whether another one is the same, by its bytes: without a look at what it refers to.
///
/// As long as this value is kept, what its strings and collections refer to is not changed in place, because others
/// refer to it too. So another value of the same bytes is the same. The contrary does not hold: equal values may have
/// different bytes.
///
/// Objects, existentials and closures can change or answer differently while their bytes stay. Values of a type that may
/// hold one are not remembered. `==` is not asked, because it may leave out what somebody else looks at.
package struct RememberedValue {
  /// Knows the type, so that comparing takes no metadata of generic types to be looked up.
  private class Storage {
    let type: Any.Type

    init(type: Any.Type) { self.type = type }

    func hasBytes(of pointer: UnsafeRawPointer) -> Bool { false }
  }

  private final class StorageOf<Value>: Storage {
    private let value: Value
    private let layout: ByteLayout

    init(_ value: Value, _ layout: ByteLayout) {
      self.value = value
      self.layout = layout
      super.init(type: Value.self)
    }

    override func hasBytes(of pointer: UnsafeRawPointer) -> Bool {
      withUnsafePointer(to: value) { layout.tellTheSame($0, pointer) }
    }
  }

  private let storage: Storage

  /// Fails where the bytes of a value don't tell what it is.
  package init?<Value>(_ value: Value) {
    guard let layout = ByteLayout.of(Value.self) else { return nil }
    storage = StorageOf(value, layout)
  }

  /// Whether a value has the same type and the same bytes.
  package func isSame<Value>(as value: Value) -> Bool {
    storage.type == Value.self && withUnsafePointer(to: value) { storage.hasBytes(of: $0) }
  }
}
