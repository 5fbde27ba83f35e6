import Foundation

/// Reads and writes files, pipes and terminals. A call that a signal interrupts is repeated. If another program has
/// made a file nonblocking, a call waits until the file is ready.
package enum Descriptor {
  /// If a process was started without a standard input or output, opens a file in its place. Otherwise the first file
  /// that the process opens would become its standard input or output. The opened files can be neither read nor
  /// written.
  package static func occupyStandardOnes() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The file is opened the wrong way round: reading from the input and writing to an output fail.
      let mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      if open("/dev/full", mode) < 0 { _ = open("/dev/null", mode) }
    }
  }

  /// Reads the available bytes, at most `count`. Returns no bytes at the end of the file.
  ///
  /// - Parameter offset: The offset to read from. By default, reads from where the last call ended.
  package static func read(_ descriptor: Int32, upTo count: Int = 1 << 16, at offset: Int? = nil) throws(SystemError)
    -> [UInt8]
  {
    var failure: SystemError?
    // The memory has room for `count` bytes, and the system initializes the first `read` of them.
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      do throws(SystemError) {
        initializedCount = try retry(descriptor, POLLIN) {
          offset.map { pread(descriptor, buffer.baseAddress, count, off_t($0)) }
            ?? Foundation.read(descriptor, buffer.baseAddress, count)
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all bytes.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      offset += try retry(descriptor, POLLOUT) {
        bytes.withUnsafeBytes {
          Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[offset...]).baseAddress, $0.count - offset)
        }
      }
    }
  }

  private static func retry(_ descriptor: Int32, _ readiness: Int32, _ call: () -> Int) throws(SystemError) -> Int {
    while true {
      let count = call()
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var awaited = pollfd(fd: descriptor, events: Int16(readiness), revents: 0)
        _ = poll(&awaited, 1, -1)
      default: throw SystemError()
      }
    }
  }
}
