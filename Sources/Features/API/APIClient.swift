import Dependencies
import Foundation

/// Sends ``APIRequest``s over `\.httpTransport`: checks the status, decodes the body, and retries where it helps.
///
/// ```swift
/// let response = try await APIClient().send(SearchUsers(name: "ada"))
/// response.value                                // [User]
/// RateLimit(response.headers)?.remaining        // 59
/// ```
///
/// A `GET`, `HEAD`, `PUT` or `DELETE` request is retried up to twice when there is no connection or the server answers
/// with a 5xx status: after half a second, then after another second, on `\.continuousClock`. If the response has a
/// `Retry-After` header, the client waits that long instead. If that is longer than ``longestWait``, the client throws
/// the error at once, with the time. Nothing else is retried: a timeout has already kept the user waiting, a retry
/// makes a rate limit worse, and a cancelled request has no receiver.
///
/// The live client keeps responses to `GET` requests next to the database. It asks the server whether they have changed
/// (`If-None-Match`, `If-Modified-Since`), and uses them if they have not.
public struct APIClient: Sendable {
  /// The maximum number of retries of a request.
  public var retries = 2
  /// The delay before the first retry. It doubles before each further retry.
  public var firstDelay = Duration.milliseconds(500)
  /// The longest `Retry-After` delay that the client accepts.
  public var longestWait = Duration.seconds(10)

  /// Makes a client.
  public init() {}

  /// Sends a request and returns the decoded response.
  ///
  /// Runs off the caller's actor, decoding included.
  ///
  /// - Parameter reportsHeaders: Whether the error of a failed response is thrown as a ``FailedResponse``, with the
  ///   header fields of the response, instead of an ``APIError``.
  /// - Throws: `CancellationError` if the task is cancelled; otherwise an ``APIError``, or an error of a replaced
  ///   transport or of the request's own `decode`.
  @concurrent
  public func send<Request: APIRequest>(
    _ request: Request,
    reportsHeaders: Bool = false
  ) async throws -> APIResponse<Request.Response> {
    @Dependency(\.httpTransport) var transport
    @Dependency(\.continuousClock) var clock
    @Dependency(\.responseCache) var cache
    let httpRequest = try request.httpRequest()
    var entry = await cache?.entry(for: httpRequest)
    if let entry, entry.canBeShown, KeptAnswers.areWelcome, let value = try? request.decode(entry.response) {
      return APIResponse(
        value: value,
        status: entry.response.status,
        headers: entry.response.headers,
        asOf: entry.receivedAt
      )
    }
    var attempt = 0
    while true {
      // A person may have begun to work offline since the last attempt.
      try Connectivity.checkOnline()
      do {
        var response = try await transport.send(httpRequest.asking(about: entry))
          .redacting(httpRequest.headers.secrets)
        try Task.checkCancellation()
        var isConfirmed = false
        if response.status == 304, let kept = entry, kept.hasValidator {
          guard kept.isConfirmed(by: response) else {
            // The 304 is about a version that is not in the cache. Without validators the server sends the whole
            // response.
            entry = nil
            continue
          }
          isConfirmed = true
          response = kept.confirmed(by: response)
        }
        guard (200..<300).contains(response.status) else {
          throw FailedResponse(error: error(of: response), headers: response.headers)
        }
        let value: Request.Response
        do {
          value = try decode(response, as: request)
        } catch  where isConfirmed {
          // Another version of this program stored the body. Without validators the server sends the whole response.
          entry = nil
          continue
        }
        await cache?.update(with: response, to: httpRequest, outdating: request.outdates)
        return APIResponse(value: value, status: response.status, headers: response.headers)
      } catch {
        // When the task is cancelled, every other error is a consequence of the cancellation.
        try Task.checkCancellation()
        let reason = (error as? FailedResponse)?.error ?? error
        guard httpRequest.method.isIdempotent, attempt < retries, let delay = delay(after: reason, attempt: attempt)
        else { throw reportsHeaders ? error : reason }
        try await clock.sleep(for: delay)
        attempt += 1
      }
    }
  }

  private func decode<Request: APIRequest>(_ response: HTTPResponse, as request: Request) throws -> Request.Response {
    do {
      return try request.decode(response)
    } catch let error as DecodingError {
      if case .dataCorrupted(let context) = error, context.codingPath.isEmpty,
        let path = UnfitNumber.path(in: response.body, canDecode: { canDecode($0, in: response, as: request) })
      {
        throw APIError.undecodable(path: path, .smallerNumber)
      }
      throw APIError(error)
    }
  }

  private func canDecode(_ body: Data, in response: HTTPResponse, as request: some APIRequest) -> Bool {
    var response = response
    response.body = body
    return (try? request.decode(response)) != nil
  }

  /// The delay before the next attempt, or `nil` to give up.
  private func delay(after error: any Error, attempt: Int) -> Duration? {
    switch error {
    case APIError.noConnection, APIError.status(code: 500..., message: _, retryAt: nil):
      return firstDelay * (1 << attempt)
    case APIError.status(code: 500..., message: _, let retryAt?):
      @Dependency(\.date.now) var now
      let wait = max(.zero, Duration.seconds(retryAt.timeIntervalSince(now)))
      return wait <= longestWait ? wait : nil
    default:
      return nil
    }
  }

  private func error(of response: HTTPResponse) -> APIError {
    let rateLimit = RateLimit(response.headers)
    let message = ServerMessage(response)
    if response.status == 422, let fields = message?.fields, !fields.isEmpty {
      return .invalidFields(fields, message: message?.title)
    }
    var retryAt = response.headers["Retry-After"].flatMap(RetryAfter.init).map { retryAfter in
      switch retryAfter {
      case .date(let date): return date
      case .seconds(let seconds):
        @Dependency(\.date.now) var now
        return now.addingTimeInterval(TimeInterval(seconds))
      }
    }
    let isExhausted = rateLimit?.remaining == 0
    // GitHub names its secondary rate limit only in the message.
    let isLimited = isExhausted || retryAt != nil || message?.isAboutRateLimit == true
    guard response.status == 429 || response.status == 403 && isLimited else {
      return .status(code: response.status, message: message?.text, retryAt: retryAt)
    }
    if retryAt == nil, isExhausted { retryAt = rateLimit?.resetsAt }
    return .rateLimited(retryAt: retryAt, message: message?.text)
  }
}

extension HTTPResponse {
  /// Replaces each secret that the server sent back, because the response ends up in values, messages and traces.
  /// Secrets of fewer than six bytes stay: they could occur in any text.
  fileprivate func redacting(_ secrets: [String]) -> Self {
    var response = self
    for secret in secrets where secret.utf8.count >= 6 {
      response.body = response.body.replacing(Data(secret.utf8), with: Data("<redacted>".utf8))
      for (name, value) in response.headers.unredacted where value.contains(secret) {
        response.headers[name] = value.replacing(secret, with: "<redacted>")
      }
    }
    return response
  }
}

extension Data {
  /// - Complexity: O(*n*), independent of the number of occurrences.
  fileprivate func replacing(_ bytes: Data, with replacement: Data) -> Data {
    guard var range = range(of: bytes) else { return self }
    var result = Data()
    var rest = self[...]
    while true {
      result += rest[..<range.lowerBound] + replacement
      rest = rest[range.upperBound...]
      guard let next = rest.range(of: bytes) else { return result + rest }
      range = next
    }
  }
}

/// The error message of a response, in the forms that GitHub, Qiita and most other servers use. It is plain text, or a
/// JSON object with `message` or `error`, and with the messages and fields of `errors`.
private struct ServerMessage: Decodable {
  /// An element of `errors`: an object, or only a text.
  private struct Detail: Decodable {
    var resource, field, code, message: String?

    private enum CodingKeys: String, CodingKey {
      case resource, field, code, message
    }

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        message = text.oneLine
      } else if let container = try? decoder.container(keyedBy: CodingKeys.self) {
        func text(_ key: CodingKeys) -> String? {
          (try? container.decode(String.self, forKey: key)).flatMap { $0.oneLine.isEmpty ? nil : $0.oneLine }
        }
        (resource, field, code, message) = (text(.resource), text(.field), text(.code), text(.message))
      }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case message, error, errors
  }

  /// The server's message, without the messages of `errors`.
  private(set) var title: String?
  /// The fields that `errors` name.
  private(set) var fields: [InvalidField] = []
  /// The server's message, with the messages of `errors`.
  let text: String

  var isAboutRateLimit: Bool { text.range(of: "rate limit", options: .caseInsensitive) != nil }

  init?(_ response: HTTPResponse) {
    if let message = try? JSONDecoder().decode(Self.self, from: response.body) {
      self = message
    } else if response.headers["Content-Type"]?.hasPrefix("text/plain") == true {
      text = String(decoding: response.body.prefix(1_000), as: UTF8.self).oneLine
      if text.isEmpty { return nil }
    } else {
      return nil
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let details = ((try? container.decode([Detail].self, forKey: .errors)) ?? []).prefix(10)
    title =
      ((try? container.decode(String.self, forKey: .message)) ?? (try? container.decode(String.self, forKey: .error)))?
      .oneLine
    fields = details.compactMap { detail in
      detail.field.map {
        InvalidField(resource: detail.resource, field: $0, code: detail.code, message: detail.message)
      }
    }
    text = ((title.map { [$0] } ?? []) + details.compactMap(\.message).prefix(3)).joined(separator: ": ").oneLine
    if text.isEmpty && fields.isEmpty {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "There is no message."))
    }
  }
}
