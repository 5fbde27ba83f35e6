import Dependencies
import Observation
import Store
import Synchronization

/// A feature on a terminal: draws its screen again when something has changed that was read for it, sends what is pressed
/// and typed, and writes what differs from what the terminal shows.
final class TerminalApp<Feature: Reducer> {
  /// Something that happens to it.
  enum Event: Equatable {
    /// The terminal has sent these bytes.
    case input([UInt8])
    case resized(TerminalSize)
    /// What was read of the state has changed.
    case changed
    /// It is time for what moves to move.
    case ticked
    /// The terminal shows something else by now.
    case overwritten
  }

  /// What an event leads to.
  enum Outcome: Equatable { case goOn, quit, interrupt, suspend }

  typealias DrawScreen = (ObservedState<Feature.State>, ScreenContext) -> Screen<Feature.Action>

  private let store: StoreOf<Feature>
  private let drawScreen: DrawScreen
  private let dependencies: DependencyValues
  private let isColored: Bool
  private let write: (String) -> Void
  /// Called, on any thread, when what was read of the state has changed.
  private let onChange: @Sendable () -> Void
  private var view: ScreenView<Feature.Action>
  private var parser = KeyParser()
  private var frame: Frame?
  private var tick = 0
  private var drawn: (window: Range<Int>, columns: Int)?
  /// The registration of the last drawing; `nil` before the first one.
  private var observation: Change?

  init(
    store: StoreOf<Feature>,
    size: TerminalSize,
    isColored: Bool,
    dependencies: DependencyValues,
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
    view = ScreenView(size: size, locale: dependencies.locale)
  }

  /// Whether it wants to be told of the time.
  var isMoving: Bool { view.showsProgress }

  /// Draws for the first time.
  func start() {
    update()
    show()
  }

  /// Deals with an event.
  func handle(_ event: Event) -> Outcome {
    switch event {
    case .input(let bytes):
      for input in parser.parse(bytes) {
        let outcome = handle(input)
        // What comes after the key that leaves is for nobody.
        if outcome != .goOn { return outcome }
      }
    case .resized(let size):
      view.resize(to: size)
      frame = nil
    case .ticked: tick += 1
    case .overwritten: frame = nil
    case .changed: break
    }
    update()
    show()
    return .goOn
  }

  private func handle(_ input: KeyParser.Input) -> Outcome {
    // Keys go to the screen as it is after those before them.
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

  /// Draws the screen, if it would not be the same, and tells the feature what has come into view.
  private func update() {
    // What appears may change what there is to draw, and rows that come into view have others drawn around them. A
    // feature that never comes to rest does not keep the terminal.
    for _ in 0..<16 {
      if needsDrawing { draw() }
      let actions = view.takeAppearances()
      for action in actions { store.send(action) }
      if actions.isEmpty, !needsDrawing { return }
    }
    onChange()
  }

  private var needsDrawing: Bool {
    guard let observation, let drawn else { return true }
    return observation.isThere || drawn.window != view.window || drawn.columns != view.size.columns
  }

  private func draw() {
    let window = view.window
    let change = Change(onChange)
    observation = change
    drawn = (window, view.size.columns)
    let screen = withObservationTracking {
      withDependencies {
        $0 = dependencies
      } operation: {
        let context = ScreenContext(width: view.size.columns, visible: window, dependencies)
        return drawScreen(ObservedState(store), context)
      }
    } onChange: {
      change.happen()
    }
    view.show(screen)
  }

  /// Has the terminal show what is there.
  private func show() {
    let next = view.draw(tick: tick)
    let output = next.update(from: frame, isColored: isColored)
    frame = next
    if !output.isEmpty { write(output) }
  }
}

/// Whether something has changed since a screen was drawn.
private final class Change: Sendable {
  private let hasHappened = Atomic(false)
  private let onChange: @Sendable () -> Void

  init(_ onChange: @escaping @Sendable () -> Void) { self.onChange = onChange }

  var isThere: Bool { hasHappened.load(ordering: .relaxed) }

  func happen() {
    hasHappened.store(true, ordering: .relaxed)
    onChange()
  }
}
