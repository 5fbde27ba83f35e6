import Dependencies
import Foundation

#if os(iOS) || os(tvOS) || os(visionOS)
  import UIKit

  func openWithSystem(_ url: URL) async throws(OpenURLError) {
    guard await UIApplication.shared.open(url) else {
      throw .unavailable(.nothingOpensIt)
    }
  }
#elseif os(Linux) || os(macOS)
  /// Starts the program that opens web pages, off the caller's actor, and waits until it ends, but no longer than
  /// `patience`.
  func openWithSystem(_ url: URL, patience: DispatchTimeInterval = .seconds(5)) async throws(OpenURLError) {
    @Dependency(\.processEnvironment) var environment
    do throws(SystemOpener.Failure) {
      try await SystemOpener.open(url, path: environment["PATH"] ?? "", patience: patience)
    } catch {
      switch error {
      case .missing:
        throw .unavailable(.noOpener)
      case .failed(let program, let status): throw .failed(program: program, status: status)
      }
    }
  }
#else
  func openWithSystem(_ url: URL) async throws(OpenURLError) {
    throw .unavailable(.unknownSystem)
  }
#endif
