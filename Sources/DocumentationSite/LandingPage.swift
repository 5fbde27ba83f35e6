import Foundation

/// The first page of a site: what the package is, and where to begin.
///
/// DocC only lists the names of the modules there.
struct LandingPage {
  let site: URL
  /// The names of the libraries in the order in which the page lists them.
  let libraries: [String]

  private static let summary = """
    Features as values, for Linux, servers and Apple's systems: a store runs them, tests prove each step, and \
    explorations try the orders of events that nobody thought of.
    """

  /// Links, with the rest of the sentence that begins with each link.
  private static let beginnings = [
    ("doc://Store/documentation/Store/GettingStarted", " makes a package with a tested feature in minutes."),
    ("doc://Store/tutorials/BuildingARepositorySearch", " is a tutorial for a larger one."),
    ("doc://Store/documentation/Store/MigratingFromTCA", " is for code that is written for TCA."),
  ]

  /// Products without pages of their own.
  private static let otherProducts = [
    ("ComposableArchitecture", " has the names of TCA's module, for code that is also built with TCA."),
    ("DependenciesTestSupport", " has traits of Swift Testing that override dependencies."),
  ]

  /// Completes the page that DocC has made, and gives each folder of tutorials a page.
  func write() throws {
    let file = site.appending(path: "data/documentation.json")
    var page = try Self.object(file)
    var references = page["references"] as? [String: Any] ?? [:]
    let known = try libraries.reduce(into: [String: Any]()) { known, library in
      let file = site.appending(path: "data/documentation/\(library.lowercased()).json")
      known.merge(try Self.object(file)["references"] as? [String: Any] ?? [:]) { first, _ in first }
    }
    let beginnings = Self.beginnings.filter { known[$0.0] != nil }
    for (identifier, _) in beginnings { references[identifier] = known[identifier] }
    page["references"] = references
    page["abstract"] = [Self.text(Self.summary)]
    page["primaryContentSections"] = [
      ["kind": "content", "content": Self.content(beginnings: beginnings)]
    ]
    page["topicSections"] = [
      [
        "title": "Libraries", "anchor": "Libraries",
        "identifiers": libraries.map { "doc://\($0)/documentation/\($0)" }.filter { references[$0] != nil },
      ]
    ]
    try JSONSerialization.data(withJSONObject: page).write(to: file)
    try nameThePackageInTitles()
    try writeFirstPagesOfTutorials()
  }

  /// Ends the titles of pages with the name of the package instead of "Documentation".
  ///
  /// DocC has a setting for this, but a page makes its title before it has read the settings.
  private func nameThePackageInTitles() throws {
    try Data(#"{"meta": {"title": "swift-store"}}"#.utf8).write(to: site.appending(path: "theme-settings.json"))
    let scripts = site.appending(path: "js")
    for name in try FileManager.default.contentsOfDirectory(atPath: scripts.path) where name.hasPrefix("index.") {
      let file = scripts.appending(path: name)
      let text = try String(contentsOf: file, encoding: .utf8)
      let named = text.replacing(#"["meta","title"],"Documentation""#, with: #"["meta","title"],"swift-store""#)
      if named != text { try Data(named.utf8).write(to: file) }
    }
  }

  private static func content(beginnings: [(identifier: String, text: String)]) -> [[String: Any]] {
    let links = beginnings.map { [["type": "reference", "identifier": $0.0, "isActive": true], text($0.1)] }
    let products = otherProducts.map { [["type": "codeVoice", "code": $0.0], text($0.1)] }
    return [heading("Begin here")] + links.map(paragraph) + [heading("Other products")] + products.map(paragraph)
  }

  private static func text(_ text: String) -> [String: Any] { ["type": "text", "text": text] }

  private static func paragraph(_ content: [[String: Any]]) -> [String: Any] {
    ["type": "paragraph", "inlineContent": content]
  }

  private static func heading(_ text: String) -> [String: Any] {
    ["type": "heading", "level": 2, "text": text, "anchor": text.replacing(" ", with: "-")]
  }

  /// People may shorten an address to a folder such as `tutorials/store`. It leads to the list of libraries.
  private func writeFirstPagesOfTutorials() throws {
    let tutorials = site.appending(path: "tutorials")
    guard FileManager.default.fileExists(atPath: tutorials.path) else { return }
    let names = try FileManager.default.contentsOfDirectory(atPath: tutorials.path).sorted()
    for (folder, path) in [(tutorials, "../")] + names.map({ (tutorials.appending(path: $0), "../../") }) {
      let file = folder.appending(path: "index.html")
      guard !FileManager.default.fileExists(atPath: file.path) else { continue }
      try Data(SiteBuilder.redirection(to: "\(path)documentation/").utf8).write(to: file)
    }
  }

  private static func object(_ file: URL) throws -> [String: Any] {
    guard let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] else {
      throw SiteFailure("\(file.path) is not a page.")
    }
    return object
  }
}
