import Foundation

/// Builds the documentation site, checks it, and shows it. Call it with `scripts/docs`.
@main struct DocumentationSite {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      let site = URL(filePath: options.output, relativeTo: options.root).absoluteURL
      if let modules = options.modules {
        let builder = SiteBuilder(
          root: options.root,
          modules: URL(filePath: modules, relativeTo: options.root).absoluteURL,
          site: site,
          basePath: options.basePath
        )
        let pages = try builder.build { say($0) }
        say("\(pages) pages in \(options.output)")
      }
      if let port = options.port {
        let server = try SiteServer(site: site, basePath: options.basePath, port: port)
        say("\(server.url) shows them. Ctrl-C ends it.")
        while true { try await Task.sleep(for: .seconds(3600)) }
      }
    } catch {
      say("docs: \(error)")
      exit(error is Options.Mistake ? 2 : 1)
    }
  }

  /// Prints a line of progress to standard error.
  private static func say(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
  }
}

/// The options of the command line.
struct Options {
  /// The folder of the package.
  var root = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
  /// The folder of the compiled modules. If it is `nil`, nothing is built.
  var modules: String?
  var output = ".build/docs"
  /// The path of the site on the web server that will publish it.
  var basePath = ""
  /// The port on which to show the site, with 0 for one that the system chooses; `nil` to not show it.
  var port: UInt16?

  init(_ arguments: some Sequence<String>) throws(Mistake) {
    var arguments = arguments.makeIterator()
    func value(of option: String) throws(Mistake) -> String {
      guard let text = arguments.next() else { throw Mistake(description: "\(option) has no value.") }
      return text
    }
    while let option = arguments.next() {
      switch option {
      case "--root": root = URL(filePath: try value(of: option), directoryHint: .isDirectory)
      case "--modules": modules = try value(of: option)
      case "--output": output = try value(of: option)
      case "--base-path":
        let path = try value(of: option)
        guard path.hasPrefix("/"), !path.hasSuffix("/") else {
          throw Mistake(description: "--base-path begins with a slash and ends without one, not as \"\(path)\" does.")
        }
        basePath = path
      case "--serve":
        let text = try value(of: option)
        guard let number = UInt16(text) else { throw Mistake(description: "\"\(text)\" is not a port.") }
        port = number
      default: throw Mistake(description: "There is no option \"\(option)\". See scripts/docs --help.")
      }
    }
  }

  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }
}
