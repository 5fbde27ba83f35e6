import Foundation
import StoreInspection
import TestSupport
import Testing

@testable import DemoCLI

/// The files that tools of others read, and the one version that all files name.
@Suite(.ownThreads) struct ConventionTests {
  private static let hasYAML = (try? Shell.run("python3 -c 'import yaml'", in: Repository.root)) != nil
  private static let hasActionlint = (try? Shell.run("command -v actionlint", in: Repository.root)) != nil

  @Test func allFilesNameOneVersion() throws {
    let version = DemoCLI.commandLine.version
    let changes = try Repository.file("CHANGELOG.md").text
    let versions = changes.matches(of: #/(?m)^## \[(\d[^\]]*)\]/#).map { String($0.1) }
    #expect(versions.first == version, "CHANGELOG.md begins with another version.")
    #expect(changes.contains("\n## [Unreleased]\n"))
    for name in ["README.md", "README.ja.md"] {
      let named = try Repository.file(name).text.matches(of: #/\b\d+\.\d+\.\d+\b/#).map { String($0.0) }
      #expect(named.contains(version), "\(name) does not name the version.")
    }
    let requirements = try (markdownFiles() + Repository.files(in: ".github", ["md", "yml"])).flatMap { file in
      file.text.matches(of: #/url: "ADDRESS", from: "([^"]+)"/#).map { (file.path, String($0.1)) }
    }
    for (path, named) in requirements { #expect(named == version, "\(path) names another version.") }
  }

  @Test(.enabled(if: hasYAML, "There is no YAML parser for python3.")) func settingsAreValidYAML() throws {
    let parse = "python3 -c 'import sys, yaml; yaml.safe_load(open(sys.argv[1]))'"
    for file in try Repository.files(in: ".github", ["yml"]) + [Repository.file(".spi.yml")] {
      #expect(throws: Never.self, "\(file.path) is not YAML.") {
        try Shell.run("\(parse) '\(file.path)'", in: Repository.root)
      }
    }
  }

  @Test(.enabled(if: hasActionlint, "There is no actionlint.")) func workflowsAreValid() throws {
    #expect(try Shell.run("actionlint -no-color", in: Repository.root) == "")
  }

  @Test func workflowsRunScriptsThatAreThere() throws {
    let scripts = try Repository.files(in: ".github/workflows", ["yml"]).flatMap { file in
      file.text.matches(of: #/\bscripts\/[\w-]+/#).map { String($0.0) }
    }
    #expect(scripts.contains("scripts/test"))
    for script in Set(scripts) {
      #expect(FileManager.default.isExecutableFile(atPath: Repository.root.appending(path: script).path), "\(script)")
    }
  }

  /// The targets whose pages the Swift Package Index makes have a catalog. That of `Store` belongs to `StoreCore`.
  @Test func documentedTargetsHaveACatalog() throws {
    let list = try #require(try Repository.file(".spi.yml").text.firstMatch(of: #/documentation_targets: \[(.+)\]/#))
    let targets = list.1.split(separator: ", ").map { $0 == "StoreCore" ? "Store" : String($0) }
    let files = FileManager.default
    let sources = Repository.root.appending(path: "Sources")
    let catalogs = try files.contentsOfDirectory(atPath: sources.path).filter {
      files.fileExists(atPath: sources.appending(path: "\($0)/Documentation.docc").path)
    }
    #expect(Set(targets) == Set(catalogs))
  }

  /// An app says why it uses the functions for which Apple wants a reason, and so do its packages.
  @Test func thePrivacyManifestIsAPropertyList() throws {
    let data = try Data(contentsOf: Repository.root.appending(path: "Sources/Store/Macros/PrivacyInfo.xcprivacy"))
    let list = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    let functions = try #require(list["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    #expect(
      functions.compactMap { $0["NSPrivacyAccessedAPIType"] as? String } == [
        "NSPrivacyAccessedAPICategoryUserDefaults", "NSPrivacyAccessedAPICategoryFileTimestamp",
      ]
    )
    #expect(functions.allSatisfy { ($0["NSPrivacyAccessedAPITypeReasons"] as? [String])?.isEmpty == false })
    #expect(list["NSPrivacyTracking"] as? Bool == false)
  }

  @Test func editorsIndentAsTheFormatterDoes() throws {
    let format = try Repository.file(".swift-format").lines
    #expect(format.contains(#"  "lineLength": 120,"#) && format.contains(#"  "indentation": { "spaces": 2 },"#))
    let lines = try Repository.file(".editorconfig").lines
    #expect(lines.contains("max_line_length = 120") && lines.contains("indent_size = 2"))
  }

  private static let commandLines =
    "libedit-dev libmicrohttpd-dev. Fedora: dnf install libedit-devel libmicrohttpd-devel"
  private static let features = "libcurl4-openssl-dev libsqlite3-dev. Fedora: dnf install libcurl-devel sqlite-devel"

  /// Whoever needs one system library is asked to install those of the same product at once, but no others. Their
  /// headers ask for themselves.
  @Test(arguments: [
    ("CCurl", "curl/curl.h", features), ("CEdit", "histedit.h", commandLines),
    ("CMicroHTTPD", "microhttpd.h", commandLines), ("CSQLite", "sqlite3.h", features),
  ])
  func aMissingLibraryIsNamed(target: String, header: String, packages: String) throws {
    let shim = try Repository.file("Sources/\(target)/shim.h").text
    #expect(shim.contains("#if !__has_include(<\(header)>)\n#error \"The headers of "))
    #expect(shim.contains("Debian and Ubuntu: apt-get install \(packages)."))
  }
}
