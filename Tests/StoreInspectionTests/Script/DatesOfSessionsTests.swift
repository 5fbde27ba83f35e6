import Foundation
import Store
import TestSupport
import Testing

@testable import StoreInspection
@testable import StoreScript

@Reducer
private struct Diary {
  struct State: Codable { var date = Date(timeIntervalSince1970: 0) }
  enum Action: Codable { case picked(Date) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .picked(let date) = action { state.date = date }
    return .none
  }
}

/// Dates without a time zone are those of the session.
@Suite struct DatesOfSessionsTests {
  private func play(_ script: String, zone: String?, _ options: String...) async throws -> Run {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try folder.write(script, to: "a.script")
    var program = StoreCommandLine(of: Diary(), Diary.State(), commands: [.run])
    if let zone { program.dependencies = { $0.timeZone = TimeZone(identifier: zone) ?? .gmt } }
    return await program.play(["run", folder.path("a.script")] + options)
  }

  @Test(arguments: [
    ("2026-01-31 12:00", "Europe/Berlin", "2026-01-31T11:00:00Z"),
    ("2026-07-31 12:00", "Europe/Berlin", "2026-07-31T10:00:00Z"),
    ("2027-10-31", "America/Los_Angeles", "2027-10-31T07:00:00Z"),
    // The hour that is there twice, and the one that is not there.
    ("2026-10-25 03:00", "Europe/Berlin", "2026-10-25T02:00:00Z"),
    ("2026-03-29 03:00", "Europe/Berlin", "2026-03-29T01:00:00Z"),
    // A time zone that is written stays.
    ("2026-07-31T12:00Z", "Europe/Berlin", "2026-07-31T12:00:00Z"),
    ("2026-07-31T12:00+09:00", "Europe/Berlin", "2026-07-31T03:00:00Z"),
  ])
  func aDateIsThatOfItsTimeZone(_ written: String, _ zone: String, _ date: String) async throws {
    let script = "send picked \(written)\nexpect date == \(date)\nexpect date <= \(written)\n"
    for options in [[], ["--live"]] {
      let run = try await options.isEmpty ? play(script, zone: zone) : play(script, zone: zone, "--live")
      run.expect(errors: "")
      #expect(run.output.contains("        dates without a time zone are those of \(zone)\n"))
    }
  }

  @Test func aScriptThatIsLiveHasTheTimeZoneOfLiveValues() async throws {
    let script = "context live\nsend picked 2026-01-31\nexpect date == 2026-01-30T15:00:00Z\n"
    try await play(script, zone: "Asia/Tokyo").expect(errors: "")
  }

  @Test func mockValuesAreInGreenwich() async throws {
    let run = try await play("send picked 2026-01-31\nexpect date == 2026-01-31T00:00:00Z\n", zone: nil)
    run.expect(errors: "")
    #expect(!run.output.contains("without a time zone"))
  }
}
