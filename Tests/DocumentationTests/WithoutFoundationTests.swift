#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The core compiles for a system that has neither Foundation nor Dispatch, without the folders that are named after
  /// Foundation and the one with what deals with processes.
  @Suite(.ownThreads, .enabled(if: Compiler.isAvailable, "There is no swiftc.")) struct WithoutFoundationTests {
    @Test func theCoreCompiles() throws {
      try withTemporaryFolder { folder in
        try hideFoundation(in: folder)
        let use = folder.url.appending(path: "Use.swift")
        try Data("import Foundation".utf8).write(to: use)
        #expect(compile([use.path], "Use", "-typecheck", in: folder).contains("no such module 'Foundation'"))
        #expect(try compile(sources(of: "Dependencies"), "Dependencies", "-emit-module", in: folder) == "")
        #expect(try compile(sources(of: "Store"), "StoreCore", "-typecheck", in: folder) == "")
      }
    }

    /// Makes a folder with what the compiler brings along but Foundation.
    private func hideFoundation(in folder: TemporaryFolder) throws {
      let text = try Shell.run("swiftc -print-target-info", in: Repository.root)
      let information = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let paths = try #require(information?["paths"] as? [String: Any])
      let path = try #require(paths["runtimeResourcePath"] as? String)
      let hidden = #/[Ff]oundation|[Dd]ispatch|XCTest|Testing|^Block$|^os$/#
      let files = FileManager.default
      let resources = folder.url.appending(path: "resources")
      for part in ["", "linux"] {
        let from = URL(filePath: path).appending(path: part)
        let to = resources.appending(path: part)
        try files.createDirectory(at: to, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: from.path)
        where name != "linux" && !name.contains(hidden) {
          let link = to.appending(path: name)
          try files.createSymbolicLink(at: link, withDestinationURL: from.appending(path: name))
        }
      }
    }

    private func sources(of module: String) throws -> [String] {
      let root = Repository.root.appending(path: "Sources/\(module)")
      let left = ["Foundation", "Macros", "Processes", "Documentation.docc"]
      let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { path in
        path.hasSuffix(".swift") && !path.split(separator: "/").contains { left.contains(String($0)) }
      }
      return paths.sorted().map { root.appending(path: $0).path }
    }

    /// The errors of the compiler.
    private func compile(_ sources: [String], _ module: String, _ mode: String, in folder: TemporaryFolder) -> String {
      var command = ["swiftc", mode, "-wmo", "-parse-as-library", "-swift-version", "6", "-package-name", "package"]
      for feature in ["NonisolatedNonsendingByDefault", "ExistentialAny", "MemberImportVisibility"] {
        command += ["-enable-upcoming-feature", feature]
      }
      command += ["-resource-dir", folder.path("resources"), "-module-cache-path", folder.path("cache")]
      command += ["-I", folder.url.path, "-I", Repository.root.appending(path: "Sources/CConcurrency/include").path]
      if mode == "-emit-module" { command += ["-emit-module-path", folder.path("\(module).swiftmodule")] }
      command += ["-module-name", module] + sources
      do {
        try Shell.run(command.map { "'\($0)'" }.joined(separator: " "), in: Repository.root)
        return ""
      } catch {
        return (error as? Shell.Failure)?.output ?? "\(error)"
      }
    }
  }
#endif
