import Foundation

/// A new value for a property of ``DependencyValues``, which is set without evaluating the value that it had.
///
/// Setting through a key path reads first: the run time calls the getters of all properties on the way, the last one
/// included, and then the setters. The getter of the last one would evaluate a default value, or report that there is
/// none, only for the result to be thrown away. It gets the new value instead.
package struct DependencyReplacement<Value> {
  private let keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable
  private let value: Value
  /// Whether the value is all of a property. A part of one, as in `\.date.now`, needs the rest of it.
  private let isWholeProperty: Bool

  package init(_ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, with value: Value) {
    self.keyPath = keyPath
    self.value = value
    isWholeProperty = keyPath.componentCount == 1
  }

  /// Sets the property.
  package func callAsFunction(_ values: inout DependencyValues) {
    guard isWholeProperty else {
      // The part of a built-in value that everybody replaces, which is computed: a test's generator reports that it is used.
      if let now = value as? Date, keyPath as AnyKeyPath == \DependencyValues.date.now {
        values.date.now = now
      } else {
        values[keyPath: keyPath] = value
      }
      return
    }
    let access = values.access
    values.access = Access(value: value)
    values[keyPath: keyPath] = value
    values.access = access
  }

  /// `@unchecked Sendable`: it is used by one thread, for the duration of one assignment.
  private final class Access: DependencyAccess, @unchecked Sendable {
    /// Substituted once, as the setter may need the value that the property had.
    private var value: Value?

    init(value: Value) {
      self.value = value
      super.init(location: nil, isUpdate: true)
    }

    override func substitute<Requested>(for valueType: Requested.Type) -> Requested? {
      guard valueType == Value.self else { return nil }
      defer { value = nil }
      return value as? Requested
    }
  }
}

extension AnyKeyPath {
  /// The number of properties on the way, as the description of the key path lists them: each after a dot that is in no
  /// brackets. There is no other way to ask for it.
  fileprivate var componentCount: Int {
    var depth = 0
    var count = 0
    // The arrows of function types are no brackets.
    for character in debugDescription.split(separator: "->").joined() {
      switch character {
      case "<", "(", "[": depth += 1
      case ">", ")", "]": depth -= 1
      case "." where depth == 0: count += 1
      default: break
      }
    }
    return count
  }
}
