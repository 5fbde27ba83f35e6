import Features
import StoreInspection
import Testing

@testable import DemoCLI

/// The effects that scripts do not wait for.
@Suite struct ObservingEffectsTests {
  @Test func whatTheySendAreActionsOfTheApp() throws {
    let paths = DemoCLI.commandLine.observingEffects.values.flatMap(\.self)
    #expect(paths.count == 6)
    for text in paths where !text.hasPrefix("modify ") {
      var scanner = SourceScanner(SourceText(name: "", text: text))
      let path = try scanner.path(.action)
      #expect(throws: Never.self, "\(text)") { try ActionDecoder<AppFeature.Action>().check(path) }
    }
  }
}
