import Dependencies

/// A part of the place where a subscript is used, `#fileID` or `#line` for example, for what is reported about that use.
///
/// All of them are equal, so that key paths through the subscript are equal wherever they are written.
public struct CallSitePart: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  @usableFromInline let text: StaticString
  @usableFromInline let number: UInt

  /// The part for a file, as `#fileID` and `#filePath` make it.
  @inlinable public init(stringLiteral text: StaticString) {
    self.text = text
    number = 0
  }

  /// The part for a line or a column, as `#line` and `#column` make it.
  @inlinable public init(integerLiteral number: UInt) {
    text = ""
    self.number = number
  }

  /// Always true.
  @inlinable public static func == (first: Self, second: Self) -> Bool { true }

  /// Hashes nothing.
  @inlinable public func hash(into hasher: inout Hasher) {}
}

extension IssueLocation {
  @inlinable init(_ fileID: CallSitePart, _ filePath: CallSitePart, _ line: CallSitePart, _ column: CallSitePart) {
    self.init(fileID: fileID.text, filePath: filePath.text, line: line.number, column: column.number)
  }
}
