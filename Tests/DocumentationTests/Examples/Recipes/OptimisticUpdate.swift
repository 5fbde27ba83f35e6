import StoreTesting
import Testing

@Suite struct OptimisticRecipe {
  // #include OptimisticUpdate.md
}
