/// An article of the documentation that explains issues of a kind. Reports end with its title, and with the address of
/// its page if there is a site.
package enum IssueArticle: String, CaseIterable, Sendable, CustomStringConvertible {
  case bindings = "Bindings and forms"
  case composingFeatures = "Composing features"
  case dependencies = "Dependencies in depth"
  case effects = "Effects and cancellation"
  case exploring = "Exploring states"
  case generatedTests = "Generated tests"
  case howItWorks = "How it works"
  case inspecting = "Inspecting"
  case navigation = "Navigation"
  case sharedState = "Shared state"
  case stateInEffects = "State in effects"
  case stores = "Stores on actors and servers"
  case testing = "Testing"

  /// The library whose documentation contains the article.
  package var library: String {
    switch self {
    case .bindings, .composingFeatures, .effects, .howItWorks, .navigation, .sharedState, .stateInEffects, .stores:
      "Store"
    case .dependencies: "Dependencies"
    case .exploring, .testing: "StoreTesting"
    case .generatedTests, .inspecting: "StoreInspection"
    }
  }

  /// The name of the article's file. In lowercase, it is that of its page.
  package var name: String {
    rawValue.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The address of the site that `scripts/docs` makes, with a slash at the end. There is no such address yet.
  package static let site: String? = nil

  package var description: String { description(site: Self.site) }

  /// The sentence that names the article, and below it the address of its page, which terminals can open.
  package func description(site: String?) -> String {
    let sentence = "See \"\(rawValue)\" in the documentation of \(library)."
    guard let site else { return sentence }
    return "\(sentence)\n\(site)documentation/\(library.lowercased())/\(name.lowercased())"
  }
}
