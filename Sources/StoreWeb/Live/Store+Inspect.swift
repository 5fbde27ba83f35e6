import Dependencies
import Store
import StoreTrace

extension Store where State: Encodable, Action: Encodable {
  /// Shows this store on the pages of an inspector. See ``LiveInspector``.
  ///
  /// Pages can't send actions to this store, because its actions are not `Decodable`.
  ///
  /// - Parameters:
  ///   - inspector: The inspector, which does not keep the store alive.
  ///   - name: The name by which a person finds the store on the page.
  public func inspect(on inspector: LiveInspector, name: String? = nil) {
    LiveRecording<State, Action>(encoding: nil).show(handle, on: inspector, name: name)
  }
}

extension Store where State: Encodable, Action: Codable {
  /// Shows this store on the pages of an inspector, which can also send its actions. See ``LiveInspector``.
  ///
  /// - Parameters:
  ///   - inspector: The inspector, which does not keep the store alive.
  ///   - name: The name by which a person finds the store on the page.
  public func inspect(on inspector: LiveInspector, name: String? = nil) {
    LiveRecording<State, Action>(encoding: LiveActions()).show(handle, on: inspector, name: name)
  }
}

/// Records a store while a page is open. Used only on the store's actor.
private final class LiveRecording<State, Action> {
  typealias Beginning = (Store<State, Action>, TraceDestination) -> InspectorToken?

  private let begin: Beginning
  private let actions: LiveActions<Action>?
  private var token: InspectorToken?

  init(_ actions: LiveActions<Action>?, begin: @escaping Beginning) {
    (self.actions, self.begin) = (actions, begin)
  }

  /// The name of the feature. If the state is a type within the feature, such as `Counter.State`, this is `Counter`.
  static var feature: String {
    let name = typeName(State.self)
    return name.hasSuffix(".State") ? String(name.dropLast(".State".count)) : name
  }

  func show(_ handle: StoreHandle<State, Action>, on inspector: LiveInspector, name: String?) {
    let shown = inspector.add(name ?? Self.feature) { handle.isStoreAlive }
    let (program, version, redaction) = (inspector.program, inspector.version ?? "", inspector.redaction)
    // This is sound because only closures of `withStore` use the recording.
    let recording = UncheckedSendable(self)
    shown.record { [weak shown] in
      guard let shown else { return }
      _ = await handle.withStore { store in
        let destination = TraceDestination(path: nil, program: program, version: version, redaction: redaction) {
          shown.begin($0)
        }
        recording.value.token = recording.value.begin(store, destination)
        shown.use(StoreControl(store, shown.feed, recording.value.actions))
      }
    } stop: { [weak shown] in
      await shown?.control?.end()
      shown?.use(nil)
      _ = await handle.withStore { _ in
        recording.value.token?.cancel()
        recording.value.token = nil
      }
      shown?.feed.reset()
    }
  }
}

extension LiveRecording where State: Encodable, Action: Encodable {
  /// - Parameter actions: How actions are made; `nil` if they can't be decoded.
  convenience init(encoding actions: LiveActions<Action>?) {
    self.init(actions) { store, destination in
      let encoder = JSONStateEncoder()
      let recording = try? destination.begin(
        feature: Self.feature,
        isLive: store.dependencies.context == .live,
        localization: nil,
        encoding: { try store.withState(encoder.encode) }
      )
      return recording.map { store.record(in: $0.recorder, from: $0.state, encoding: encoder.encode) }
    }
  }
}
