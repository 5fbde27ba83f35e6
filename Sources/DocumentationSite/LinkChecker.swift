import Foundation

/// Finds broken links in a site, and articles that no page lists under its topics.
struct LinkChecker {
  let site: URL

  /// The files of all pages by their paths in links, such as `/documentation/store/effect`.
  func pages() throws -> [String: URL] {
    var pages: [String: URL] = [:]
    let data = site.appending(path: "data").standardizedFileURL
    guard let paths = FileManager.default.enumerator(atPath: data.path) else { return pages }
    for case let path as String in paths where path.hasSuffix(".json") {
      pages["/" + path.dropLast(5).lowercased()] = data.appending(path: path)
    }
    return pages
  }

  /// Returns a sentence for each mistake.
  func mistakes() throws -> [String] {
    let pages = try pages()
    var mistakes: [String] = []
    for (path, file) in pages.sorted(by: { $0.key < $1.key }) {
      guard let page = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] else {
        mistakes.append("\(path) is not a page.")
        continue
      }
      if (page["metadata"] as? [String: Any])?["title"] == nil { mistakes.append("\(path) has no title.") }
      // DocC generates this group for articles that the page does not list.
      for group in page["topicSections"] as? [[String: Any]] ?? []
      where group["generated"] as? Bool == true && group["title"] as? String == "Articles" {
        let names = (group["identifiers"] as? [String] ?? []).map { URL(filePath: $0).lastPathComponent }
        mistakes.append("\(path) has no group of topics with \(names.joined(separator: ", ")).")
      }
      let anchors = Self.values(of: "anchor", in: page)
      for reference in (page["references"] as? [String: [String: Any]] ?? [:]).values {
        for target in targets(of: reference) where !leads(target, pages: pages, anchors: anchors) {
          mistakes.append("\(path) links to \(target), which is not in the site.")
        }
      }
    }
    return mistakes.sorted()
  }

  /// The targets of a reference: a page, an address on the web, or the files of a picture.
  private func targets(of reference: [String: Any]) -> [String] {
    let variants = (reference["variants"] as? [[String: Any]] ?? []).compactMap { $0["url"] as? String }
    return switch reference["type"] as? String {
    case "image", "video", "download": variants + [reference["url"] as? String].compactMap(\.self)
    // Symbols of the standard library. DocC has checked the links of articles.
    case "unresolvable": []
    default: [reference["url"] as? String].compactMap(\.self)
    }
  }

  private func leads(_ target: String, pages: [String: URL], anchors: Set<String>) -> Bool {
    if target.hasPrefix("https://") || target.hasPrefix("http://") { return true }
    if target.hasPrefix("#") { return anchors.contains(String(target.dropFirst())) }
    let path = target.prefix { $0 != "#" }
    if pages[path.lowercased()] != nil { return true }
    // A chapter has no page. Its path is the path of its tutorial's first page, with a further component.
    if target.hasPrefix("/tutorials/"), let end = path.lastIndex(of: "/"), pages[path[..<end].lowercased()] != nil {
      return true
    }
    return path.hasPrefix("/") && FileManager.default.fileExists(atPath: site.path + path)
  }

  /// All strings under a key, at any depth.
  private static func values(of name: String, in value: Any) -> Set<String> {
    switch value {
    case let object as [String: Any]:
      object.reduce(into: Set([object[name] as? String].compactMap(\.self))) {
        $0.formUnion(values(of: name, in: $1.value))
      }
    case let list as [Any]: list.reduce(into: []) { $0.formUnion(values(of: name, in: $1)) }
    default: []
    }
  }
}
