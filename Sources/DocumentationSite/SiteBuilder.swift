import Foundation

/// Builds one static site from the catalogs of several libraries, with the tools of the toolchain only.
///
/// Each library is converted twice: first to find out what other libraries can link to, then with links to all others.
/// Warnings of the second conversion are errors.
struct SiteBuilder {
  struct Library {
    /// The name of the library in `import`, which is also the name of its folder in `Sources`.
    let name: String
    /// The modules of the library. Their symbols are shown as symbols of the library.
    let modules: [String]
  }

  static let libraries = [
    Library(name: "Store", modules: ["StoreCore", "Store"]),
    Library(name: "StoreTesting", modules: ["Execution", "StoreExploration", "StoreTesting"]),
    Library(name: "Dependencies", modules: ["Dependencies", "DependenciesMacros"]),
    Library(name: "StoreInspection", modules: ["StoreTrace", "StoreScript", "StoreWeb", "StoreInspection"]),
  ]

  let root: URL
  let modules: URL
  let site: URL
  var basePath = ""
  var libraries = Self.libraries

  /// Replaces the site at `site`, and returns the number of pages. If the build fails, the old site stays.
  func build(progress: (String) -> Void) throws -> Int {
    let folder = site.deletingLastPathComponent().appending(path: "\(site.lastPathComponent).parts")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    progress("Reading the symbols of \(libraries.map(\.name).joined(separator: ", "))")
    try extractSymbolGraphs(into: folder)
    progress("Making the pages")
    for library in libraries {
      try FileManager.default.createDirectory(
        at: folder.appending(path: "linkable/\(library.name)"),
        withIntermediateDirectories: true
      )
    }
    // Mistakes are reported by the second conversion.
    for (command, _) in try libraries.map({ try convert($0, in: folder, isLinked: false) }) { _ = command.end() }
    let conversions = try libraries.map { try convert($0, in: folder, isLinked: true) }
    var mistakes: [String] = []
    for (command, diagnostics) in conversions {
      let (status, output) = command.end()
      let found = try Diagnostic.read(from: diagnostics).map { $0.description(in: root) }
      if status != 0, found.isEmpty { throw SiteFailure("docc ended with status \(status):\n\(output)") }
      mistakes += found
    }
    let merged = folder.appending(path: "site")
    if mistakes.isEmpty {
      try Command(
        ["docc", "merge"] + libraries.map { "pages/\($0.name).doccarchive" }
          + [
            "--synthesized-landing-page-name", "swift-store", "--synthesized-landing-page-topics-style", "list",
            "--output-path", merged.path,
          ],
        in: folder
      ).succeed()
      try LandingPage(site: merged, libraries: libraries.map(\.name)).write()
      progress("Checking links")
      mistakes = try LinkChecker(site: merged).mistakes()
    }
    mistakes += try DocumentLinks(root: root).mistakes()
    guard mistakes.isEmpty else {
      throw SiteFailure(
        (mistakes + ["\(mistakes.count) \(mistakes.count == 1 ? "mistake" : "mistakes"): there is no new site."])
          .joined(separator: "\n")
      )
    }
    try Data(Self.redirection(to: "documentation/").utf8).write(to: merged.appending(path: "index.html"))
    try? FileManager.default.removeItem(at: site)
    try FileManager.default.moveItem(at: merged, to: site)
    try? FileManager.default.removeItem(at: folder)
    return try LinkChecker(site: site).pages().count
  }

  /// A page that leads to another page. The path is relative, so that it works with any base path of the site.
  static func redirection(to path: String) -> String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><title>swift-store</title>
    <meta http-equiv="refresh" content="0; url=\(path)"></head>
    <body><a href="\(path)">Documentation</a></body></html>

    """
  }

  private func extractSymbolGraphs(into folder: URL) throws {
    let platform = try Platform()
    let headers = ["CConcurrency/include", "CCurl", "CEdit", "CSQLite", "CMicroHTTPD", "StoreWeb/Page/Files/include"]
    let commands = try libraries.map { library in
      let graphs = folder.appending(path: "graphs/\(library.name)")
      try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
      return try library.modules.map { module in
        guard FileManager.default.fileExists(atPath: modules.appending(path: "\(module).swiftmodule").path) else {
          throw SiteFailure("\(modules.path) has no \(module).swiftmodule. Build the package first.")
        }
        return try Command(
          [
            "swift", "symbolgraph-extract", "-module-name", module, "-output-dir", graphs.path, "-I", modules.path,
          ] + headers.flatMap { ["-I", root.appending(path: "Sources/\($0)").path] } + [
            "-minimum-access-level", "public", "-skip-synthesized-members", "-emit-extension-block-symbols",
          ] + platform.options,
          in: folder
        )
      }
    }
    for command in commands.joined() { try command.succeed() }
    let names = Dictionary(
      libraries.flatMap { library in library.modules.map { ($0, library.name) } },
      uniquingKeysWith: { first, _ in first }
    ).merging(["FoundationEssentials": "Foundation"], uniquingKeysWith: { first, _ in first })
    for library in libraries {
      let graphs = folder.appending(path: "graphs/\(library.name)")
      let graphNames = try FileManager.default.contentsOfDirectory(atPath: graphs.path)
      for name in graphNames where name.hasSuffix(".symbols.json") {
        let file = graphs.appending(path: name)
        var graph = try SymbolGraph(Data(contentsOf: file))
        try FileManager.default.removeItem(at: file)
        graph.nameModules(names)
        graph.removeCallSites()
        graph.removeImplicitConformances()
        // "Store@Swift" for the symbols that `Store` adds to `Swift`: DocC takes this name from the file.
        var parts = name.replacing(".symbols.json", with: "").split(separator: "@").map {
          names[String($0)] ?? String($0)
        }
        if parts.count == 2, let other = parts.last, libraries.contains(where: { $0.name == other }) {
          graph.moveMembers(from: library.name, to: other)
          parts = [other]
        }
        // Several modules may add symbols to the same library.
        let part = folder.appending(path: "graphs/\(parts[0])/\(name).part")
        try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
        try graph.data().write(to: part.appending(path: "\(parts.joined(separator: "@")).symbols.json"))
      }
    }
  }

  /// Starts the conversion of a library.
  private func convert(_ library: Library, in folder: URL, isLinked: Bool) throws -> (Command, diagnostics: URL) {
    let part = isLinked ? "pages" : "linkable"
    try FileManager.default.createDirectory(at: folder.appending(path: part), withIntermediateDirectories: true)
    let diagnostics = folder.appending(path: "\(part)/\(library.name).json")
    var arguments = [
      "docc", "convert", root.appending(path: "Sources/\(library.name)/Documentation.docc").path,
      "--additional-symbol-graph-dir", "graphs/\(library.name)",
      "--fallback-bundle-identifier", library.name, "--fallback-display-name", library.name,
      "--fallback-default-module-kind", "Library",
      "--enable-experimental-external-link-support", "--enable-experimental-overloaded-symbol-presentation",
      "--diagnostics-file", diagnostics.path,
      "--output-dir", "\(part)/\(library.name).doccarchive",
    ]
    if isLinked {
      for other in libraries where other.name != library.name {
        arguments += ["--dependency", "linkable/\(other.name).doccarchive"]
      }
      if !basePath.isEmpty { arguments += ["--hosting-base-path", basePath] }
    } else {
      arguments.append("--no-transform-for-static-hosting")
    }
    return (try Command(arguments, in: folder), diagnostics)
  }
}

/// The options for the platform that the modules were compiled for.
private struct Platform {
  let options: [String]

  init() throws {
    let (status, output) = try Command(
      ["swift", "-print-target-info"],
      in: FileManager.default.temporaryDirectory
    ).end()
    struct Information: Decodable {
      struct Target: Decodable { let triple: String }
      let target: Target
    }
    guard status == 0 else { throw SiteFailure("`swift -print-target-info` ended with status \(status):\n\(output)") }
    let information = try JSONDecoder().decode(Information.self, from: Data(output.utf8))
    var options = ["-target", information.target.triple]
    #if os(macOS)
      let (_, path) = try Command(
        ["xcrun", "--show-sdk-path"],
        in: FileManager.default.temporaryDirectory
      ).end()
      options += ["-sdk", path.trimmingCharacters(in: .whitespacesAndNewlines)]
    #endif
    self.options = options
  }
}
