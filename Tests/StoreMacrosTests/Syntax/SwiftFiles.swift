import Foundation
import TestSupport

/// Swift files that compile: those of this package, and the interfaces of the toolchain's modules.
enum SwiftFiles {
  /// This package's own files, without build products and the files in documentation catalogs.
  static func ofThisPackage() -> [URL] {
    Repository.paths(in: Repository.root).map { Repository.root.appending(path: $0) }
  }

  /// The files of the toolchain; empty if there is no compiler.
  static func ofTheToolchain() throws -> [URL] {
    #if os(Linux) || os(macOS)
      struct TargetInformation: Decodable {
        struct Paths: Decodable {
          let runtimeResourcePath: String
        }
        let paths: Paths
      }
      guard Compiler.isAvailable else { return [] }
      let output = Data(try Shell.run("swiftc -print-target-info", in: Repository.root).utf8)
      let resources = URL(
        filePath: try JSONDecoder().decode(TargetInformation.self, from: output).paths.runtimeResourcePath
      )
      return Repository.paths(in: resources, ["swift", "swiftinterface"]).map { resources.appending(path: $0) }
    #else
      return []
    #endif
  }
}
