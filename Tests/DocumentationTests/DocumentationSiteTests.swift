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
  private func build(_ replaced: [String: String] = [:], basePath: String = "") throws -> Int {
    for (path, text) in Self.pages.merging(replaced, uniquingKeysWith: { $1 }) { try folder.write(text, to: path) }
    let builder = SiteBuilder(
      root: folder.url,
      modules: folder.url,
      site: folder.url.appending(path: "site"),
      basePath: basePath,
      libraries: ["One", "Two"].map { .init(name: $0, modules: []) }
    )
    return try builder.build { _ in }
  }

  @Test(.enabled(if: isAvailable, "There is no docc.")) func pagesLinkToOtherLibraries() throws {
    #expect(try build(basePath: "/of/mine") == 5)
    for (file, text) in [
      ("data/documentation/one/article.json", #""title":"Another article""#),
      ("data/documentation.json", #""abstract":[{"#), ("data/documentation.json", #""title":"Libraries""#),
      ("theme-settings.json", "swift-store"), ("documentation/two/other/index.html", #"src="/of/mine/js/"#),
    ] {
      #expect(try folder.text("site/\(file)").contains(text))
    }
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
    _ = try build()
    for (pages, message) in mistakes + [(unlisted, "/documentation/one has no group of topics with Article.")] {
      let failure = #expect(throws: SiteFailure.self, "\(message)") { try build(pages) }
      #expect(failure?.description.contains(message) == true, "\(failure?.description ?? "")")
      #expect(failure?.description.hasSuffix(": there is no new site.") == true, "\(message)")
      // The previous site is kept.
      #expect(FileManager.default.fileExists(atPath: folder.path("site/index.html")), "\(message)")
    }
  }

  @Test func brokenLinksOfDocumentsAreNamed() throws {
    let text = "# Title: it's `so`\n\n[a](#title-its-so) [b](#other) [c](missing.md) `[d](#not-a-link)`"
    try folder.write(text, to: "README.md")
    #expect(
      try DocumentLinks(root: folder.url).mistakes() == [
        "README.md links to #other, and there is no such heading.",
        "README.md links to missing.md, which is not there.",
      ]
    )
  }

  @Test func theSiteIsServed() async throws {
    let site = folder.url
    #expect(throws: SiteFailure.self) { try SiteServer(site: site, basePath: "", port: 0) }
    for path in ["index.html", "a/index.html"] { try folder.write("text", to: path) }
    func answer(_ path: String) -> Int? { SiteServer.answer(to: path, site: site, basePath: "/of/mine").status }
    for path in ["/of/mine/", "/of/mine/a", "/of/mine/a/index.html"] { #expect(answer(path) == 200) }
    for path in ["/a", "/of/mine/../index.html", "/of/mine/%2e%2e/index.html"] { #expect(answer(path) == 404) }
    let server = try SiteServer(site: site, basePath: "/of/mine", port: 0)
    #expect(server.url.hasSuffix("/of/mine/documentation/"))
    let client = try RawClient(port: UInt16(try #require(URL(string: server.url)?.port)))
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
