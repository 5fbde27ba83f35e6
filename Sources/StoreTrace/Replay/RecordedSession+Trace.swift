import Foundation
public import Store

extension RecordedSession where Feature.State: Encodable, Feature.Action: Codable {
  /// Reads a trace.
  ///
  /// - Parameters:
  ///   - file: The trace. A relative path begins at the folder of the source file that calls this.
  ///   - feature: The feature that the test is about.
  ///   - path: The property of the recorded state that has the feature's state, as in `list.editor`, if the recording
  ///     is of a feature that contains this one.
  ///   - action: The case of the recorded action that has the feature's action, if its name differs from `path`.
  ///   - lastStep: The number of the last step that the test repeats.
  ///   - initialState: The state with which the session began.
  /// - Throws: An error that says what is wrong with the file.
  public convenience init(
    _ file: String,
    of feature: Feature,
    at path: String = "",
    action: String? = nil,
    through lastStep: Int = .max,
    from initialState: @autoclosure @escaping () -> Feature.State,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let events = try Self.read(file, at: path, action: action, through: lastStep, location)
    self.init(events, of: feature, from: initialState, at: location)
  }

  static func read(
    _ file: String,
    at path: String,
    action: String?,
    through lastStep: Int,
    _ location: IssueLocation
  ) throws -> RecordedEvents {
    let folder = URL(filePath: "\(location.filePath)").deletingLastPathComponent()
    do {
      let reader = try TraceReader(URL(filePath: file, relativeTo: folder).path)
      return try RecordedEvents(reader, path: FeaturePath(properties: path, cases: action ?? path), through: lastStep)
    } catch let error as TraceError {
      throw UnreadableTrace(description: error.rendered)
    } catch let error as UnsuitableTrace {
      throw UnreadableTrace(description: error.message)
    }
  }
}

extension RecordedSession where Feature.State: Codable, Feature.Action: Codable {
  /// Reads a trace, whose session began with the state that is recorded.
  public convenience init(
    _ file: String,
    of feature: Feature,
    at path: String = "",
    action: String? = nil,
    through lastStep: Int = .max,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let events = try Self.read(file, at: path, action: action, through: lastStep, location)
    let node = JSONNode(events.initialState, at: 0..<0)
    do throws(DecodingProblem) {
      let state = try NodeDecoder.decode(Feature.State.self, from: .json(node))
      self.init(events, of: feature, from: { state }, at: location)
    } catch {
      throw UnreadableTrace(description: "the initial state can't be decoded: \(error.diagnostic.message)")
    }
  }
}

/// A trace that can't be read.
struct UnreadableTrace: Error, CustomStringConvertible {
  let description: String
}
