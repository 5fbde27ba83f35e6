import Dependencies
import Features
import Foundation
import Store
import Testing

/// Sends a feature answers with faults: none crashes it, and its errors name the place of the fault.
///
/// An actor, because the stores of a test need one.
actor MutationTrial<Feature: Reducer> where Feature.State: Sendable, Feature.Action: Sendable {
  /// Has a feature make requests that get mutated bodies, and reports the mutations with a wrong outcome.
  ///
  /// - Parameters:
  ///   - isDone: Returns whether a state is that of a success.
  ///   - omitted: Returns how many rows were left out because they can't be read.
  ///   - harmless: The fields whose faults are no errors; `nil` if some parts are not decoded at all.
  ///   - mayFail: Whether some faults are errors, and others are not.
  ///   - respond: Makes the response to a request from a mutated body.
  func check(
    _ body: String,
    seed: UInt64,
    _ feature: @Sendable () -> Feature,
    state: Feature.State,
    action: Feature.Action,
    error: (Feature.State) -> APIError?,
    isDone: (Feature.State) -> Bool,
    omitted: (Feature.State) -> Int = { _ in 0 },
    harmless: [String]? = nil,
    mayFail: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation,
    respond: @escaping @Sendable (HTTPRequest, Data) -> HTTPResponse = { HTTPResponse(body: $1) }
  ) async {
    let count = JSONMutations.count
    var problems: [String] = []
    var successes = 0
    for mutation in JSONMutations(of: body, count: count, seed: seed) {
      let store = Store(initialState: state) {
        feature()
      } withDependencies: {
        $0.recipeClient = .liveValue
        $0.hashtagClient = .liveValue
        $0.githubClient = .liveValue
        $0.qiitaClient = .liveValue
        $0.catalogClient = .liveValue
        $0.locale = Texts.english.locale
        $0.processEnvironment = ["GITHUB_TOKEN": "token"]
        $0.continuousClock = ImmediateClock()
        $0.httpTransport.send = { respond($0, mutation.body) }
      }
      await store.send(action).finish()
      let end = store.withState { $0 }
      let isHarmless = mutation.concernsOnly(harmless ?? [])
      if let error = error(end) {
        if !mutation.isExplained(by: error) || isHarmless { problems.append("\(error.message) - \(mutation)") }
      } else {
        successes += 1
        // If several bytes of a text have changed, it may be wrong only in a part that is not decoded.
        let mayHaveNoEffect = harmless == nil || mutation.isJSON || mutation.path == nil || isHarmless
        if !isDone(end) || !mayHaveNoEffect && omitted(end) == 0 { problems.append("no error - \(mutation)") }
        // A row is there although what is optional in it can't be read.
        if isHarmless, omitted(end) > 0 { problems.append("a row is missing - \(mutation)") }
      }
    }
    let start = problems.prefix(5).joined(separator: "\n")
    #expect(problems.isEmpty, "\(problems.count): \(start)", sourceLocation: sourceLocation)
    let expected = mayFail ? count / 10...count * 9 / 10 : count...count
    let share = "\(successes) of \(count) changes do no harm."
    #expect(expected.contains(successes), "\(share)", sourceLocation: sourceLocation)
  }
}
