/// A copy of a value, to find out later whether another value is the same. Compares bytes, without looking at the
/// memory that the value refers to.
///
/// As long as this copy exists, the memory of its strings and collections is not changed in place, because there is
/// more than one reference to it. So another value with the same bytes is the same. The reverse does not hold: equal
/// values may have different bytes.
///
/// Objects, existentials and closures can change or behave differently while their bytes stay the same. Values of a
/// type that may contain one can't be remembered. `==` is not used, because it may ignore a part of the value that
/// matters to other code.
package struct RememberedValue {
  private let type: Any.Type
  private let isSame: (UnsafeRawPointer) -> Bool

  /// Returns `nil` if the bytes of such values do not determine the value.
  package init?<Value>(_ value: Value) {
    guard let layout = ByteLayout.of(Value.self) else { return nil }
    type = Value.self
    isSame = { pointer in withUnsafePointer(to: value) { layout.tellTheSame($0, pointer) } }
  }

  /// Whether a value has the same type and the same bytes.
  package func isSame<Value>(as value: Value) -> Bool {
    type == Value.self && withUnsafePointer(to: value) { isSame($0) }
  }
}
