#if os(Linux) || os(macOS)
  import Foundation
  import StoreWeb
  import TestSupport
  import Testing

  @testable import DocumentationSite

  /// The part of `scripts/docs` that runs after the libraries were built. What it makes of symbols, the links of the
  /// real pages need.
  @Suite(.ownThreads) struct DocumentationSiteTests {
    private let folder = TemporaryFolder()
    private static let isAvailable = (try? Shell.run("command -v docc", in: Repository.root)) != nil

    /// The first page of a library with one article.
    private static func library(_ name: String, of article: String) -> String {
      "# \(name)\n\nA library.\n\n@Metadata {\n  @TechnologyRoot\n}\n\n## Topics\n\n- <doc:\(article)>\n"
    }

    private static let article = "Sources/One/Documentation.docc/Article.md"
    /// The pages of two libraries without symbols, with links to each other.
    private static let pages = [
      "README.md": "# A package\n\n[A heading](#a-package) [One](Sources/One/Documentation.docc/One.md)\n",
      "Sources/One/Documentation.docc/One.md": library("One", of: "Article"),
      article: """
      # An article

      It has links.

      See <doc:/Two/Other>, [to a heading](#Heading), [to the web](https://example.com).

      ## Heading

      Text.
      """,
      "Sources/Two/Documentation.docc/Two.md": library("Two", of: "Other"),
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
        ("See <doc:Missing>.", "\(Self.article):5:10: 'Missing' doesn't exist at"),
        ("See <doc:/Two/Missing>.", "\(Self.article):5:15: 'Missing' doesn't exist at '/Two'"),
        ("See ``Missing``.", "\(Self.article):5:7: 'Missing' doesn't exist at"),
        ("See [it](#Missing).", "/documentation/one/article links to #Missing, which is not in the site."),
        ("@Missing", "\(Self.article):5:1: Unknown directive 'Missing'"),
        (
          "See [it](../../../LICENSE).",
          "/documentation/one/article links to ../../../LICENSE, which is not in the site."
        ),
      ].map { ([Self.article: "# An article\n\nText.\n\n\($0)\n"], $1) }
      let topics = "\n## Topics\n\n- <doc:Article>\n"
      let unlisted = [
        "Sources/One/Documentation.docc/One.md": Self.library("One", of: "Article").replacing(topics, with: "")
      ]
      _ = try build(in: folder.url)
      for (pages, message) in mistakes + [(unlisted, "/documentation/one has no group of topics with Article.")] {
        let failure = #expect(throws: SiteFailure.self, "\(message)") { try build(pages, in: folder.url) }
        #expect(failure?.description.contains(message) == true, "\(failure?.description ?? "")")
        #expect(failure?.description.hasSuffix(": there is no new site.") == true, "\(message)")
        // The previous site is kept.
        #expect(FileManager.default.fileExists(atPath: folder.path("site/index.html")), "\(message)")
      }
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

    @Test func theSiteIsServed() async throws {
      let folder = folder.url
      try FileManager.default.createDirectory(at: folder.appending(path: "a"), withIntermediateDirectories: true)
      #expect(throws: SiteFailure.self) { try SiteServer(site: folder, basePath: "", port: 0) }
      for path in ["index.html", "a/index.html"] { try Data("text".utf8).write(to: folder.appending(path: path)) }
      func answer(_ path: String) -> Int? { SiteServer.answer(to: path, site: folder, basePath: "/of/mine").status }
      for path in ["/of/mine/", "/of/mine/a", "/of/mine/a/index.html"] { #expect(answer(path) == 200) }
      for path in ["/a", "/of/mine/../index.html", "/of/mine/%2e%2e/index.html"] { #expect(answer(path) == 404) }
      let server = try SiteServer(site: folder, basePath: "/of/mine", port: 0)
      #expect(server.url.hasSuffix("/of/mine/documentation/"))
      let port = try #require(URL(string: server.url)?.port)
      let client = try RawClient(port: UInt16(port))
      client.send("GET /of/mine/a HTTP/1.0\r\n\r\n")
      let text = client.readToEnd().text
      #expect(text.contains("\r\nContent-Type: text/html; charset=utf-8\r\n") && text.hasSuffix("\r\n\r\ntext"))
    }

    @Test(
      arguments: [
        (["--port"], #"There is no option "--port"."#), (["--serve", "x"], #""x" is not a port."#),
        (["--base-path", "x"], "--base-path begins with a slash"), (["--output"], "--output has no value."),
      ]
    )
    func wrongArgumentsAreRefused(_ arguments: [String], message: String) {
      let mistake = #expect(throws: Options.Mistake.self) { try Options(arguments) }
      #expect(mistake?.description.hasPrefix(message) == true)
    }
  }
#endif
