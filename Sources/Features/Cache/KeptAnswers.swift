import Dependencies
import Foundation

/// A value that may come from a kept response instead of the server.
protocol KeptValue: Sendable {
  /// The time when the value was received if it comes from a kept response; `nil` if the server has just sent it.
  var asOf: Date? { get set }
}

extension KeptValue {
  /// Returns this value with the time of the kept response that it comes from, or `nil` if the server has just sent it.
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

  /// Whether a kept value may replace the value on show. It may not if the server has sent the value on show, or if
  /// that value was kept at the same time or later.
  ///
  /// - Parameters:
  ///   - shown: The value on show, or `nil` if there is none.
  ///   - asOf: The time of the value on show if it is a kept one; otherwise `nil`.
  ///   - kept: The time of the kept value; `nil` as long as it is not known.
  static func mayReplace(_ shown: (some Any)?, asOf: Date?, with kept: Date = .distantFuture) -> Bool {
    shown == nil || asOf.map { $0 < kept } ?? false
  }
}

extension ResponseCache.Entry {
  /// Whether the response may be shown before the server has confirmed it.
  var canBeShown: Bool { !response.headers.cacheControl.contains("no-cache") }

  /// Whether the response has a validator, with which the server can be asked whether it has changed.
  var hasValidator: Bool { response.headers["ETag"] != nil || response.headers["Last-Modified"] != nil }

  /// Whether a response with the status 304 confirms this version (RFC 9111, section 4.3.4). If there are several
  /// servers, or a cache before them, it may confirm another version.
  func isConfirmed(by response: HTTPResponse) -> Bool {
    let (kept, new) = (self.response.headers, response.headers)
    // The first validator that both responses have decides. If only the new response has an `ETag`, it may belong to
    // any version.
    guard let name = ["ETag", "Last-Modified"].first(where: { kept[$0] != nil && new[$0] != nil }) else {
      return new["ETag"] == nil
    }
    // A server that compresses marks an `ETag` as weak (`W/`) in a 200 response only, so the mark is ignored.
    func version(_ text: String?) -> Substring? { text.map { $0.hasPrefix("W/") ? $0.dropFirst(2) : $0[...] } }
    return version(kept[name]) == version(new[name])
  }

  /// Returns this response with the newer header fields of the 304 response that confirmed it.
  func confirmed(by response: HTTPResponse) -> HTTPResponse {
    var newer = response.headers
    // These fields describe a body, and a 304 response has none.
    for name in ["Content-Encoding", "Content-Length", "Content-Range", "Transfer-Encoding"] { newer[name] = nil }
    var confirmed = self.response
    confirmed.headers.merge(newer)
    return confirmed
  }
}

extension HTTPRequest {
  /// Returns this request with the validators of a kept response. The server answers 304 if that is still current.
  func asking(about entry: ResponseCache.Entry?) -> HTTPRequest {
    guard let entry else { return self }
    var request = self
    if let tag = entry.response.headers["ETag"] { request.headers["If-None-Match"] = tag }
    if let date = entry.response.headers["Last-Modified"] { request.headers["If-Modified-Since"] = date }
    return request
  }
}
