import Foundation
import StoreTrace

extension Statement.Comparison {
  /// The result of a comparison.
  struct Verdict {
    var isRight: Bool
    /// The reason why the values could not be compared.
    var note: String?
  }

  /// Compares a value in the state with what a script expects.
  func compare(_ actual: JSONValue, _ expected: JSONNode) -> Verdict {
    switch self {
    case .equal: return Verdict(isRight: expected.matches(actual))
    case .notEqual: return Verdict(isRight: !expected.matches(actual))
    case .less, .atMost, .greater, .atLeast:
      guard let isInOrder = order(actual, expected.value(like: actual)) else {
        return refusal("compares numbers with numbers, dates with dates and texts with texts", actual)
      }
      return Verdict(isRight: isInOrder)
    case .contains: return contains(actual, expected)
    case .matches:
      guard case .string(let text) = actual, case .scalar(.string(let pattern)) = expected.content else {
        return refusal("is about texts", actual)
      }
      do throws(Pattern.Failure) {
        return Verdict(isRight: try Pattern(pattern).isFound(in: text))
      } catch {
        return Verdict(isRight: false, note: error.reason)
      }
    }
  }

  /// The beginning of a message, before the expected value.
  var expectation: String {
    switch self {
    case .equal: ""
    case .notEqual: "anything but "
    case .less, .atMost, .greater, .atLeast: "\(rawValue) "
    case .contains: "something that contains "
    case .matches: "a text that matches "
    }
  }

  private func refusal(_ what: String, _ actual: JSONValue) -> Verdict {
    let hint = actual.hasCount && isOrder ? ": its number of elements or characters is its `.count`" : ""
    return Verdict(isRight: false, note: "`\(rawValue)` \(what), and the actual value is \(actual.kind)\(hint)")
  }

  private func contains(_ actual: JSONValue, _ expected: JSONNode) -> Verdict {
    switch (actual, expected.value(like: .string(""))) {
    case (.array(let elements), _): Verdict(isRight: elements.contains { expected.matches($0) })
    case (.string(let text), .string(let part)): Verdict(isRight: part.isEmpty || text.contains(part))
    case (.object, .string(let name)): Verdict(isRight: actual[name] != nil)
    default: refusal("looks for elements in arrays, for text in texts and for names in objects", actual)
    }
  }

  /// Whether two values are in the order of the comparison; `nil` if they can't be ordered.
  private func order(_ left: JSONValue, _ right: JSONValue) -> Bool? {
    switch (left, right) {
    case (.string(let leftText), .string(let rightText)):
      if let left = Date(written: leftText), let right = Date(written: rightText) { return order(left, right) }
      return order(leftText, rightText)
    case (.string, _), (_, .string): return nil
    default:
      if let left = Int128(jsonValue: left), let right = Int128(jsonValue: right) { return order(left, right) }
      guard let left = Double(jsonValue: left), let right = Double(jsonValue: right) else { return nil }
      return order(left, right)
    }
  }

  private func order<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .less: left < right
    case .atMost: left <= right
    case .greater: left > right
    case .atLeast: left >= right
    case .equal, .notEqual, .contains, .matches: left == right
    }
  }
}

extension JSONValue {
  fileprivate var hasCount: Bool {
    switch self {
    case .array, .object, .string: true
    default: false
    }
  }
}
