public import Foundation

/// The reason why the database could not be read or written: a value that can be stored, compared, encoded and sent.
///
/// Its ``message`` can be shown to a person. No case means a loss of data: a failed write is rolled back as a whole,
/// and an unusable file is neither deleted nor overwritten.
public enum DatabaseError: Error, Codable, Hashable, Sendable {
  /// The disk has no space for the write.
  case diskFull(path: String)
  /// Another connection has locked the database for longer than the timeout.
  case busy(path: String)
  /// The file is damaged, or belongs to another program.
  case corrupt(path: String, reason: String)
  /// The file or its folder can be read but not written.
  case readOnly(path: String)
  /// The file was written by a newer version of this program.
  case newerSchema(path: String, version: Int, supported: Int)
  /// The file could not be opened or created, or has been moved or deleted.
  case cannotOpen(path: String, reason: String)
  /// The row to change does not exist.
  case missingRow(description: String)
  /// Any other error, with SQLite's extended result code.
  case failed(code: Int, reason: String)

  /// Converts any error that a client throws.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as DatabaseError: error
      case is CancellationError: .failed(code: 0, .cancelled)
      default: .failed(code: 0, reason: String(describing: error))
      }
  }

  /// What happened, why it usually happens, and how to fix it, in English. ``Texts/message(of:)-(DatabaseError)`` has
  /// it in other languages.
  public var message: String { Texts.english.message(of: self) }
}

extension DatabaseError: LocalizedError {
  /// The ``message``.
  public var errorDescription: String? { message }
}

extension DatabaseError {
  static func corrupt(path: String, _ reason: Reason) -> Self { .corrupt(path: path, reason: reason.rawValue) }
  static func cannotOpen(path: String, _ reason: Reason) -> Self { .cannotOpen(path: path, reason: reason.rawValue) }
  static func failed(code: Int, _ reason: Reason) -> Self { .failed(code: code, reason: reason.rawValue) }
}
