public import Foundation

/// The reason why an API request failed: a value that can be stored, compared, encoded and sent in an action.
///
/// Its ``message`` can be shown to a person. It never holds a token or any other secret of the request.
///
/// A cancelled task throws `CancellationError`, as everywhere in Swift. ``init(_:)`` turns that error into
/// ``cancelled``. A request that the system cancels also fails with ``cancelled``.
public enum APIError: Error, Codable, Hashable, Sendable {
  /// The server could not be reached, or the connection was lost before the response was complete.
  case noConnection(reason: String)
  /// The response was not complete when the request's timeout expired.
  case timeout(seconds: Double)
  /// The server's certificate can't be trusted. Nothing was sent.
  case untrustedServer(reason: String)
  /// The request was cancelled.
  case cancelled
  /// The server does not speak HTTP.
  case notHTTP
  /// The response was cut off because it is larger than the transport accepts.
  case responseTooLarge(limit: Int)
  /// The server answered with a status that is not a success. The message is the server's own, and `retryAt` the time
  /// of its `Retry-After` header, if it sent them.
  case status(code: Int, message: String?, retryAt: Date?)
  /// The server received too many requests. It accepts requests again from `retryAt` on.
  case rateLimited(retryAt: Date?, message: String?)
  /// The body can't be decoded at a path such as `items[3].owner.login`. An empty path is the whole body.
  case undecodable(path: String, expected: String)
  /// The request can't be sent because a setting or a value is missing or malformed.
  case invalidRequest(reason: String)
  /// Any other error.
  case unexpected(reason: String)

  /// Converts any error that a client throws.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as APIError: error
      case is CancellationError: .cancelled
      case let error as DecodingError: APIError(error)
      default: .unexpected(reason: String(describing: error))
      }
  }

  /// A description of what happened and how to fix it.
  public var message: String {
    switch self {
    case .noConnection(let reason):
      "No connection to the server: \(reason). Check the network and the address, then try again."
    case .timeout(let seconds):
      "The server did not answer within \(seconds.formatted(.number.locale(.posix))) seconds. Try again later."
    case .untrustedServer(let reason):
      "The server's certificate is not accepted: \(reason). Check the address. If the server is to be trusted, add its "
        + "authority to those of this system; on Linux, SSL_CERT_FILE can name a file of them."
    case .cancelled:
      "The request was cancelled."
    case .notHTTP:
      "What answered is not a web server. Check the address."
    case .responseTooLarge(let limit):
      "The server's answer is larger than \(limit) bytes and was not read. Ask for less."
    case .status(let code, let message, let retryAt):
      "\(Self.meaning(of: code)) (\(code)\(message.map { ": \($0)" } ?? "")).\(Self.advice(code, retryAt))"
    case .rateLimited(let retryAt, let message):
      "Too many requests\(message.map { " (\($0))" } ?? "").\(Self.advice(429, retryAt))"
    case .undecodable(let path, let expected):
      "The server's answer can't be read: expected \(expected) \(path.isEmpty ? "as the body" : "at \(path)"). "
        + "Either the server is at fault or this program is too old for it."
    case .invalidRequest(let reason):
      reason
    case .unexpected(let reason):
      "Something unexpected went wrong: \(reason)"
    }
  }

  private static func meaning(of code: Int) -> String {
    switch code {
    case 401: "The server does not know who you are"
    case 403: "The server does not allow this"
    case 404, 410: "The server has nothing at this address"
    case 422: "The server can't make sense of this request"
    case 300..<400: "The server has moved and did not say where to in a way that can be followed"
    case 500...: "The server has a problem"
    default: "The server refused the request"
    }
  }

  private static func advice(_ code: Int, _ retryAt: Date?) -> String {
    if let retryAt { return " Try again after \(retryAt.formatted(.iso8601))." }
    return switch code {
    case 401: " Check that the token is right and has not expired."
    case 429, 500...: " Try again later."
    default: ""
    }
  }
}

extension APIError {
  static let tooManyRedirects = unexpected(
    reason: "the server redirected the request more than \(HTTPRequest.longestChainOfRedirects) times"
  )
}

extension APIError: LocalizedError {
  /// The same as ``message``.
  public var errorDescription: String? { message }
}

extension APIError {
  /// Describes where and why decoding failed, in terms of the data format rather than of Swift types.
  init(_ error: DecodingError) {
    self =
      switch error {
      case .typeMismatch(let type, let context): .undecodable(context, Self.name(of: type))
      case .valueNotFound(let type, let context): .undecodable(context, "\(Self.name(of: type)) instead of null")
      case .keyNotFound(let key, let context): .undecodable(context, "a value, but the key is missing", key: key)
      case .dataCorrupted(let context) where context.codingPath.isEmpty: .undecodable(context, "valid JSON")
      case .dataCorrupted(let context): .undecodable(context, "a valid value (\(context.debugDescription.oneLine))")
      @unknown default: .unexpected(reason: String(describing: error))
      }
  }

  private static func undecodable(_ context: DecodingError.Context, _ expected: String, key: (any CodingKey)? = nil)
    -> Self
  {
    var path = ""
    for key in context.codingPath + (key.map { [$0] } ?? []) {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue.oneLine
      }
    }
    return .undecodable(path: path, expected: expected)
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is URL.Type: "an address"
    case is [String: Any].Type: "an object"
    case is [Any].Type: "an array"
    default: "a value of type \(type)"
    }
  }
}

extension Locale {
  fileprivate static let posix = Locale(identifier: "en_US_POSIX")
}

extension String {
  /// This text prepared for display: on one line, without control characters (which could drive a terminal), at most
  /// 300 characters.
  var oneLine: String {
    let line = prefix(4_000).split { $0.isWhitespace }.joined(separator: " ")
    let clean = String(String.UnicodeScalarView(line.unicodeScalars.filter { !Self.isControl($0) }))
    return clean.count <= 300 ? clean : "\(clean.prefix(300))…"
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
