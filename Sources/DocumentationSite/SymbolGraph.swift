import Foundation

/// A file that `swift symbolgraph-extract` made, with changes for readers.
struct SymbolGraph {
  private var graph: [String: Any]

  init(_ data: Data) throws {
    guard let graph = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw SiteFailure("A symbol graph is not a JSON object.")
    }
    self.graph = graph
  }

  func data() throws -> Data {
    try JSONSerialization.data(withJSONObject: graph, options: [.sortedKeys])
  }

  /// Renames modules to the libraries that people import: `StoreCore` becomes `Store`.
  mutating func nameModules(_ names: [String: String]) {
    if var module = graph["module"] as? [String: Any], let name = module["name"] as? String {
      module["name"] = names[name] ?? name
      graph["module"] = module
    }
    mapSymbols { symbol in
      guard var details = symbol["swiftExtension"] as? [String: Any], let name = details["extendedModule"] as? String
      else { return }
      details["extendedModule"] = names[name] ?? name
      symbol["swiftExtension"] = details
    }
  }

  /// Removes parameters such as `line`, which tell the place of a call, and which callers leave out.
  mutating func removeCallSites() {
    mapSymbols { symbol in
      guard let declaration = symbol["declarationFragments"] as? [[String: Any]] else { return }
      let labels = Self.callSiteLabels(in: declaration)
      guard !labels.isEmpty else { return }
      symbol["declarationFragments"] = Self.removing(labels, from: declaration)
      if var signature = symbol["functionSignature"] as? [String: Any] {
        signature["parameters"] = (signature["parameters"] as? [[String: Any]])?.filter {
          !labels.contains($0["name"] as? String ?? "")
        }
        symbol["functionSignature"] = signature
      }
      if var names = symbol["names"] as? [String: Any] {
        names["title"] = (names["title"] as? String).map { Self.removing(labels, from: $0) }
        names["subHeading"] = (names["subHeading"] as? [[String: Any]]).map { Self.removing(labels, from: $0) }
        symbol["names"] = names
      }
      if var path = symbol["pathComponents"] as? [String], let name = path.popLast() {
        symbol["pathComponents"] = path + [Self.removing(labels, from: name)]
      }
    }
  }

  /// Removes conformances that are implicit and that nearly every type has.
  mutating func removeImplicitConformances() {
    let implicit: Set = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"]
    graph["relationships"] = (graph["relationships"] as? [[String: Any]])?.filter {
      !implicit.contains($0["targetFallback"] as? String ?? "")
    }
  }

  /// Turns the members that the graph adds to types of another library or module into members of these types, so that
  /// they are listed with the types. If the type belongs to another library, a note says which import its members need.
  mutating func moveMembers(from library: String, to other: String) {
    let relationships = graph["relationships"] as? [[String: Any]] ?? []
    var types: [String: String] = [:]
    for relationship in relationships where relationship["kind"] as? String == "extensionTo" {
      guard let source = relationship["source"] as? String else { continue }
      types[source] = relationship["target"] as? String
    }
    graph["relationships"] = relationships.filter { $0["kind"] as? String != "extensionTo" }.map { relationship in
      var relationship = relationship
      relationship["target"] = (relationship["target"] as? String).map { types[$0] ?? $0 }
      return relationship
    }
    graph["module"] = (graph["module"] as? [String: Any])?.merging(["name": other]) { $1 }
    graph["symbols"] = (graph["symbols"] as? [[String: Any]])?.filter {
      ($0["kind"] as? [String: Any])?["identifier"] as? String != "swift.extension"
    }
    if library == other { return }
    mapSymbols { symbol in
      guard var comment = symbol["docComment"] as? [String: Any], var lines = comment["lines"] as? [[String: Any]]
      else {
        return
      }
      for index in lines.indices {
        lines[index]["text"] = (lines[index]["text"] as? String)?.replacing(#/``([^`/][^`]*)``/#) { link in
          link.1.hasPrefix("/") ? String(link.0) : "``/\(library)/\(link.1)``"
        }
      }
      lines += [["text": ""], ["text": "> Note: Available with `import \(library)`."]]
      comment["lines"] = lines
      symbol["docComment"] = comment
    }
  }

  private mutating func mapSymbols(_ change: (inout [String: Any]) -> Void) {
    guard var symbols = graph["symbols"] as? [[String: Any]] else { return }
    for index in symbols.indices { change(&symbols[index]) }
    graph["symbols"] = symbols
  }

  private static let callSites: Set = ["#fileID", "#filePath", "#file", "#line", "#column", "#function"]

  /// The labels of parameters whose default value is a place in the source.
  private static func callSiteLabels(in fragments: [[String: Any]]) -> Set<String> {
    var labels: Set<String> = []
    var label: String?
    for fragment in fragments {
      guard let spelling = fragment["spelling"] as? String else { continue }
      if fragment["kind"] as? String == "externalParam" { label = spelling }
      // `#function` can also be a default value that is not a place, as in `name: String = #function`.
      if callSites.contains(spelling), let label, spelling != "#function" || label == "function" {
        labels.insert(label)
      }
    }
    return labels
  }

  /// `name(_:line:)` without `line:`.
  private static func removing(_ labels: Set<String>, from name: String) -> String {
    labels.reduce(name) { $0.replacing("(\($1):", with: "(").replacing(":\($1):", with: ":") }
  }

  /// A declaration without some of its parameters. Each parameter begins with its label. The last one ends with the
  /// closing parenthesis of the list.
  private static func removing(_ labels: Set<String>, from fragments: [[String: Any]]) -> [[String: Any]] {
    var kept: [[String: Any]] = []
    var isRemoving = false
    for fragment in fragments {
      let spelling = fragment["spelling"] as? String ?? ""
      if fragment["kind"] as? String == "externalParam" {
        isRemoving = labels.contains(spelling)
      } else if isRemoving, let end = spelling.firstIndex(of: ")") {
        isRemoving = false
        // The fragment before the first removed parameter ends with a comma.
        if var last = kept.popLast() {
          let text = last["spelling"] as? String ?? ""
          last["spelling"] = text.hasSuffix(", ") ? String(text.dropLast(2)) : text
          if text != ", " { kept.append(last) }
        }
        kept.append(["kind": "text", "spelling": String(spelling[end...])])
        continue
      }
      if !isRemoving { kept.append(fragment) }
    }
    return kept
  }
}
