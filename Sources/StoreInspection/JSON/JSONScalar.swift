import Dependencies
import Foundation

/// A value that JSON writes as one literal. Types that Foundation's coders treat specially are treated alike here.
protocol JSONScalar: Codable {
  var jsonValue: JSONValue { get }
  /// `nil` if the literal is of another kind or out of range.
  init?(jsonValue: JSONValue)
  /// What a message asks for, such as `a boolean`.
  static var expectation: String { get }
}

extension JSONScalar {
  static var expectation: String { "\(Self.self)" }
}

extension Bool: JSONScalar {
  var jsonValue: JSONValue { .bool(self) }

  init?(jsonValue: JSONValue) {
    guard case .bool(let value) = jsonValue else { return nil }
    self = value
  }
}

extension String: JSONScalar {
  var jsonValue: JSONValue { .string(self) }

  init?(jsonValue: JSONValue) {
    guard case .string(let value) = jsonValue else { return nil }
    self = value
  }
}

extension JSONScalar where Self: FixedWidthInteger {
  var jsonValue: JSONValue { JSONValue(self) }

  init?(jsonValue: JSONValue) {
    switch jsonValue {
    case .integer(let value): self.init(exactly: value)
    case .unsigned(let value): self.init(exactly: value)
    case .number(let value): self.init(exactly: value)
    // How integers of more than 64 bits are written.
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
  var jsonValue: JSONValue { JSONValue(self) }

  init?(jsonValue: JSONValue) {
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
  /// By its shortest digits: 0.1 as `Float` is 0.1, not 0.10000000149011612.
  var jsonValue: JSONValue {
    guard isFinite, let shortest = Double(description), Float(shortest) == self else { return JSONValue(Double(self)) }
    return .number(shortest)
  }

  init?(jsonValue: JSONValue) {
    guard let value = Double(jsonValue: jsonValue) else { return nil }
    self = Float(value)
    if isInfinite != value.isInfinite { return nil }
  }
}

extension Decimal: JSONScalar {
  var jsonValue: JSONValue {
    let digits = description
    if let integer = Int64(digits) { return .integer(integer) }
    // More digits than a `Double` has are kept as text.
    guard let number = Double(digits), Decimal(string: JSONValue(number).description) == self else {
      return .string(digits)
    }
    return JSONValue(number)
  }

  init?(jsonValue: JSONValue) {
    switch jsonValue {
    case .integer, .unsigned, .number: self.init(string: jsonValue.description)
    case .string("NaN"): self = .nan
    case .string(let digits) where Double(digits)?.isFinite == true: self.init(string: digits)
    default: return nil
    }
  }
}

extension Date: JSONScalar {
  var jsonValue: JSONValue { .string(exactText) }

  init?(jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(exactText: text) { Date(script: $0) }
  }

  static var expectation: String { "a date such as 2026-01-31T12:00:00Z" }
}

extension UUID: JSONScalar {
  var jsonValue: JSONValue { .string(uuidString) }

  init?(jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(uuidString: text)
  }

  static var expectation: String { "a UUID such as \(UUID(255))" }
}

extension URL: JSONScalar {
  var jsonValue: JSONValue { .string(absoluteString) }

  init?(jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(string: text)
  }
}

extension Data: JSONScalar {
  var jsonValue: JSONValue { .string(base64EncodedString()) }

  init?(jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(base64Encoded: text)
  }

  static var expectation: String { "bytes in Base64" }
}
