import Foundation

/// A type whose values are equal if their bytes are equal, provided that this is so for the types of the values that it
/// keeps elsewhere in memory. The memory that a value refers to does not change while other values refer to it too.
package protocol KnownByBytes {
  /// The types of the values that are kept elsewhere in memory.
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
