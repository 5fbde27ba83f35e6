import StoreTesting
import Testing

@Suite struct ValidationRecipe {
  enum Answer: Equatable, Sendable {
    case free
    case taken
  }

  // #include DebounceValidation.md
}
