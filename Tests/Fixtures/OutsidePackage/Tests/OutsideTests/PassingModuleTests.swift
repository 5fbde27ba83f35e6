import CasePaths
import Clocks
import ConcurrencyExtras
import CustomDump
import IdentifiedCollections
import IssueReporting
import Perception
import Sharing
import Testing
import XCTestDynamicOverlay

/// The modules that sources for the Composable Architecture import.
@Suite struct PassingModuleTests {
  @CasePathable enum Action: Equatable { case tapped(Int) }

  struct Row: Equatable, Identifiable { let id: Int }

  @Test func namesOfTheModules() async throws {
    #expect(Action.tapped(1)[case: \.tapped] == 1)
    try await ImmediateClock().sleep(for: .seconds(1))
    #expect(LockIsolated(1).value == 1)
    expectNoDifference(String(customDumping: 1), "1")
    #expect(IdentifiedArray(uniqueElements: [Row(id: 1)])[id: 1] == Row(id: 1))
    withExpectedIssue { reportIssue("This is expected.") }
    withExpectedIssue { XCTFail("This is expected.") }
    withPerceptionTracking {
    } onChange: {
    }
    @Shared(.inMemory("modules")) var count = 1
    #expect(count == 1)
  }
}
