import Testing

@testable import Dependencies

struct IssueArticleTests {
  private static let sentence = #"See "State in effects" in the documentation of Store."#

  @Test func withoutASiteTheArticleIsNamed() {
    #expect(IssueArticle.stateInEffects.description(site: nil) == Self.sentence)
  }

  @Test func withASiteTheAddressOfThePageIsTheLastLine() {
    #expect(
      IssueArticle.stateInEffects.description(site: "https://example.com/swift-store/") == """
        \(Self.sentence)
        https://example.com/swift-store/documentation/store/stateineffects
        """
    )
  }

  @Test func theAddressOfTheSiteEndsWithASlash() {
    #expect(IssueArticle.site?.hasSuffix("/") != false)
  }
}
