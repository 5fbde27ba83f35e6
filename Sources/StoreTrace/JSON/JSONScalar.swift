import Dependencies
import Foundation

/// A value that is encoded as a single literal, including the types that Foundation's coders treat specially.
package protocol JSONScalar: Codable {
  var jsonValue: JSONValue { get }
  /// `nil` if the literal is of another kind or out of range.
  init?(jsonValue: JSONValue)
  /// The expected value in messages, such as `a boolean`.
  static var expectation: String { get }
}

extension JSONScalar {
  package static var expectation: String { "\(Self.self)" }
}

extension Bool: JSONScalar {
  package var jsonValue: JSONValue { .bool(self) }

  package init?(jsonValue: JSONValue) {
    guard case .bool(let value) = jsonValue else { return nil }
    self = value
  }
}

extension String: JSONScalar {
  package var jsonValue: JSONValue { .string(self) }

  package init?(jsonValue: JSONValue) {
    guard case .string(let value) = jsonValue else { return nil }
    self = value
  }
}

extension JSONScalar where Self: FixedWidthInteger {
  package var jsonValue: JSONValue { JSONValue(self) }

  package init?(jsonValue: JSONValue) {
    switch jsonValue {
    case .integer(let value): self.init(exactly: value)
    case .unsigned(let value): self.init(exactly: value)
    case .number(let value): self.init(exactly: value)
    // Integers of more than 64 bits are written as text.
    case .string(let digits) where Self.bitWidth > 64: self.init(digits)
    default: return nil
    }
  }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension Int128: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
extension UInt128: JSONScalar {}

extension Double: JSONScalar {
  package var jsonValue: JSONValue { JSONValue(self) }

  package init?(jsonValue: JSONValue) {
    switch jsonValue {
    case .integer(let value): self = Double(value)
    case .unsigned(let value): self = Double(value)
    case .number(let value): self = value
    case .string("NaN"): self = .nan
    case .string("Infinity"): self = .infinity
    case .string("-Infinity"): self = -.infinity
    default: return nil
    }
  }
}

extension Float: JSONScalar {
  /// Uses the shortest digits: a `Float` of 0.1 is written as 0.1, not as 0.10000000149011612.
  package var jsonValue: JSONValue {
    guard isFinite, let shortest = Double(description), Float(shortest) == self else { return JSONValue(Double(self)) }
    return .number(shortest)
  }

  package init?(jsonValue: JSONValue) {
    guard let value = Double(jsonValue: jsonValue) else { return nil }
    self = Float(value)
    if isInfinite != value.isInfinite { return nil }
  }
}

extension Decimal: JSONScalar {
  package var jsonValue: JSONValue {
    let digits = description
    if let integer = Int64(digits) { return .integer(integer) }
    // More digits than a `Double` has are kept as text.
    guard let number = Double(digits), Decimal(string: JSONValue(number).description) == self else {
      return .string(digits)
    }
    return JSONValue(number)
  }

  package init?(jsonValue: JSONValue) {
    switch jsonValue {
    case .integer, .unsigned, .number: self.init(string: jsonValue.description)
    case .string("NaN"): self = .nan
    case .string(let digits) where Double(digits)?.isFinite == true: self.init(string: digits)
    default: return nil
    }
  }
}

extension Date: JSONScalar {
  package var jsonValue: JSONValue { .string(exactText) }

  package init?(jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(exactText: text) { Date(written: $0) }
  }

  package static var expectation: String { "a date such as 2026-01-31T12:00:00Z" }
}

extension UUID: JSONScalar {
  package var jsonValue: JSONValue { .string(uuidString) }

  package init?(jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(uuidString: text)
  }

  package static var expectation: String { "a UUID such as \(UUID(255))" }
}

extension URL: JSONScalar {
  package var jsonValue: JSONValue { .string(absoluteString) }

  package init?(jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(string: text)
  }
}

extension Data: JSONScalar {
  package var jsonValue: JSONValue { .string(base64EncodedString()) }

  package init?(jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(base64Encoded: text)
  }

  package static var expectation: String { "bytes in Base64" }
}
