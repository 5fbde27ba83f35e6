import Foundation

extension HTTPRequest {
  /// The maximum number of redirects of one request.
  static var longestChainOfRedirects: Int { 20 }

  /// The request to the target of a redirect, or `nil` if the status is not that of a redirect or the target must not
  /// be followed.
  ///
  /// Redirects lead only to HTTP(S), and never from HTTPS to HTTP. Credentials are not sent to another server. After a
  /// 303 the method is `GET`, and by convention also after a 301 or 302 in response to a `POST` (RFC 9110, 15.4).
  func redirected(to location: String, status: Int) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(status), let target = URL(string: location), mayLead(to: target) else {
      return nil
    }
    var next = self
    next.url = target
    if status == 303 && method != .head || (status == 301 || status == 302) && method == .post {
      next.method = .get
      next.body = nil
      for name in ["Content-Type", "Content-Encoding", "Content-Language", "Content-Length"] {
        next.headers[name] = nil
      }
    }
    if !isOfSameServer(target) { for name in Self.credentials { next.headers[name] = nil } }
    return next
  }

  /// Whether a redirect to this address may be followed.
  func mayLead(to target: URL) -> Bool {
    guard let scheme = target.scheme?.lowercased(), target.host()?.isEmpty == false else { return false }
    return scheme == "https" || scheme == "http" && url.scheme?.lowercased() == "http"
  }

  /// Whether an address belongs to the server of this request.
  func isOfSameServer(_ target: URL) -> Bool {
    (target.scheme, target.host(), target.port) == (url.scheme, url.host(), url.port)
  }

  /// The header fields that hold credentials.
  static var credentials: [String] { ["Authorization", "Cookie", "Proxy-Authorization"] }
}
