#if canImport(Foundation)
  import Foundation
#endif

/// A new value for a property of ``DependencyValues``, which is set without evaluating the old value.
///
/// Setting through a key path reads first: the run time calls the getters of all properties on the way, including the
/// last one, and then the setters. The getter of the last property would evaluate a default value, or report that it is
/// missing, although the result is not used. Therefore this getter receives the new value.
package struct DependencyReplacement<Value> {
  private let keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable
  private let value: Value
  /// Whether the key path names a whole property. Setting a part of one, as in `\.date.now`, needs the rest of the
  /// property.
  private let isWholeProperty: Bool

  package init(_ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, with value: Value) {
    self.keyPath = keyPath
    self.value = value
    isWholeProperty = keyPath.componentCount == 1
  }

  /// Sets the property.
  package func callAsFunction(_ values: inout DependencyValues) {
    guard isWholeProperty else {
      #if canImport(Foundation)
        // Tests often replace only `date.now`. Its getter is computed: the test's generator would report that it is used.
        if let now = value as? Date, keyPath as AnyKeyPath == \DependencyValues.date.now {
          values.date.now = now
          return
        }
      #endif
      values[keyPath: keyPath] = value
      return
    }
    let access = values.access
    values.access = Access(value: value)
    values[keyPath: keyPath] = value
    values.access = access
  }

  /// `@unchecked Sendable`: it is used by one thread, for the duration of one assignment.
  private final class Access: DependencyAccess, @unchecked Sendable {
    /// Substituted once, because the setter may read the old value.
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
  /// The number of properties on the way. It is read from the description of the key path, where each property follows
  /// a dot outside of brackets, because key paths have no API for it.
  fileprivate var componentCount: Int {
    var depth = 0
    var count = 0
    // Remove the arrows of function types, whose ">" is not a bracket.
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
