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

  /// Whether the server can be asked if it has changed.
  var hasValidator: Bool { response.headers["ETag"] != nil || response.headers["Last-Modified"] != nil }

  /// Whether a response with the status 304 is about this version (RFC 9111, section 4.3.4). It may be about another one
  /// if there are several servers, or a cache on the way.
  func isConfirmed(by response: HTTPResponse) -> Bool {
    let (kept, new) = (self.response.headers, response.headers)
    // The first one that both have decides. An `ETag` that was not there before may be that of any version.
    guard let name = ["ETag", "Last-Modified"].first(where: { kept[$0] != nil && new[$0] != nil }) else {
      return new["ETag"] == nil
    }
    // Whether an `ETag` is weak says how it was made, and a server that compresses says it of a 200 only.
    func version(_ text: String?) -> Substring? { text.map { $0.hasPrefix("W/") ? $0.dropFirst(2) : $0[...] } }
    return version(kept[name]) == version(new[name])
  }

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
