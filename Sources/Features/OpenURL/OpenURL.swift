public import Dependencies
public import Foundation
import Store

/// Opens web pages in the user's browser.
///
/// ```swift
/// @Dependency(\.openURL) var openURL
/// try await openURL(article.url)
/// ```
///
/// Addresses often come from a server, which must not be able to open files, start other programs or send a password
/// somewhere. Therefore every implementation receives only `http` and `https` addresses with a host and without a user.
public struct OpenURL: Sendable {
  private let open: @Sendable (URL) async throws(OpenURLError) -> Void

  /// Makes a value that opens web pages with a closure. The closure receives only addresses of web pages.
  public init(_ open: @escaping @Sendable (URL) async throws(OpenURLError) -> Void) {
    self.open = open
  }

  /// Opens a web page.
  ///
  /// - Throws: ``OpenURLError/refused(address:reason:)`` if the address is not one of a web page, otherwise the error
  ///   of opening it, with the address.
  public func callAsFunction(_ url: URL) async throws(OpenURLError) {
    if let reason = url.problemAsWebPage { throw .refused(address: url.withoutUser, reason: reason.rawValue) }
    do throws(OpenURLError) { try await open(url) } catch { throw error.ofPage(at: url.absoluteString.oneLine) }
  }
}

extension Effect where Action: Sendable {
  /// Opens a web page and sends the error if that fails.
  static func open(
    _ url: URL,
    with openURL: OpenURL,
    name: String,
    failed: @escaping @Sendable (OpenURLError) -> Action
  ) -> Self {
    .run(name: name) { send in
      do throws(OpenURLError) { try await openURL(url) } catch { await send(failed(error)) }
    }
  }
}

extension URL {
  /// The address without user and password, prepared for display.
  fileprivate var withoutUser: String {
    guard user() != nil || password() != nil else { return absoluteString.oneLine }
    guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return "" }
    components.user = nil
    components.password = nil
    return (components.string ?? "").oneLine
  }
}

extension OpenURL: DependencyKey {
  /// Opens the page in the system's default browser.
  public static let liveValue = Self { url throws(OpenURLError) in try await openWithSystem(url) }
  /// Succeeds and does nothing.
  public static let mockValue = Self { _ in }
  /// Reports an issue, because the test opens a page without overriding this dependency.
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
