import Dependencies
import Foundation
import Store

extension StoreCommand where Feature.State: Sendable, Feature.Action: Codable & Sendable {
  /// The command `explore`: tries what a person can do on the feature's screen and what its clients can answer, in every
  /// order up to a number of steps, and prints the shortest way to a mistake.
  ///
  /// The person presses, types and scrolls what the program's ``StoreCommandLine/screen`` shows. Calls of
  /// ``StoreCommandLine/recordedEndpoints`` succeed, as mock values do, or fail, at any later time. A mistake is a
  /// broken rule of ``StoreCommandLine/explorationRules``, a reported issue, or a failed precondition.
  public static var explore: Self {
    Self("explore", summary: "try all that a person can do, and all answers, up to a number of steps") { program in
      """
      Tries everything that a person can do on the screen and every answer that clients can give, in every order, up to a
      number of steps. The first way to something that may not be - a rule of the program that is broken, an issue that is
      reported, an effect that does not come to rest - is the shortest one. It is printed, with what to type to see it again.

      Usage
        \(program.name) explore [PART] [OPTIONS]

      PART is the path of the actions that the person does, as in scripts: `search` for all below it. Without one it is
      everything that is on the screen.

      It runs on mock values and a virtual clock. At each point the person does one of these actions, or one of the calls
      that wait is answered - as its mock value does, or with an error - or the clock moves on to the next deadline. What a
      mock value remembers besides, as a server would, is not seen: points that differ in nothing else count as one.

      Options
      \(ExploreOptions.table(program.options).help(width: 100))

      Ctrl-C ends it, and prints what was covered so far.

      Examples
        \(program.name) explore --depth 2
        \(program.name) explore --depth 2 --graph states.html
        \(program.name) explore --depth 2 --trace story.jsonl

      \(ExitCode.help)
      """
    } body: { program, arguments, console in
      let options = try ExploreOptions(arguments, known: program.options)
      return try await FeatureExploration(program, options, arguments, console: console).run()
    }
  }
}
