import StoreWeb

extension StoreCommandLine where Feature.State: Encodable, Feature.Action: Codable {
  /// Returns the functions that a page can use in a session with these options.
  func liveTools(_ options: SessionOptions) -> LiveTools<Feature.State> {
    var tools = LiveTools<Feature.State>()
    tools.state = { trace, step in
      if let file = options.trace {
        throw LiveRefusal(
          "\(file.printable) records this session, and has only states of its own. Begin one without `--trace`."
        )
      }
      do {
        return try state(of: trace, step: step)
      } catch {
        throw LiveRefusal(report(of: error).text)
      }
    }
    tools.test = { trace in
      let options = GenerateTestOptions(file: trace.name)
      do {
        return try await TestGenerator(program: self, options: options).test(of: trace, console: .silent)
      } catch let failure as TestGenerationFailure {
        throw LiveRefusal(failure.rendered(program: name, file: trace.name))
      } catch {
        throw LiveRefusal(report(of: error).text)
      }
    }
    return tools
  }
}
