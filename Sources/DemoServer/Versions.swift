internal import Dependencies
internal import Features
internal import Foundation
internal import StoreWeb

/// Adds version header fields to answers, and answers 304 if the client already has the current version.
final class Versions: Sendable {
  private struct Version {
    var tag: String
    var modifiedAt: Date
  }

  private let now: @Sendable () -> Date
  private let versions = Locked<[String: Version]>([:])

  /// - Parameter now: Returns the current time.
  init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

  /// Adds `ETag` and `Last-Modified` to the answer to a `GET` request. If the client has the current version, returns
  /// an answer with the status 304 instead.
  func mark(_ answer: WebResponse, to request: WebRequest) -> WebResponse {
    guard request.method == "GET", let tag = answer.tag else { return answer }
    let modifiedAt = modificationDate(of: "\(request[header: "Authorization"] ?? "") \(request.target)", tag)
    let isKnown =
      if request[header: "If-None-Match"] != nil {
        answer.isKnown(to: request)
      } else {
        // Dates in these header fields have no fractions of seconds.
        request[header: "If-Modified-Since"].flatMap(HTTPDate.read).map { modifiedAt < $0.addingTimeInterval(1) }
          ?? false
      }
    let marks = [WebResponse.Header("ETag", tag), .init("Last-Modified", HTTPDate.write(modifiedAt))]
    return isKnown ? answer.notModified(marks) : answer.adding(marks)
  }

  /// Returns the time at which a target was first answered with this version. It is not before the start of the server.
  private func modificationDate(of target: String, _ tag: String) -> Date {
    let now = now()
    return versions.withLock { versions in
      if let version = versions[target], version.tag == tag { return version.modifiedAt }
      if versions.count >= 1_000 { versions = [:] }
      versions[target] = Version(tag: tag, modifiedAt: now)
      return now
    }
  }
}

extension WebResponse {
  /// Whether the client that sent a request already has this answer, according to `If-None-Match`.
  func isKnown(to request: WebRequest) -> Bool {
    guard request.method == "GET", let tag, let field = request[header: "If-None-Match"] else { return false }
    return field.split(separator: ",").contains { $0.trimmingCharacters(in: .whitespaces) == tag || $0 == "*" }
  }

  /// A tag for the body of a successful answer. It is the same in each run of the server.
  fileprivate var tag: String? {
    guard status == 200, case .bytes(let body)? = body else { return nil }
    // FNV-1a, which suffices because the tag protects nothing and bodies are small.
    let hash = body.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "\"\(String(hash, radix: 16))\""
  }
}
