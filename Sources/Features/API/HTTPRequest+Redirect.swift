import Foundation

extension HTTPRequest {
  /// How many redirects are followed one after the other.
  static var longestChainOfRedirects: Int { 20 }

  /// The request that a redirect leads to; `nil` where it must not be followed, or the status is that of no redirect.
  ///
  /// It leads on to HTTP(S), never from HTTPS down to HTTP, and takes no credentials along to another server. 303 asks for
  /// a `GET`, and so do 301 and 302 by custom in answer to a `POST` (RFC 9110, 15.4).
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

  /// Whether an address is one of the server that this request goes to.
  func isOfSameServer(_ target: URL) -> Bool {
    (target.scheme, target.host(), target.port) == (url.scheme, url.host(), url.port)
  }

  /// The fields that prove who one is.
  static var credentials: [String] { ["Authorization", "Cookie", "Proxy-Authorization"] }
}
