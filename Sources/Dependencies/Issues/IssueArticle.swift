/// An article of the documentation that explains issues of a kind. Reports end with its title.
package enum IssueArticle: String, CaseIterable, Sendable, CustomStringConvertible {
  case composingFeatures = "Composing features"
  case dependencies = "Dependencies in depth"
  case effects = "Effects and cancellation"
  case navigation = "Navigation"
  case testing = "Testing"

  /// The library in whose documentation it is.
  package var library: String {
    switch self {
    case .composingFeatures, .effects, .navigation: "Store"
    case .dependencies: "Dependencies"
    case .testing: "StoreTesting"
    }
  }

  package var description: String {
    "See \"\(rawValue)\" in the documentation of \(library)."
  }
}
