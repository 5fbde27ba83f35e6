import Dependencies
import Foundation

#if os(iOS) || os(tvOS) || os(visionOS)
  import UIKit

  func openWithSystem(_ url: URL) async throws(OpenURLError) {
    guard await UIApplication.shared.open(url) else {
      throw .unavailable(reason: "Nothing on this device opens it.")
    }
  }
#elseif os(Linux) || os(macOS)
  /// Starts the program that opens web pages and waits, off the caller's actor, until it ends. The wait ends after a
  /// few seconds, because the program may become the browser itself, which runs until the user closes it.
  @concurrent
  func openWithSystem(_ url: URL, patience: DispatchTimeInterval = .seconds(5)) async throws(OpenURLError) {
    if Task.isCancelled { return }
    let program = try systemOpener()
    let process = Process()
    process.executableURL = program
    process.arguments = [url.absoluteString]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    switch await ProcessRun().run(process, patience: patience) {
    case .ended(status: 0), .stillRunning: return
    case .ended(let status): throw .failed(program: program.path, status: Int(status))
    case .notStarted: throw .failed(program: program.path, status: nil)
    }
  }

  private func systemOpener() throws(OpenURLError) -> URL {
    #if os(macOS)
      return URL(filePath: "/usr/bin/open")
    #else
      @Dependency(\.processEnvironment) var environment
      // Relative folders are left out: they would run a program in the current folder.
      let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
      for folder in folders {
        let candidate = URL(filePath: String(folder), directoryHint: .isDirectory).appending(path: "xdg-open")
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue,
          FileManager.default.isExecutableFile(atPath: candidate.path)
        {
          return candidate
        }
      }
      throw .unavailable(reason: "There is no xdg-open in PATH. Install xdg-utils, or open the address yourself.")
    #endif
  }

  /// Waits for the end of a process, the timeout or cancellation, whichever comes first.
  private final class ProcessRun: Sendable {
    enum End: Sendable {
      case ended(status: Int32), stillRunning, notStarted
    }

    private enum State {
      case idle
      case waiting(CheckedContinuation<End, Never>)
      case finished(End)
    }

    private let state = Locked(State.idle)

    func run(_ process: Process, patience: DispatchTimeInterval) async -> End {
      process.terminationHandler = { [weak self] process in self?.finish(.ended(status: process.terminationStatus)) }
      guard (try? process.run()) != nil else { return .notStarted }
      DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak self] in self?.finish(.stillRunning) }
      return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let end: End? = state.withLock { state in
            if case .finished(let end) = state { return end }
            state = .waiting(continuation)
            return nil
          }
          if let end { continuation.resume(returning: end) }
        }
      } onCancel: {
        finish(.stillRunning)
      }
    }

    private func finish(_ end: End) {
      let continuation: CheckedContinuation<End, Never>? = state.withLock { state in
        switch state {
        case .idle:
          state = .finished(end)
          return nil
        case .waiting(let continuation):
          state = .finished(end)
          return continuation
        case .finished:
          return nil
        }
      }
      continuation?.resume(returning: end)
    }
  }
#else
  func openWithSystem(_ url: URL) async throws(OpenURLError) {
    throw .unavailable(reason: "It is not known how to do that on this system. Open the address yourself.")
  }
#endif
