import Dependencies
import Foundation
import TestSupport
import Testing

@testable import DocumentationSite

/// Rules for the structure of the package.
@Suite(.ownThreads) struct StructureTests {
  /// The modules of this package that each target may import. There are no cycles.
  private static let arrows: [String: Set<String>] = [
    "StoreMacros": [],
    "StoreMacrosPlugin": ["StoreMacros"],
    "Dependencies": [],
    "DependenciesMacros": ["Dependencies"],
    "CConcurrency": [],
    "StoreCore": ["CConcurrency", "Dependencies"],
    "Store": ["DependenciesMacros", "StoreCore"],
    "Execution": ["Dependencies", "StoreCore"],
    "StoreExploration": ["Dependencies", "Execution", "StoreCore"],
    "StoreTesting": ["Dependencies", "Execution", "Store", "StoreExploration"],
    "ComposableArchitecture": ["Store", "StoreTesting"],
    "DependenciesTestSupport": ["Dependencies"],
    "CCurl": [],
    "CSQLite": [],
    "Features": ["CCurl", "CSQLite", "Dependencies", "DependenciesMacros", "Store"],
    "CMicroHTTPD": [],
    "StoreWeb": ["CMicroHTTPD", "Dependencies", "Store", "StoreScript", "StoreTrace"],
    "DemoServer": ["Dependencies", "Features", "StoreWeb"],
    "DocumentationSite": ["StoreWeb"],
    "CEdit": [],
    "StoreTrace": ["Dependencies", "Store"],
    "StoreScript": ["Dependencies", "Execution", "Store", "StoreTrace"],
    "StoreInspection": [
      "CEdit", "Dependencies", "Execution", "Store", "StoreExploration", "StoreScript", "StoreTrace", "StoreWeb",
    ],
    "DemoCLI": ["DemoServer", "Dependencies", "Features", "Store", "StoreInspection"],
  ]

  /// The module that a file belongs to: that of its folder, except for the files that declare macros.
  private static func target(of path: String) -> String {
    let folders = path.split(separator: "/").map(String.init)
    switch (folders[1], folders[2]) {
    case ("Dependencies", "Macros"): return "DependenciesMacros"
    case ("Store", "Macros"): return "Store"
    case ("Store", _): return "StoreCore"
    case (let folder, _): return folder
    }
  }

  @Test func importsPointOneWay() throws {
    for file in try Repository.files(in: "Sources") {
      let target = Self.target(of: file.path)
      let allowed = try #require(Self.arrows[target], "\(target) is new: add it to StructureTests.arrows.")
      for match in file.text.matches(of: #/(?m)^ *(?:@\w+ +|public +|package +|internal +)*import (?:\w+ )?(\w+)/#) {
        let module = String(match.1)
        if Self.arrows[module] != nil {
          #expect(allowed.contains(module), "\(file.path) imports \(module), which \(target) must not know.")
        }
        if module == "Testing" || module == "XCTest" {
          #expect(
            ["DependenciesTestSupport", "StoreTesting"].contains(target),
            "\(file.path) imports \(module): \(target) is not for tests alone."
          )
        }
      }
    }
  }

  /// There are no package dependencies. A missing library is named by the headers. A product that is a program would be
  /// built by `swift build` in each package that uses this one, with the system libraries that it needs.
  @Test(arguments: [".package(", "pkgConfig", ".executable("]) func theManifestHasNo(_ text: String) throws {
    let code = try Repository.file("Package.swift").lines.filter { $0.firstMatch(of: #/^ *///#) == nil }
    #expect(!code.contains { $0.contains(text) })
  }

  /// `ForEach.swift` declares a type of that name, `Store+Scope.swift` extends `Store`, and `Cancellation.swift`
  /// contains the declarations for cancelling. So in a file with public declarations, the first letters of a word of
  /// the file's name must be in the name of something that the file declares or extends.
  @Test func filesAreNamedAfterWhatTheyHold() throws {
    let declaration =
      #/\b(?:struct|class|enum|actor|protocol|typealias|func|macro|var|public let|extension) +`?([\w.]+)/#
    for file in try Repository.files(in: "Sources") where file.text.contains("public ") {
      let names = file.text.matches(of: declaration).map { $0.1.lowercased() }
      let words = String(file.name.prefix { $0 != "+" && $0 != "." }).matches(of: #/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/#)
      #expect(
        words.contains { word in names.contains { $0.contains(word.output.lowercased().prefix(4)) } },
        "\(file.path) declares nothing of its name: a file is named after the type or operator that it holds."
      )
    }
  }

  /// Every public declaration has a comment.
  ///
  /// Members that protocols require, such as `==` or `description`, need one only where it says what their names do not:
  /// what is left out, or what an operation costs.
  @Test func publicDeclarationsAreDocumented() throws {
    let declaration =
      #/^ *(?:@[^ ]+ +)*(?:nonisolated +)?public +(?:\w+(?:\(set\))? +)*?(struct|class|enum|actor|protocol|typealias|func|init|subscript|var|let|macro)\b *(==|<|\w*)/#
    let requirement =
      #/\b(?:func (?:==|<) *\(|func (?:hash\(into|encode\(to|index\(after|index\(before|makeIterator\(|makeAsyncIterator\(|next\()|init\((?:from decoder|\w+Literal)\b|var (?:description|debugDescription|customMirror|customDumpMirror|customDumpValue|startIndex|endIndex)\b|typealias (?:Element|Failure|Index|Iterator|AsyncIterator)\b)/#
    for file in try Repository.files(in: "Sources") {
      let lines = file.lines
      for (index, line) in lines.enumerated() {
        guard let match = (line + " ").firstMatch(of: declaration), line.firstMatch(of: requirement) == nil else {
          continue
        }
        let name = match.2.isEmpty ? String(match.1) : String(match.2)
        #expect(
          Self.lineAboveAttributes(of: lines[..<index])?.firstMatch(of: #/^ *///|\*/ *$/#) != nil,
          "\(file.path):\(index + 1): \(name) is public and says nothing of what it does."
        )
      }
    }
  }

  /// The last line that is not part of an attribute.
  private static func lineAboveAttributes(of lines: ArraySlice<Substring>) -> Substring? {
    var lines = lines
    while let last = lines.last {
      if last.firstMatch(of: #/^ *@/#) != nil {
        lines.removeLast()
      } else if last.firstMatch(of: #/^ *\)$/#) != nil,
        let start = lines.lastIndex(where: { $0.firstMatch(of: #/^ *@\w+\($/#) != nil })
      {
        lines = lines[..<start]
      } else {
        return last
      }
    }
    return nil
  }

  /// No file mentions the machine or the circumstances in which it was written.
  @Test func nothingIsAboutThisMachine() throws {
    let files =
      try Repository.files(in: "", ["md", "swift", "json", "yml", "txt"]) + Repository.files(in: "scripts", [""])
      + Repository.files(in: ".github", ["md", "yml"])
      + [".ci/run", ".editorconfig", ".gitignore", ".spi.yml"].map(Repository.file)
    #expect(files.contains { $0.path == "scripts/setup" })
    // Not with `Regex`, which would need most of a minute for all files in a debug build.
    let mention = try NSRegularExpression(
      pattern: #"(?:^|[^\w.])/(?:work|root|tmp/\w+)/|\bissues? ?#?\d"#,
      options: [.anchorsMatchLines, .caseInsensitive]
    )
    for file in files {
      let all = NSRange(file.text.startIndex..., in: file.text)
      for match in mention.matches(in: file.text, range: all) {
        let start = try #require(Range(match.range, in: file.text)).lowerBound
        let number = file.text[..<start].count { $0 == "\n" } + 1
        Issue.record("\(file.path):\(number) mentions something that means nothing elsewhere.")
      }
    }
  }

  /// The articles that reports refer to exist.
  @Test(arguments: IssueArticle.allCases) func articlesOfIssuesAreThere(_ article: IssueArticle) throws {
    let file = try Repository.file("Sources/\(article.library)/Documentation.docc/Articles/\(article.name).md")
    #expect(file.text.hasPrefix("# \(article.rawValue)\n"), "\(article)")
  }

  /// Links of documents lead to existing files and headings. `scripts/docs` checks the links between pages of catalogs.
  @Test func linksLeadSomewhere() throws {
    #expect(try DocumentLinks(root: Repository.root).mistakes() == [])
  }
}
