public import Dependencies
public import Foundation

/// Opens web pages in the user's browser.
///
/// ```swift
/// @Dependency(\.openURL) var openURL
/// try await openURL(article.url)
/// ```
///
/// Addresses often come from a server, which must not get to open files, start other programs or send a password
/// somewhere. So whatever implements it, only `http` and `https` with a host and without a user are let through.
public struct OpenURL: Sendable {
  private let open: @Sendable (URL) async throws(OpenURLError) -> Void

  /// Makes one that opens web pages in some way. The closure is never given anything but the address of a web page.
  public init(_ open: @escaping @Sendable (URL) async throws(OpenURLError) -> Void) {
    self.open = open
  }

  /// Opens a web page.
  ///
  /// - Throws: ``OpenURLError/refused(address:reason:)`` if it is no address of a web page, otherwise why it could not
  ///   be opened.
  public func callAsFunction(_ url: URL) async throws(OpenURLError) {
    if let reason = url.problemAsWebPage { throw .refused(address: url.withoutUser, reason: reason) }
    try await open(url)
  }
}

extension URL {
  /// The address as it can be shown.
  fileprivate var withoutUser: String {
    guard user() != nil || password() != nil else { return absoluteString.oneLine }
    guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return "" }
    components.user = nil
    components.password = nil
    return (components.string ?? "").oneLine
  }
}

extension OpenURL: DependencyKey {
  /// Has the system open the page in the browser that it is set up to use.
  public static let liveValue = Self { url throws(OpenURLError) in try await openWithSystem(url) }
  /// Succeeds and does nothing.
  public static let mockValue = Self { _ in }
  /// Reports that a test opens a page without saying what is to happen then.
  public static let testValue = Self { url throws(OpenURLError) in
    reportIssue(
      """
      Unimplemented: 'openURL' was asked to open \(url.absoluteString.oneLine).

      A test never opens a browser. Override it: "$0.openURL = OpenURL { url in ... }".
      """
    )
    throw .unavailable(reason: "It is not implemented in this test.")
  }
}

extension DependencyValues {
  /// Opens web pages in the user's browser.
  public var openURL: OpenURL {
    get { self[OpenURL.self] }
    set { self[OpenURL.self] = newValue }
  }
}
