import Foundation
import TestSupport
import Testing

@testable import StoreMacros

/// Files that the compiler accepts are parsed without diagnostics. `PackageTests` expand what is in them.
@Suite(.ownThreads) struct SwiftFileTests {
  @Test func filesOfThisPackage() throws {
    #expect(try complaints(SwiftFiles.ofThisPackage()) == [])
  }

  #if os(Linux) || os(macOS)
    /// The interfaces of the standard library's modules contain all of Swift's syntax. The largest files are left out,
    /// because they contain nothing else.
    @Test(.enabled(if: Compiler.isAvailable, "There is no swiftc."))
    func filesOfTheToolchain() throws {
      let files = try SwiftFiles.ofTheToolchain().filter { try Data(contentsOf: $0).count < 60_000 }
      #expect(!files.isEmpty, "The toolchain has no interfaces.")
      #expect(try complaints(files) == [])
    }
  #endif

  /// The diagnostics and violations of files.
  private func complaints(_ files: [URL]) throws -> [String] {
    try files.flatMap { file in
      let bytes = [UInt8](try Data(contentsOf: file))
      let check = SyntaxCheck(bytes)
      return check.violations.map { "\(file.path): \($0)" }
        + check.diagnostics.map { diagnostic in
          let line = bytes[..<diagnostic.place.range.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
          return "\(file.path):\(line): \(diagnostic.message): \(diagnostic.place.text)"
        }
    }
  }
}
