#if os(Linux) || os(macOS)
  import Dispatch
  import Foundation

  /// Opens addresses with the program that the system has for them.
  package enum SystemOpener {
    package enum Failure: Error {
      /// The system has no program that opens addresses: there is no `xdg-open` in the folders.
      case missing
      /// The program failed. The status is `nil` if it could not be started.
      case failed(program: String, status: Int?)
    }

    /// Starts the program and waits, off the caller's actor, until it ends. The wait ends after a few seconds, because
    /// the program may become the browser itself, which runs until the user closes it.
    ///
    /// - Parameter path: The folders in which `xdg-open` is looked for on Linux, as in the environment variable `PATH`.
    @concurrent
    package static func open(
      _ url: URL,
      path: String,
      patience: DispatchTimeInterval = .seconds(5)
    ) async throws(Failure) {
      if Task.isCancelled { return }
      let program = try program(in: path)
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

    private static func program(in path: String) throws(Failure) -> URL {
      #if os(macOS)
        return URL(filePath: "/usr/bin/open")
      #else
        // Relative folders are left out: they would run a program in the current folder.
        for folder in path.split(separator: ":") where folder.hasPrefix("/") {
          let candidate = URL(filePath: String(folder), directoryHint: .isDirectory).appending(path: "xdg-open")
          var isFolder: ObjCBool = false
          if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue,
            FileManager.default.isExecutableFile(atPath: candidate.path)
          {
            return candidate
          }
        }
        throw .missing
      #endif
    }
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
#endif
