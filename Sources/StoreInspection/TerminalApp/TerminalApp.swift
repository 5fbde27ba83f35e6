import Dependencies
import Observation
import Store

/// Runs a feature on a terminal: draws the screen again when values that it has read have changed, sends the actions of
/// pressed keys and typed text, and writes the differences to the terminal.
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

  init(
    store: StoreOf<Feature>,
    size: TerminalSize,
    isColored: Bool,
    dependencies: DependencyValues,
    address: String? = nil,
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
    view = ScreenView(size: size, locale: dependencies.locale, address: address)
  }

  /// Whether the app needs `ticked` events.
  var isMoving: Bool { view.showsProgress }

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
    case .leaving: view.isLeaving = true
    case .changed: break
    }
    update()
    show()
    return .goOn
  }

  /// Removes and returns the next input. If a field receives more characters at once than a person types, the terminal
  /// has not marked pasted text. They become one change, because each change of a long text takes time.
  private func next(in inputs: inout ArraySlice<KeyParser.Input>) -> KeyParser.Input? {
    if view.isEditing, inputs.count >= Self.pastedCount {
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
    // Each key acts on the screen after the earlier keys, so the screen is updated first.
    update()
    let reaction =
      switch input {
      case .key(let key): view.press(key)
      case .text(let text): view.insert(text)
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
    let next = view.draw(tick: tick)
    let output = next.update(from: frame, isColored: isColored)
    frame = next
    if !output.isEmpty { write(output) }
  }
}
