import Dependencies
import Store
import StoreTesting
import Testing

/// The first pages of the libraries.
struct LandingPages {
  // #include Documentation.docc/Store.md: struct Playback

  @MainActor @Test func run() {
    // #include Documentation.docc/Store.md: let playback = Store(
    #expect(playback.isPlaying)
  }

  // #include StoreTesting.md

  @Test func depth() async throws {
    // #include Dependencies.md: @Dependency(HarborClient.
    try await withDependencies {
      $0.context = .mock
    } operation: {
      let depth = try await harborClient.depth("Dover")
      #expect(depth == 2.5)
    }
  }
}

// #include Dependencies.md: struct HarborClient

private func downloadDepth(at harbor: String) async throws -> Double {
  throw CancellationError()
}
