import Foundation

/// A type of values that are the same where their bytes are, if this holds for the values that they keep: what they refer
/// to does not change while several refer to it.
package protocol KnownByBytes {
  /// The types of the values that it keeps.
  static var keptTypes: [Any.Type] { get }
}

extension String: KnownByBytes {
  package static var keptTypes: [Any.Type] { [] }
}

extension Substring: KnownByBytes {
  package static var keptTypes: [Any.Type] { [] }
}

extension Data: KnownByBytes {
  package static var keptTypes: [Any.Type] { [] }
}

extension URL: KnownByBytes {
  package static var keptTypes: [Any.Type] { [] }
}

extension Array: KnownByBytes {
  package static var keptTypes: [Any.Type] { [Element.self] }
}

extension Set: KnownByBytes {
  package static var keptTypes: [Any.Type] { [Element.self] }
}

extension Dictionary: KnownByBytes {
  package static var keptTypes: [Any.Type] { [Key.self, Value.self] }
}
