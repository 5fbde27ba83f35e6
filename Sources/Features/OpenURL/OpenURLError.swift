/// The reason why a web page was not opened: a value that can be stored, compared, encoded and sent in an action.
///
/// Its ``message`` can be shown to a person.
public enum OpenURLError: Error, Codable, Hashable, Sendable {
  /// The address is not one of a web page.
  case refused(address: String, reason: String)
  /// No program can open the page.
  case unavailable(reason: String)
  /// The program that opens web pages failed. The status is `nil` if the program could not be started.
  case failed(program: String, status: Int?)

  /// A description of what happened and how to fix it.
  public var message: String {
    switch self {
    case .refused(let address, let reason):
      "\(address.isEmpty ? "The address" : address) was not opened because it \(reason). Only web pages are opened."
    case .unavailable(let reason):
      "The page could not be opened. \(reason)"
    case .failed(let program, nil):
      "The page could not be opened: \(program) can't be run. Check that it is installed properly."
    case .failed(let program, let status?):
      "The page could not be opened: \(program) failed with status \(status). Check that there is a browser."
    }
  }
}
