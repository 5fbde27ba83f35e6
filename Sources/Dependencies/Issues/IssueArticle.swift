/// An article of the documentation that explains issues of a kind. Reports end with its title.
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

  package var description: String {
    "See \"\(rawValue)\" in the documentation of \(library)."
  }
}
