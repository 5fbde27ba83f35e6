/// The rows of a page as a server sends them: an array of which the elements that can't be read are left out and
/// counted.
///
/// One row that is not as it should be hides no other row. If no row can be read, decoding fails as it does for the
/// first one, because then the server or this program is at fault.
struct ReadableRows<Row: Decodable>: Decodable {
  /// The rows that can be read.
  var rows: [Row] = []
  /// The number of rows that can't.
  var omittedCount = 0

  init(from decoder: any Decoder) throws {
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
    if rows.isEmpty, let firstError { throw firstError }
  }
}

extension ReadableRows: Sendable where Row: Sendable {}

/// A list of a service's answer, of which elements that can't be read are left out.
protocol ReadableList {
  /// The elements that can be read, and the number of those that can't.
  static func readable(from decoder: any Decoder) throws -> (list: Self, omittedCount: Int)
}

extension Array: ReadableList where Element: Decodable {
  static func readable(from decoder: any Decoder) throws -> (list: Self, omittedCount: Int) {
    let rows = try ReadableRows<Element>(from: decoder)
    return (rows.rows, rows.omittedCount)
  }
}
