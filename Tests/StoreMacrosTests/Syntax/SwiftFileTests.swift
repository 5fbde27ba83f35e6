import Foundation
import TestSupport
import Testing

@testable import StoreMacros

/// Files that the compiler accepts are parsed without diagnostics.
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

/// Swift files that compile: those of this package, and the interfaces of the toolchain's modules.
enum SwiftFiles {
  /// This package's own files, without build products and the files in documentation catalogs.
  static func ofThisPackage() -> [URL] {
    Repository.paths(in: Repository.root).map { Repository.root.appending(path: $0) }
  }

  static func ofTheToolchain() throws -> [URL] {
    #if os(Linux) || os(macOS)
      struct TargetInformation: Decodable {
        struct Paths: Decodable { let runtimeResourcePath: String }
        let paths: Paths
      }
      guard Compiler.isAvailable else { return [] }
      let output = Data(try Shell.run("swiftc -print-target-info", in: Repository.root).utf8)
      let paths = try JSONDecoder().decode(TargetInformation.self, from: output).paths
      let resources = URL(filePath: paths.runtimeResourcePath)
      return Repository.paths(in: resources, ["swift", "swiftinterface"]).map { resources.appending(path: $0) }
    #else
      return []
    #endif
  }
}
