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
  /// The server refused the values of some fields (422). The message is the server's own, if it sent one.
  case invalidFields([InvalidField], message: String?)
  /// The server received too many requests. It accepts requests again from `retryAt` on.
  case rateLimited(retryAt: Date?, message: String?)
  /// The body can't be decoded at a path such as `items[3].owner.login`. An empty path is the whole body.
  case undecodable(path: String, expected: String)
  /// The request can't be sent because a setting or a value is missing or malformed.
  case invalidRequest(reason: String)
  /// A setting, such as an environment variable, does not hold an address. The problem is the end of a sentence.
  case invalidSetting(name: String, problem: String, example: String)
  /// Any other error.
  case unexpected(reason: String)

  /// Converts any error that a client throws.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as APIError: error
      case let failed as FailedResponse: failed.error
      case is CancellationError: .cancelled
      case let error as DecodingError: APIError(error)
      default: .unexpected(reason: String(describing: error))
      }
  }

  /// What happened and how to fix it, in English. ``Texts/message(of:)-(APIError)`` has it in other languages.
  public var message: String { Texts.english.message(of: self) }
}

extension APIError {
  /// Whether the server may have done what was requested, although it has sent no answer that confirms this.
  var mayHaveReachedServer: Bool {
    switch self {
    case .noConnection(let reason): Reason(rawValue: reason) == .connectionLost
    case .timeout, .cancelled, .notHTTP, .responseTooLarge, .undecodable, .status(code: 500..., message: _, retryAt: _):
      true
    case .status, .untrustedServer, .invalidFields, .rateLimited, .invalidRequest, .invalidSetting,
      .unexpected:
      false
    }
  }

  static let tooManyRedirects = unexpected(
    reason: Reason.tooManyRedirects.text("\(HTTPRequest.longestChainOfRedirects)")
  )

  static func noConnection(_ reason: Reason) -> Self { .noConnection(reason: reason.rawValue) }
  static func untrustedServer(_ reason: Reason) -> Self { .untrustedServer(reason: reason.rawValue) }
  static func invalidRequest(_ reason: Reason) -> Self { .invalidRequest(reason: reason.rawValue) }
  static func unexpected(_ reason: Reason) -> Self { .unexpected(reason: reason.rawValue) }
  static func undecodable(path: String, _ expected: Reason) -> Self {
    .undecodable(path: path, expected: expected.rawValue)
  }
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
      case .valueNotFound(let type, let context): .undecodable(context, Reason.notNull.text(Self.name(of: type)))
      case .keyNotFound(let key, let context): .undecodable(context, Reason.missingKey.rawValue, key: key)
      case .dataCorrupted(let context) where context.codingPath.isEmpty:
        .undecodable(context, Reason.validJSON.rawValue)
      case .dataCorrupted(let context):
        .undecodable(context, Reason.validValue.text(context.debugDescription.oneLine))
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
    let known: Reason? =
      switch type {
      case is String.Type: .string
      case is Bool.Type: .boolean
      case is any BinaryInteger.Type: .wholeNumber
      case is any BinaryFloatingPoint.Type: .number
      case is URL.Type: .address
      case is [String: Any].Type: .object
      case is [Any].Type: .array
      default: nil
      }
    return known?.rawValue ?? Reason.ofType.text("\(type)")
  }
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
