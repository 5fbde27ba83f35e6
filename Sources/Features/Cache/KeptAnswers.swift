import Dependencies
import Foundation

/// A value that may come from a kept response instead of the server.
protocol KeptValue: Sendable {
  /// The time as of which the value is right, if it comes from a kept response; `nil` if the server has just sent it.
  var asOf: Date? { get set }
}

extension KeptValue {
  /// This value, of a response that is kept as of a time or that the server has just sent.
  func asOf(_ date: Date?) -> Self {
    var value = self
    value.asOf = date
    return value
  }
}

/// Lets requests be answered with kept responses.
///
/// ```swift
/// let page = try await KeptAnswers.$areWelcome.withValue(true) { try await client.articles(tag: "swift", page: 1) }
/// page.asOf  // the time of the kept response; nil if the server was asked
/// ```
enum KeptAnswers {
  /// Whether the running task uses kept responses. If not, only the server answers.
  @TaskLocal static var areWelcome = false
}

extension ResponseCache.Entry {
  /// Whether it may be shown before the server has confirmed it.
  var canBeShown: Bool { !response.headers.cacheControl.contains("no-cache") }

  /// The response that the server has confirmed by one with the status 304, whose header fields are newer.
  func confirmed(by response: HTTPResponse) -> HTTPResponse {
    var newer = response.headers
    // These describe a body, and the newer response has none.
    for name in ["Content-Encoding", "Content-Length", "Content-Range", "Transfer-Encoding"] { newer[name] = nil }
    var confirmed = self.response
    confirmed.headers.merge(newer)
    return confirmed
  }
}

extension HTTPRequest {
  /// This request, with the question whether the kept response has changed.
  func asking(about entry: ResponseCache.Entry?) -> HTTPRequest {
    guard let entry else { return self }
    var request = self
    if let tag = entry.response.headers["ETag"] { request.headers["If-None-Match"] = tag }
    if let date = entry.response.headers["Last-Modified"] { request.headers["If-Modified-Since"] = date }
    return request
  }
}
