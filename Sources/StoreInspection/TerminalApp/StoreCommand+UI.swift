import Dependencies
import Store
import StoreWeb

extension StoreCommand where Feature.State: Encodable, Feature.Action: Codable {
  /// The command `ui`: runs the feature on the whole terminal. ``StoreCommandLine/screen`` draws it.
  public static var ui: Self {
    ui { program, options, shown in
      try program.setup(for: options, on: shown, program.liveTools(options))
    } recordedBy: { store, destination, isLive, generated, steps throws(FileError) in
      let encoder = JSONStateEncoder()
      let (recorder, state) = try destination.showing { [record = steps.record] in record.begin($0) }.begin(
        feature: "\(Feature.self)",
        isLive: isLive,
        seed: isLive ? nil : DependencyValues.mockSeed,
        generated: generated,
        localization: Localization(store.dependencies)
      ) { try store.withState(encoder.encode) }
      store.record(in: recorder, from: state, encoding: encoder.encode)
      steps.follow(store)
      return recorder
    }
  }
}

extension StoreCommand {
  /// The command `ui`: runs the feature on the whole terminal. ``StoreCommandLine/screen`` draws it.
  ///
  /// Sessions are not recorded, because the states and the actions of the feature can't be encoded.
  public static var ui: Self { ui(setUp: { program, options, _ in try program.setup(for: options) }, recordedBy: nil) }

  fileprivate static func ui(
    setUp: @escaping @Sendable (StoreCommandLine<Feature>, SessionOptions, LiveStore?) throws -> FeatureSetup<Feature>,
    recordedBy record: TerminalSession<Feature>.Recording?
  ) -> Self {
    Self("ui", summary: "use the feature on the terminal's screen") { program in
      """
      Shows the feature on the whole terminal, to be used with the keyboard.

      Usage
        \(program.name) ui [OPTIONS]

      Without --live it runs on mock values, but in real time. The last line says which keys do something; `?` lists all.

      Keys
        ↑ ↓ j k           to what can be pressed above, below; or scroll
        ← → Tab           to the one before, after
        PgUp PgDn         a page up, down
        Home End g G      to the first, the last
        Enter, Space      press it; in a field: type (Esc stops)
        Esc               back, where there is a way back
        Ctrl-L            draw everything again
        Ctrl-Z            suspend; `fg` comes back
        ?                 all keys\(record == nil ? "" : toolKeyHelp)
        q, Ctrl-C         leave

      Options
      \(SessionOptions.table(program.options, canRecord: record != nil).help())
      \(program.liveHelp.map { "\n\($0)\n" } ?? "")
      What is being saved is saved before it ends. If that takes long it says so; Ctrl-C then ends it at once.
      Colours are left out if NO_COLOR is set. It needs a terminal that can move its cursor: TERM is not `dumb`.

      Examples
        \(program.name) ui
        \(program.name) ui --live\(record == nil ? "" : " --trace session.jsonl")

      \(ExitCode.help)
      """
    } body: { program, arguments, console in
      var options = SessionOptions()
      let table = SessionOptions.table(program.options, canRecord: record != nil)
      if let word = try table.read(arguments, of: "ui", into: &options).first {
        throw UsageError("`ui` takes options only, not `\(word.truncated(to: 60).printable)`", "help ui")
      }
      try options.check(program.options, command: "ui")
      guard let screen = program.screen else {
        console.writeError("\(program.name): `ui` cannot draw \(Feature.self): the program has no screen for it\n")
        return .unavailable
      }
      let device: TerminalDevice
      do throws(TerminalDevice.Unavailable) {
        device = try TerminalDevice()
      } catch {
        console.writeError(
          "\(program.name): `ui` needs a terminal: \(error.reason)\n  Try `\(program.name) help` for what works without.\n"
        )
        return .unavailable
      }
      let inspector = try program.inspector(for: options, console: console)
      defer { inspector?.stop() }
      let session = TerminalSession(
        setup: try setUp(program, options, inspector?.add(Feature.self)),
        isLive: options.isLive,
        isColored: console.isColored,
        address: inspector?.address,
        screen: screen,
        warn: { $0.warning(from: program.name).map(console.writeError) },
        untraced: TraceDestination(
          path: nil,
          program: program.name,
          version: "",
          redaction: Redaction(Redaction.standardWords + program.redactedNames + options.redactedNames)
        ),
        record: record
      )
      return try await session.run(on: device)
    }
  }
}

/// The line about the developer tools in the list of keys.
private let toolKeyHelp = "\n  F12               developer tools: steps, changes, going back"
