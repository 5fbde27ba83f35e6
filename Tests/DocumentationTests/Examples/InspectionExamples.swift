import Dependencies
import Features
import Foundation
import Store
import StoreInspection
import StoreTesting
import TestSupport
import Testing

@Reducer
struct Count {
  @ObservableState
  struct State: Equatable, Codable {
    var count = 0
    var isLoading = false
  }

  enum Action: Equatable, Codable {
    case incrementButtonTapped
    case refreshPulled
    case closeButtonTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if action == .incrementButtonTapped { state.count += 1 }
    return .none
  }
}

enum CountScreens {
  // #include Screen.swift
}

// #include ObservedState.swift

@Reducer
struct Profile {
  @ObservableState
  struct State: Equatable {
    var name = ""
    var isPublic = false
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}

private func profileScreen(_ state: ObservedState<Profile.State>, _ context: ScreenContext) -> Screen<Profile.Action> {
  var screen = Screen<Profile.Action>("Profile", width: context.width)
  // #include Screen+Bindings.swift
  return screen
}

private func commands(_ screen: inout Screen<Count.Action>) {
  // #include ScreenKey.swift
}

private func commandLine() -> StoreCommandLine<Count> {
  var commandLine = StoreCommandLine<Count>("Count", commands: [.run]) {
    Count.State()
  } reducer: {
    Count()
  }
  // #include CommandLinesForYourFeatures.md: commandLine.options = [
  // #include GeneratedTests.md: commandLine.recordedEndpoints = [
  commandLine.recordedEndpoints.append(
    .callable("openURL(url:)", madeBy: "OpenURL") { values, record in
      let openURL = values.openURL
      values.openURL = OpenURL { url throws(OpenURLError) in
        do {
          try await record(url) { try await openURL(url) }
        } catch {
          throw error as? OpenURLError ?? .unavailable(reason: "\(error)")
        }
      }
    }
  )
  commandLine.screen = countScreen
  return commandLine
}

/// Compiled only, because there is no such recording.
@MainActor private func repeatedSession() async throws {
  typealias Counter = Count
  // #include GeneratedTests.md: try await replay(
  // #include RecordedSession+Replay.swift
  // #include RecordedSession.swift
}

@MainActor private func record() throws {
  // #include Store+Trace.swift
}

struct InspectionExampleTests {
  @Test func aProgramOfOneFeature() async {
    // #include CommandLinesForYourFeatures.md: let printed = Locked("")
    #expect(printed.withLock { $0 }.contains("Count run"))
  }
}
