import StoreTrace

// The traces, files and screens that pages send and receive, besides events and commands.
extension LiveInspector {
  /// The largest trace that a page can send, in bytes.
  static var traceLimit: Int { 64 << 20 }

  /// Continues from a trace, which is the body of the request.
  func goOn(from request: WebRequest, _ query: Query) -> WebResponse {
    guard access == .control else { return .uncontrolled }
    guard let control = store(query["store"])?.control else { return .refusal(404, "There is no such store.") }
    guard request.body.count <= Self.traceLimit else { return .refusal(413, "A trace can have 64 MB at most.") }
    let step = query["step"].map { Int($0) ?? -1 }
    if let step, step < 0 { return .refusal(400, "`step` has to be the number of a step.") }
    return .later {
      do throws(TraceError) {
        let trace = try TraceReader(name: query["name"] ?? "trace", request.body)
        return .outcome(await control.goOn(from: trace, step: step))
      } catch {
        return .refusal(409, LiveRefusal(error.rendered).message)
      }
    }
  }

  /// Returns the script or the test of a session, as a file.
  func file(_ name: String, _ query: Query) -> WebResponse {
    guard let control = store(query["store"])?.control else { return .refusal(404, "There is no such store.") }
    return .later {
      do throws(LiveRefusal) {
        let text = name == "session.script" ? try await control.script() : try await control.test()
        return .file(name, type: "text/plain; charset=utf-8", Array(text.utf8))
      } catch {
        return .refusal(409, error.message)
      }
    }
  }

  /// Returns the screen after a step.
  func screen(_ query: Query) -> WebResponse {
    guard let control = store(query["store"])?.control else { return .refusal(404, "There is no such store.") }
    let step = query["step"].map { Int($0) ?? -1 }
    return .later {
      do throws(LiveRefusal) {
        return .json(try await control.screen(after: step))
      } catch {
        return .refusal(409, error.message)
      }
    }
  }
}
