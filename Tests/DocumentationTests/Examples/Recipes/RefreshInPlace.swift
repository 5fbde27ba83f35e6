import StoreTesting
import Testing

@Suite struct RefreshRecipe {
  // #include RefreshInPlace.md
}
