import Dependencies
import Observation
import Store

/// Runs a feature on a terminal: draws the screen again when values that it has read have changed, sends the actions of
/// pressed keys and typed text, and writes the differences to the terminal. F12 shows developer tools in place of the
/// screen. While they are shown, the feature receives no keys and no screen appears.
final class TerminalApp<Feature: Reducer> {
  /// An event that the app handles.
  enum Event: Equatable {
    /// The terminal has sent these bytes.
    case input([UInt8])
    case resized(TerminalSize)
    /// Values that the screen has read have changed.
    case changed
    /// The moving signs have to move.
    case ticked
    /// Something else was written to the terminal.
    case overwritten
    /// The user has left, but effects are still saving.
    case leaving
  }

  /// The result of an event.
  enum Outcome: Equatable { case goOn, quit, interrupt, suspend }

  typealias DrawScreen = (ObservedState<Feature.State>, ScreenContext) -> Screen<Feature.Action>

  private let store: StoreOf<Feature>
  private let drawScreen: DrawScreen
  private let dependencies: DependencyValues
  private let isColored: Bool
  private let write: (String) -> Void
  /// Called, on any thread, when values that the screen has read have changed.
  private let onChange: @Sendable () -> Void
  private var view: ScreenView<Feature.Action>
  private var parser = KeyParser()
  private var frame: Frame?
  private var tick = 0
  private var drawn: (window: Range<Int>, columns: Int)?
  /// Whether such values have changed since the last drawing; `nil` before the first one.
  private var hasChanged: LockIsolated<Bool>?
  /// The steps for the developer tools; `nil` if the session is not recorded.
  private let steps: SessionSteps<Feature.State>?
  /// The developer tools; `nil` if they are closed.
  private var pane: ToolPane?
  /// Whether there are steps that the pane does not show yet.
  private var hasNewSteps = false

  init(
    store: StoreOf<Feature>,
    size: TerminalSize,
    isColored: Bool,
    dependencies: DependencyValues,
    address: String? = nil,
    steps: SessionSteps<Feature.State>? = nil,
    screen: @escaping DrawScreen,
    onChange: @escaping @Sendable () -> Void,
    write: @escaping (String) -> Void
  ) {
    self.store = store
    self.isColored = isColored
    self.dependencies = dependencies
    self.write = write
    self.onChange = onChange
    drawScreen = screen
    self.steps = steps
    view = ScreenView(size: size, locale: dependencies.locale, address: address)
    view.texts.hasTools = steps != nil
    steps?.onStep = { [weak self] in self?.noteStep() }
  }

  /// Whether the app needs `ticked` events.
  var isMoving: Bool { pane == nil && view.showsProgress }

  /// Draws for the first time.
  func start() {
    update()
    show()
  }

  /// Handles an event, and returns what the session does next.
  func handle(_ event: Event) -> Outcome {
    switch event {
    case .input(let bytes):
      var inputs = parser.parse(bytes)[...]
      while let input = next(in: &inputs) {
        let outcome = handle(input)
        // The keys after the key that leaves the program are ignored.
        if outcome != .goOn { return outcome }
      }
    case .resized(let size):
      view.resize(to: size)
      frame = nil
    case .ticked: tick += 1
    case .overwritten: frame = nil
    case .leaving: (view.isLeaving, pane) = (true, nil)
    case .changed: break
    }
    if pane == nil { update() }
    show()
    return .goOn
  }

  /// Removes and returns the next input. If a field receives more characters at once than a person types, the terminal
  /// has not marked pasted text. They become one change, because each change of a long text takes time.
  private func next(in inputs: inout ArraySlice<KeyParser.Input>) -> KeyParser.Input? {
    if view.isEditing, pane == nil, inputs.count >= Self.pastedCount {
      let text = inputs.prefix { $0.character != nil }.compactMap(\.character)
      if text.count >= Self.pastedCount {
        inputs.removeFirst(text.count)
        return .text(String(text))
      }
    }
    return inputs.popFirst()
  }

  private static var pastedCount: Int { 16 }

  private func handle(_ input: KeyParser.Input) -> Outcome {
    if pane != nil, input != .tools { return handleInPane(input) }
    // Each key acts on the screen after the earlier keys, so the screen is updated first.
    if pane == nil { update() }
    let reaction: ScreenView<Feature.Action>.Reaction
    switch input {
    case .key(let key): reaction = view.press(key)
    case .text(let text): reaction = view.insert(text)
    case .tools:
      togglePane()
      return .goOn
    }
    switch reaction {
    case .nothing: break
    case .send(let action): store.send(action)
    case .quit: return .quit
    case .interrupt: return .interrupt
    case .suspend: return .suspend
    case .redraw: frame = nil
    }
    return .goOn
  }

  /// Draws the screen if it may have changed, and sends the actions of the screens and rows that appear.
  private func update() {
    // These actions may change the screen, and rows that appear require other rows to be drawn around them. The limit
    // keeps a feature that never rests from blocking the terminal.
    for _ in 0..<16 {
      if needsDrawing { draw() }
      let actions = view.takeAppearances()
      for action in actions { store.send(action) }
      if actions.isEmpty, !needsDrawing { return }
    }
    onChange()
  }

  private var needsDrawing: Bool {
    guard let hasChanged, let drawn else { return true }
    return hasChanged.value || drawn.window != view.window || drawn.columns != view.size.columns
  }

  private func draw() {
    let window = view.window
    let hasChanged = LockIsolated(false)
    self.hasChanged = hasChanged
    drawn = (window, view.size.columns)
    let screen = withObservationTracking {
      withDependencies {
        $0 = dependencies
      } operation: {
        let context = ScreenContext(width: view.size.columns, visible: window, dependencies)
        return drawScreen(ObservedState(store), context)
      }
    } onChange: { [onChange] in
      hasChanged.setValue(true)
      onChange()
    }
    view.show(screen)
  }

  /// Writes the current frame to the terminal.
  private func show() {
    let next = drawPane() ?? view.draw(tick: tick)
    let output = next.update(from: frame, isColored: isColored)
    frame = next
    if !output.isEmpty { write(output) }
  }

  // MARK: Developer tools

  private func togglePane() {
    guard let steps else { return }
    pane = pane == nil ? ToolPane(at: steps.position, of: steps.last, size: view.size) : nil
  }

  /// Has the pane drawn again. Steps that come one after the other are drawn together.
  private func noteStep() {
    guard pane != nil, !hasNewSteps else { return }
    hasNewSteps = true
    onChange()
  }

  private func drawPane() -> Frame? {
    guard let steps, pane != nil else { return nil }
    hasNewSteps = false
    pane?.update(steps, size: view.size)
    return pane?.draw(steps, view.texts)
  }

  private func handleInPane(_ input: KeyParser.Input) -> Outcome {
    guard let steps, case .key(let key) = input else { return .goOn }
    switch key {
    case .control("c"): return .interrupt
    case .control("z"): return .suspend
    case .control("l"): frame = nil
    default:
      // Each key acts on the pane after the earlier keys.
      pane?.update(steps, size: view.size)
      switch pane?.press(key) {
      case .close: pane = nil
      case .jump(let number): go(to: number, steps.state(after: number))
      case .undo:
        guard let step = steps[steps.position] else {
          pane?.message = view.texts.nothingToUndo
          break
        }
        go(to: step.parent, steps.state(before: steps.position))
      case .nothing, nil: break
      }
    }
    return .goOn
  }

  /// Sets the state to that after a step. Like the page of a live session, this cancels the running effects.
  private func go(to number: Int, _ state: Feature.State?) {
    guard let steps, let state else {
      pane?.message = view.texts.noState(after: number, limit: SessionSteps<Feature.State>.limit)
      return
    }
    let before = steps.cancelledCount
    store.restore(state, step: number, cancellingEffects: true)
    pane?.arrive(at: number, view.texts.arrival(at: number, cancelled: steps.cancelledCount - before))
  }
}
