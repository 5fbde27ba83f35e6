/// The rows of a page that a server sends as an array. Elements that can't be read are left out and counted.
///
/// An invalid row does not hide the others. If no row can be read, decoding throws the error of the first one, because
/// then the server or this program is at fault.
struct ReadableRows<Row: Decodable>: Decodable {
  /// The rows that can be read.
  var rows: [Row] = []
  /// The number of rows that can't be read.
  var omittedCount = 0

  init(from decoder: any Decoder) throws { try self.init(from: decoder, allowsNone: false) }

  /// - Parameter allowsNone: Whether there may be no element that can be read.
  init(from decoder: any Decoder, allowsNone: Bool) throws {
    var container = try decoder.unkeyedContainer()
    var firstError: (any Error)?
    while !container.isAtEnd {
      // Moves on to the next element whether or not this one can be read.
      let element = try container.superDecoder()
      do {
        rows.append(try Row(from: element))
      } catch {
        omittedCount += 1
        firstError = firstError ?? error
      }
    }
    if rows.isEmpty, !allowsNone, let firstError { throw firstError }
  }
}

extension ReadableRows: Sendable where Row: Sendable {}

/// A list in a service's response. Elements that can't be read are left out.
protocol ReadableList {
  /// Returns the elements that can be read, and the number of those that can't.
  static func readable(from decoder: any Decoder) throws -> (list: Self, omittedCount: Int)
}

extension Array: ReadableList where Element: Decodable {
  static func readable(from decoder: any Decoder) throws -> (list: Self, omittedCount: Int) {
    let rows = try ReadableRows<Element>(from: decoder)
    return (rows.rows, rows.omittedCount)
  }
}

extension KeyedDecodingContainer {
  /// Decodes the value of an optional field, or returns `nil` if there is none that can be read.
  ///
  /// A row that can be shown without a field is not left out because of an unexpected value of the field.
  func decodeIfReadable<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
    try? decode(type, forKey: key)
  }
}
