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
      // The program is not released before it has ended.
      defer { withExtendedLifetime(process) {} }
      let (statuses, continuation) = AsyncStream.makeStream(of: Int32.self)
      process.terminationHandler = { continuation.yield($0.terminationStatus) }
      guard (try? process.run()) != nil else { throw .failed(program: program.path, status: nil) }
      DispatchQueue.global().asyncAfter(deadline: .now() + patience) { continuation.finish() }
      // There is no status if the wait was cancelled, or has taken too long.
      var iterator = statuses.makeAsyncIterator()
      if let status = await iterator.next(), status != 0 {
        throw .failed(program: program.path, status: Int(status))
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
#endif
