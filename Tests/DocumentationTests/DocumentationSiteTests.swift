#if os(Linux) || os(macOS)
  import Foundation
  import LoopbackServer
  import TestSupport
  import Testing

  @testable import DocumentationSite

  /// The part of `scripts/docs` that runs after the libraries were built.
  @Suite(.ownThreads) struct DocumentationSiteTests {
    private let folder = TemporaryFolder()
    private static let isAvailable = (try? Shell.run("command -v docc", in: Repository.root)) != nil

    /// The pages of two libraries without symbols, with links to each other.
    private static let pages = [
      "README.md": "# A package\n\n[A heading](#a-package) [One](Sources/One/Documentation.docc/One.md)\n",
      "Sources/One/Documentation.docc/One.md": """
      # One

      The first library.

      @Metadata {
        @TechnologyRoot
      }

      ## Topics

      - <doc:Article>
      """,
      "Sources/One/Documentation.docc/Article.md": """
      # An article

      It has links.

      See <doc:/Two/Other>, [to a heading](#Heading), [to the web](https://example.com).

      ## Heading

      Text.
      """,
      "Sources/Two/Documentation.docc/Two.md": """
      # Two

      The second library.

      @Metadata {
        @TechnologyRoot
      }

      ## Topics

      - <doc:Other>
      """,
      "Sources/Two/Documentation.docc/Other.md": "# Another article\n\nSee <doc:/One/Article>.\n",
    ]

    /// Makes the site of these pages, some of them replaced. Returns the number of pages.
    private func build(
      _ replaced: [String: String] = [:],
      in folder: URL,
      basePath: String = ""
    ) throws -> Int {
      for (path, text) in Self.pages.merging(replaced, uniquingKeysWith: { $1 }) {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      let builder = SiteBuilder(
        root: folder,
        modules: folder,
        site: folder.appending(path: "site"),
        basePath: basePath,
        libraries: ["One", "Two"].map { .init(name: $0, modules: []) }
      )
      return try builder.build { _ in }
    }

    @Test(.enabled(if: isAvailable, "There is no docc.")) func pagesLinkToOtherLibraries() throws {
      let count = try build(in: folder.url, basePath: "/of/mine")
      #expect(count == 5)
      let page = try folder.text("site/data/documentation/one/article.json")
      #expect(page.contains(#""title":"Another article""#))
      let first = try folder.text("site/data/documentation.json")
      #expect(first.contains(#""abstract":[{"#))
      #expect(first.contains(#""title":"Libraries""#))
      #expect(try folder.text("site/theme-settings.json").contains("swift-store"))
      let html = try folder.text("site/documentation/two/other/index.html")
      #expect(html.contains(#"src="/of/mine/js/"#))
    }

    @Test(.enabled(if: isAvailable, "There is no docc.")) func mistakesInPagesAreNamed() throws {
      let mistakes = [
        ("See <doc:Missing>.", "Sources/One/Documentation.docc/Article.md:5:10: 'Missing' doesn't exist at"),
        (
          "See <doc:/Two/Missing>.", "Sources/One/Documentation.docc/Article.md:5:15: 'Missing' doesn't exist at '/Two'"
        ),
        ("See ``Missing``.", "Sources/One/Documentation.docc/Article.md:5:7: 'Missing' doesn't exist at"),
        ("See [it](#Missing).", "/documentation/one/article links to #Missing, which is not in the site."),
        ("@Missing", "Sources/One/Documentation.docc/Article.md:5:1: Unknown directive 'Missing'"),
        (
          "See [it](../../../LICENSE).",
          "/documentation/one/article links to ../../../LICENSE, which is not in the site."
        ),
      ]
      _ = try build(in: folder.url)
      for (text, message) in mistakes {
        let failure = #expect(throws: SiteFailure.self, "\(text)") {
          try build(["Sources/One/Documentation.docc/Article.md": "# An article\n\nText.\n\n\(text)\n"], in: folder.url)
        }
        #expect(failure?.description.contains(message) == true, "\(text): \(failure?.description ?? "")")
        #expect(failure?.description.hasSuffix(": there is no new site.") == true, "\(text)")
        // The previous site is kept.
        #expect(FileManager.default.fileExists(atPath: folder.path("site/index.html")), "\(text)")
      }
    }

    @Test(.enabled(if: isAvailable, "There is no docc.")) func articlesHaveToBeListed() throws {
      let page = """
        # One

        The first library.

        @Metadata {
          @TechnologyRoot
        }
        """
      let failure = #expect(throws: SiteFailure.self) {
        try build(["Sources/One/Documentation.docc/One.md": page], in: folder.url)
      }
      #expect(failure?.description.hasPrefix("/documentation/one has no group of topics with Article.") == true)
    }

    @Test func brokenLinksOfDocumentsAreNamed() throws {
      try Data("# Title: it's `so`\n\n[a](#title-its-so) [b](#other) [c](missing.md) `[d](#not-a-link)`".utf8)
        .write(to: folder.url.appending(path: "README.md"))
      #expect(
        try DocumentLinks(root: folder.url).mistakes() == [
          "README.md links to #other, and there is no such heading.",
          "README.md links to missing.md, which is not there.",
        ]
      )
    }

    @Test func parametersThatNobodyGivesAreLeftOut() throws {
      let json = """
        {"module": {"name": "Inner"}, "symbols": [{
          "names": {"title": "run(_:name:line:)"},
          "pathComponents": ["Effect", "run(_:name:line:)"],
          "swiftExtension": {"extendedModule": "Inner"},
          "functionSignature": {"parameters": [{"name": "_"}, {"name": "name"}, {"name": "line"}]},
          "declarationFragments": [
            {"kind": "text", "spelling": "func run("},
            {"kind": "externalParam", "spelling": "_"}, {"kind": "text", "spelling": ": Int, "},
            {"kind": "externalParam", "spelling": "name"}, {"kind": "text", "spelling": ": String = "},
            {"kind": "keyword", "spelling": "#function"}, {"kind": "text", "spelling": ", "},
            {"kind": "externalParam", "spelling": "line"}, {"kind": "text", "spelling": ": UInt = "},
            {"kind": "keyword", "spelling": "#line"}, {"kind": "text", "spelling": ") -> Int"}
          ]
        }]}
        """
      var graph = try SymbolGraph(Data(json.utf8))
      graph.nameModules(["Inner": "Outer"])
      graph.removeCallSites()
      let text = String(decoding: try graph.data(), as: UTF8.self)
      #expect(text.contains(#""title":"run(_:name:)""#))
      #expect(text.contains(#""pathComponents":["Effect","run(_:name:)"]"#))
      #expect(text.contains(#""functionSignature":{"parameters":[{"name":"_"},{"name":"name"}]}"#))
      #expect(text.contains(##""spelling":"#function"},{"kind":"text","spelling":") -> Int"}]"##))
      #expect(!text.contains("Inner"))
    }

    @Test func whatALibraryAddsToAnotherStandsThere() throws {
      let json = """
        {"module": {"name": "Store"}, "symbols": [
          {"kind": {"identifier": "swift.extension"}, "identifier": {"precise": "e:x"}},
          {"kind": {"identifier": "swift.property"}, "identifier": {"precise": "x"},
           "docComment": {"lines": [{"text": "See ``Effect/none`` and ``/Dependencies/Dependency``."}]}}
        ], "relationships": [
          {"kind": "extensionTo", "source": "e:x", "target": "DependencyValues"},
          {"kind": "memberOf", "source": "x", "target": "e:x"}
        ]}
        """
      var graph = try SymbolGraph(Data(json.utf8))
      graph.moveMembers(from: "Store", to: "Dependencies")
      let text = String(decoding: try graph.data(), as: UTF8.self).replacing("\\/", with: "/")
      #expect(text.contains(#""module":{"name":"Dependencies"}"#))
      #expect(text.contains(#""relationships":[{"kind":"memberOf","source":"x","target":"DependencyValues"}]"#))
      #expect(text.contains("See ``/Store/Effect/none`` and ``/Dependencies/Dependency``."))
      #expect(text.contains("> Note: It is there with `import Store`."))
      #expect(!text.contains("swift.extension"))
    }

    @Test func whatAModuleAddsToAnotherOfItsLibraryIsAMemberThere() throws {
      let json = """
        {"module": {"name": "Store"}, "symbols": [
          {"kind": {"identifier": "swift.extension"}, "identifier": {"precise": "e:x"}},
          {"kind": {"identifier": "swift.property"}, "identifier": {"precise": "x"},
           "docComment": {"lines": [{"text": "See ``Effect/none``."}]}}
        ], "relationships": [
          {"kind": "extensionTo", "source": "e:x", "target": "Effect"},
          {"kind": "memberOf", "source": "x", "target": "e:x"}
        ]}
        """
      var graph = try SymbolGraph(Data(json.utf8))
      graph.moveMembers(from: "Store", to: "Store")
      let text = String(decoding: try graph.data(), as: UTF8.self).replacing("\\/", with: "/")
      #expect(text.contains(#""relationships":[{"kind":"memberOf","source":"x","target":"Effect"}]"#))
      #expect(text.contains("See ``Effect/none``."))
      #expect(!text.contains("> Note:"))
      #expect(!text.contains("swift.extension"))
    }

    @Test func theSiteIsServed() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder.appending(path: "a"), withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      #expect(throws: SiteFailure.self) { try SiteServer(site: folder, basePath: "", port: 0) }
      try Data("first".utf8).write(to: folder.appending(path: "index.html"))
      try Data("second".utf8).write(to: folder.appending(path: "a/index.html"))
      func answer(_ path: String) -> Int? { SiteServer.answer(to: path, site: folder, basePath: "/of/mine").status }
      #expect(answer("/of/mine/") == 200)
      #expect(answer("/of/mine/a") == 200)
      #expect(answer("/of/mine/a/index.html") == 200)
      #expect(answer("/a") == 404)
      #expect(answer("/of/mine/../index.html") == 404)
      #expect(answer("/of/mine/%2e%2e/index.html") == 404)
      let server = try SiteServer(site: folder, basePath: "/of/mine", port: 0)
      #expect(server.url.hasSuffix("/of/mine/documentation/"))
    }

    @Test(
      arguments: [
        (["--port"], #"There is no option "--port"."#), (["--serve", "x"], #""x" is no port."#),
        (["--base-path", "x"], "--base-path begins with a slash"), (["--output"], "--output has no value."),
      ]
    )
    func wrongArgumentsAreRefused(_ arguments: [String], message: String) {
      let mistake = #expect(throws: Options.Mistake.self) { try Options(arguments) }
      #expect(mistake?.description.hasPrefix(message) == true)
    }
  }
#endif
