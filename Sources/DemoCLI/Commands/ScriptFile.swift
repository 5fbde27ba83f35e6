import Foundation

/// A script on disk or on the standard input.
struct ScriptFile {
  /// More than any script has; so a device that never ends is no trouble.
  static let sizeLimit = 16 << 20

  /// Reads a file, or the standard input for `-`.
  static func read(_ path: String) throws(ReadError) -> SourceText {
    let name = path == "-" ? "<stdin>" : path
    do {
      let handle = try path == "-" ? FileHandle.standardInput : FileHandle(forReadingFrom: URL(filePath: path))
      var data = Data()
      while data.count <= sizeLimit, let part = try handle.read(upToCount: 1 << 16), !part.isEmpty { data += part }
      guard data.count <= sizeLimit else {
        throw ReadError(name: name, reason: "it is larger than \(sizeLimit >> 20) MB")
      }
      return SourceText(name: name, bytes: Array(data))
    } catch let error as ReadError {
      throw error
    } catch {
      throw ReadError(name: name, reason: reason(error))
    }
  }

  /// The system's words, without Foundation's.
  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    if underlying.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(underlying.code))) }
    return error.domain == NSCocoaErrorDomain && error.code == CocoaError.fileReadNoSuchFile.rawValue
      ? String(cString: strerror(ENOENT)) : error.localizedDescription
  }

  struct ReadError: Error {
    let name: String
    let reason: String

    var rendered: String { "DemoCLI: cannot read \(name.printable): \(reason)\n" }
  }
}
