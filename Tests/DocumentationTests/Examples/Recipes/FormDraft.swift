import Foundation
import StoreTesting
import Testing

// #include FormDraft.md: struct Letter: Codable, Equatable, Sendable {

@Suite struct DraftRecipe {
  @DependencyClient
  struct MailClient: TestDependencyKey {
    var send: @Sendable (_ letter: Letter) async throws -> Void

    static let testValue = MailClient()
  }

  // #include FormDraft.md: struct LetterForm

  // #include FormDraft.md: func theDraftIsThereAgainUntilItIsSent
}
