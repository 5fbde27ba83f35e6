/// The reason why a web page was not opened: a value that can be stored, compared, encoded and sent in an action.
///
/// Its ``message`` can be shown to a person.
public enum OpenURLError: Error, Codable, Hashable, Sendable {
  /// The address is not one of a web page.
  case refused(address: String, reason: String)
  /// No program can open the page.
  case unavailable(reason: String, address: String? = nil)
  /// The program that opens web pages failed. The status is `nil` if the program could not be started.
  case failed(program: String, status: Int?, address: String? = nil)

  /// What happened and how to fix it, in English. ``Texts/message(of:)-(OpenURLError)`` has it in other languages.
  public var message: String { Texts.english.message(of: self) }

  /// This error with the address of the page, which can then be opened elsewhere.
  func ofPage(at address: String) -> Self {
    switch self {
    case .refused: self
    case .unavailable(let reason, _): .unavailable(reason: reason, address: address)
    case .failed(let program, let status, _): .failed(program: program, status: status, address: address)
    }
  }

  static func unavailable(_ reason: Reason) -> Self { .unavailable(reason: reason.rawValue) }
}
