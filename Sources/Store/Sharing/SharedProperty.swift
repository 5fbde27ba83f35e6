/// A property of a state that shares its value, for code that looks into states of any type.
package protocol SharedProperty {
  /// The value, without registering an observer.
  var sharedValue: Any { get }
  /// Whether the value is stored under a key. A property that is made with the same key has the same value.
  var isKept: Bool { get }
  /// Whether the property can only be read.
  var isReader: Bool { get }
  /// Identifies the value for several properties that share all of it; `nil` for a part of a value.
  var wholeSource: ObjectIdentifier? { get }
}

extension Shared: SharedProperty {
  package var sharedValue: Any { wrappedValue }
  package var isKept: Bool { reference.isKept }
  package var isReader: Bool { false }
  package var wholeSource: ObjectIdentifier? { reference.wholeSource }
}

extension SharedReader: SharedProperty {
  package var sharedValue: Any { wrappedValue }
  package var isKept: Bool { reference.isKept }
  package var isReader: Bool { true }
  package var wholeSource: ObjectIdentifier? { reference.wholeSource }
}
