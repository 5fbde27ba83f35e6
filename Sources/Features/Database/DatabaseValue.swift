import CSQLite
import Foundation

/// A value that can be bound to a parameter of a statement and read from a column of a row.
protocol DatabaseValue: Sendable {
  /// A description of the values that can be read, for error messages.
  static var expectation: String { get }
  /// Binds the value to a parameter and returns SQLite's result code. The first parameter has index 1.
  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32
  /// Reads a column, or returns `nil` if it holds a value of another type.
  static func read(_ statement: OpaquePointer, at column: Int32) -> Self?
}

/// Makes SQLite copy the bound bytes. This is C's `SQLITE_TRANSIENT`, a macro that Swift can't import.
private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

extension Int: DatabaseValue {
  static var expectation: String { "a whole number" }

  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    sqlite3_bind_int64(statement, parameter, Int64(self))
  }

  static func read(_ statement: OpaquePointer, at column: Int32) -> Int? {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return Int(exactly: sqlite3_column_int64(statement, column))
  }
}

extension Bool: DatabaseValue {
  static var expectation: String { "0 or 1" }

  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    sqlite3_bind_int64(statement, parameter, self ? 1 : 0)
  }

  static func read(_ statement: OpaquePointer, at column: Int32) -> Bool? {
    switch Int.read(statement, at: column) {
    case 0: false
    case 1: true
    default: nil
    }
  }
}

extension Double: DatabaseValue {
  static var expectation: String { "a number" }

  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    sqlite3_bind_double(statement, parameter, self)
  }

  static func read(_ statement: OpaquePointer, at column: Int32) -> Double? {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_FLOAT, SQLITE_INTEGER: sqlite3_column_double(statement, column)
    default: nil
    }
  }
}

extension String: DatabaseValue {
  static var expectation: String { "text" }

  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // A null pointer would bind NULL instead of an empty text.
        guard let start = characters.baseAddress else { return sqlite3_bind_text(statement, parameter, "", 0, copied) }
        // Passes the length because the text may contain NUL characters.
        let count = sqlite3_uint64(characters.count)
        return sqlite3_bind_text64(statement, parameter, start, count, copied, UInt8(SQLITE_UTF8))
      }
    }
  }

  static func read(_ statement: OpaquePointer, at column: Int32) -> String? {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT else { return nil }
    // SQLite requires this order: first the text, then its length.
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

/// A date is stored as its seconds since 2001-01-01 UTC, so it is read back exactly.
extension Date: DatabaseValue {
  static var expectation: String { "a number" }

  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    timeIntervalSinceReferenceDate.bind(to: statement, at: parameter)
  }

  static func read(_ statement: OpaquePointer, at column: Int32) -> Date? {
    Double.read(statement, at: column).map(Date.init(timeIntervalSinceReferenceDate:))
  }
}

extension UUID: DatabaseValue {
  static var expectation: String { "16 bytes" }

  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    withUnsafeBytes(of: uuid) { sqlite3_bind_blob(statement, parameter, $0.baseAddress, Int32($0.count), copied) }
  }

  static func read(_ statement: OpaquePointer, at column: Int32) -> UUID? {
    guard
      sqlite3_column_type(statement, column) == SQLITE_BLOB,
      let start = sqlite3_column_blob(statement, column),
      sqlite3_column_bytes(statement, column) == MemoryLayout<uuid_t>.size
    else { return nil }
    return UUID(uuid: start.loadUnaligned(as: uuid_t.self))
  }
}

extension Data: DatabaseValue {
  static var expectation: String { "bytes" }

  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    withUnsafeBytes { bytes in
      // A null pointer would bind NULL instead of no bytes.
      guard let start = bytes.baseAddress else { return sqlite3_bind_zeroblob(statement, parameter, 0) }
      return sqlite3_bind_blob64(statement, parameter, start, sqlite3_uint64(bytes.count), copied)
    }
  }

  static func read(_ statement: OpaquePointer, at column: Int32) -> Data? {
    guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
    // A pointer to no bytes is null. SQLite requires this order: first the bytes, then their number.
    guard let start = sqlite3_column_blob(statement, column) else { return Data() }
    return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, column)))
  }
}

extension Optional: DatabaseValue where Wrapped: DatabaseValue {
  static var expectation: String { "\(Wrapped.expectation) or nothing" }

  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    self?.bind(to: statement, at: parameter) ?? sqlite3_bind_null(statement, parameter)
  }

  static func read(_ statement: OpaquePointer, at column: Int32) -> Wrapped?? {
    if sqlite3_column_type(statement, column) == SQLITE_NULL { return .some(nil) }
    return Wrapped.read(statement, at: column).map(Optional.some)
  }
}
