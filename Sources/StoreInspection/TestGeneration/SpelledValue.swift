import Foundation
import Store

/// A type with values that can be written as Swift expressions, if the context tells the type.
protocol SpelledValue {
  var spelling: String? { get }
}

/// Returns a value as a Swift expression, or `nil` if the expression might not compile.
///
/// Structs can't be written in general, because their initializers are unknown. Errors can't either: where `any Error`
/// is expected, a case of an enum needs the name of its type.
func spelling(of value: Any) -> String? {
  if let value = value as? any SwiftLiteral { return value.literal }
  if let value = value as? any SpelledValue { return value.spelling }
  if let value = value as? any NamedBinding {
    return value.fieldName.flatMap { name in spelling(of: value.writtenValue).map { ".set(\\.\(name), \($0))" } }
  }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum, !(value is any CustomReflectable), !(value is any Error) else { return nil }
  guard let payload = mirror.children.first else { return caseSpelling(EnumCaseName.text(of: value)) }
  guard let name = payload.label.flatMap(caseSpelling) else { return nil }
  let parts = Mirror(reflecting: payload.value)
  // The payload of a case with labels, or with several values, is a tuple.
  guard parts.displayStyle == .tuple, !parts.children.isEmpty else {
    return spelling(of: payload.value).map { "\(name)(\($0))" }
  }
  var arguments: [String] = []
  for part in parts.children {
    guard let text = spelling(of: part.value) else { return nil }
    let label = part.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
    arguments.append(label + text)
  }
  return "\(name)(\(arguments.joined(separator: ", ")))"
}

/// Returns an element as an expression; `nil` if it is declared as an existential, because the compiler would not find
/// a case with a leading dot there.
private func spellingAsDeclared<Value>(_ value: Value) -> String? {
  type(of: value as Any) == Value.self ? spelling(of: value) : nil
}

/// Returns a case with its dot. After a dot, only few keywords need backticks.
private func caseSpelling(_ name: String) -> String {
  // Some descriptions of the run time contain non-breaking spaces and backticks.
  let name = name.filter { $0 != "`" }.replacing("\u{a0}", with: " ")
  return name.isPlainIdentifier ? ".\(name)" : ".`\(name)`"
}

extension Optional: SpelledValue {
  var spelling: String? {
    guard let self else { return "nil" }
    // Where an optional is expected, the compiler looks up a leading dot, and `nil`, in the type of the optional.
    return StoreInspection.spelling(of: self).map { $0.hasPrefix(".") || $0 == "nil" ? ".some(\($0))" : $0 }
  }
}

extension Array: SpelledValue {
  var spelling: String? {
    let elements = compactMap { spellingAsDeclared($0) }
    return elements.count == count ? "[\(elements.joined(separator: ", "))]" : nil
  }
}

extension Set: SpelledValue {
  var spelling: String? {
    let elements = compactMap { StoreInspection.spelling(of: $0) }.sorted()
    return elements.count == count ? "[\(elements.joined(separator: ", "))]" : nil
  }
}

extension Dictionary: SpelledValue {
  var spelling: String? {
    let entries = compactMap { key, value in
      StoreInspection.spelling(of: key).flatMap { key in spellingAsDeclared(value).map { "\(key): \($0)" } }
    }
    guard entries.count == count else { return nil }
    return entries.isEmpty ? "[:]" : "[\(entries.sorted().joined(separator: ", "))]"
  }
}

extension URL: SpelledValue {
  var spelling: String? {
    // A URL that is relative to another one does not equal the URL made from its text.
    URL(string: absoluteString) == self ? "URL(string: \(absoluteString.literal))!" : nil
  }
}

extension StackElementID: SpelledValue {
  var spelling: String? { "\(number)" }
}
