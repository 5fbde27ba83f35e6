import Dependencies
import Foundation
import Store

/// Saves values to a file, one after the other, until it is killed or has saved the requested number. It prints the
/// number of each value that is saved, or the reason for which it could not be saved.
///
/// ```sh
/// SharedValueWriter <file> <first number> [--count <values>] [--file-size <bytes>]
/// ```
@main
struct SharedValueWriter {
  /// A value that can't be mistaken for a part of it.
  struct Value: Codable {
    var number = 0
    var text = ""
  }

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 2, let first = Int(arguments[2]) else { return }
    func option(_ name: String) -> Int? {
      arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? Int(arguments[$0 + 1]) : nil }
    }
    if let size = option("--file-size") { limitFileSize(size) }
    @Shared(.fileStorage(URL(filePath: arguments[1]))) var value = Value()
    for number in first..<(first + (option("--count") ?? 1_000_000)) {
      $value.withLock { $0 = Value(number: number, text: String(repeating: "\(number) ", count: 2_000)) }
      do {
        try await $value.save()
        try print("\(number)")
      } catch {
        return try print("\(value.number) stays: \(error)")
      }
    }
  }

  private static func print(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Limits the size of files, to simulate a full disk.
  private static func limitFileSize(_ bytes: Int) {
    // Otherwise the process would be killed.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
      setrlimit(RLIMIT_FSIZE, &limit)
    #endif
  }
}
