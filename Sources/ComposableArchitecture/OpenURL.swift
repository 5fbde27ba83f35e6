extension DependencyValues {
  /// Opens addresses with the system's program for them.
  ///
  /// ```swift
  /// @Dependency(\.openURL) var openURL
  ///
  /// await openURL(URL(string: "https://www.swift.org")!)
  /// ```
  ///
  /// On mock values it does nothing and returns `true`. In a test it reports an issue and returns `false`, until the
  /// test overrides it.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}

/// A function that opens addresses.
///
/// ```swift
/// $0.openURL = OpenURLEffect { url in
///   opened.withValue { $0.append(url) }
///   return true
/// }
/// ```
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// Makes a value that opens addresses with a closure, which returns whether it opened the address.
  public init(handler: @escaping @Sendable (URL) async -> Bool) {
    self.handler = handler
  }

  /// Opens an address.
  ///
  /// - Returns: Whether the address was opened.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool {
    await handler(url)
  }
}

private enum OpenURLKey: DependencyKey {
  static var liveValue: OpenURLEffect { OpenURLEffect { await openWithSystem($0) } }
  static var mockValue: OpenURLEffect { OpenURLEffect { _ in true } }
  static var testValue: OpenURLEffect {
    let location = IssueLocation.ofReader
    return OpenURLEffect { url in
      reportIssue(
        #"""
        Unimplemented: @Dependency(\.openURL) was asked to open \#(url.absoluteString)

        A test must not open pages by accident. Override it: "$0.openURL = OpenURLEffect { url in ... }".
        """#,
        at: location
      )
      return false
    }
  }
}

#if os(iOS) || os(tvOS) || os(visionOS)
  import UIKit

  private func openWithSystem(_ url: URL) async -> Bool { await UIApplication.shared.open(url) }
#elseif os(macOS) || os(Linux)
  private func openWithSystem(_ url: URL) async -> Bool {
    // An address begins with a scheme. Text without one could be an option of the program that opens it.
    guard url.scheme != nil else { return false }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (try? await SystemOpener.open(url, path: path)) != nil
  }
#else
  private func openWithSystem(_ url: URL) async -> Bool { false }
#endif
