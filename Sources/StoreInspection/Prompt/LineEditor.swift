import CEdit
import Dependencies
import Foundation

/// Lets a person edit lines on the process's terminal, with libedit.
///
/// libedit blocks while it waits for keys, so it has a separate thread, which takes requests and sends events. No other
/// thread calls it.
final class LineEditor: LineSource {
  let events: AsyncStream<LineEvent>
  var isInteractive: Bool { true }
  private let requests = Handoff<Request>()
  private let output: EditorOutput

  fileprivate enum Request: Sendable {
    case read(prompt: String)
    case complete(Completion)
    case remember(String)
    case stop
  }

  /// - Parameter history: The entries of earlier sessions, oldest first.
  init?(program: String, history: [String], console: Console) {
    guard let output = EditorOutput(console: console) else { return nil }
    let (events, continuation) = AsyncStream.makeStream(of: LineEvent.self)
    self.events = events
    self.output = output
    Thread.detachNewThread { [requests] in
      guard let editing = Editing(program: program, history: history, output: output, requests: requests, continuation)
      else {
        continuation.yield(.end)
        return continuation.finish()
      }
      editing.run()
    }
  }

  func read(prompt: String, isContinued: Bool) { requests.put(.read(prompt: prompt)) }
  func complete(_ completion: Completion) { requests.put(.complete(completion)) }
  func remember(_ line: String) { requests.put(.remember(line)) }
  func write(_ text: String) { output.write(text) }
  func interrupt() { output.wake(.interrupt) }
  func resize() { output.wake(.resize) }
  func stop() { requests.put(.stop) }
}

/// The text and the requests that arrive while libedit waits for keys, and the pipe that ends the wait.
private final class EditorOutput: Sendable {
  enum Wake: Sendable { case interrupt, resize }

  private struct State {
    var isEditing = false
    var text = ""
    var wakes: [Wake] = []
  }

  let console: Console
  let wakeDescriptor: Int32
  private let writeDescriptor: Int32
  private let state = Locked(State())

  init?(console: Console) {
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else { return nil }
    (wakeDescriptor, writeDescriptor) = (descriptors[0], descriptors[1])
    self.console = console
    for descriptor in descriptors {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(wakeDescriptor)
    close(writeDescriptor)
  }

  func write(_ text: String) {
    if !addToWait({ $0.text += text }) { console.write(text) }
  }

  func wake(_ wake: Wake) { _ = addToWait { $0.wakes.append(wake) } }

  /// If libedit waits for keys, changes the state and ends the wait.
  ///
  /// - Returns: Whether it waits.
  private func addToWait(_ change: (inout State) -> Void) -> Bool {
    let isEditing = state.withLock { state in
      if state.isEditing { change(&state) }
      return state.isEditing
    }
    if isEditing { ring() }
    return isEditing
  }

  func beginEditing() {
    state.withLock { $0.isEditing = true }
  }

  /// Ends editing, and writes the text that has arrived in the meantime.
  func endEditing() {
    let text = state.withLock { state in
      defer { state = State() }
      return state.text
    }
    if !text.isEmpty { console.write(text) }
  }

  func take() -> (text: String, wakes: [Wake]) {
    var buffer = [UInt8](repeating: 0, count: 64)
    while read(wakeDescriptor, &buffer, buffer.count) > 0 {}
    return state.withLock { state in
      defer { (state.text, state.wakes) = ("", []) }
      return (state.text, state.wakes)
    }
  }

  private func ring() {
    var byte: UInt8 = 0
    // If the pipe is full, it already ends the wait.
    _ = Foundation.write(writeDescriptor, &byte, 1)
  }
}

/// The part of the editor that runs on libedit's thread.
private final class Editing {
  private let editor: OpaquePointer
  private let history: OpaquePointer
  private let output: EditorOutput
  private let requests: Handoff<LineEditor.Request>
  private let events: AsyncStream<LineEvent>.Continuation
  private var prompt = strdup("")
  private var promptWidth = 0
  private var wasInterrupted = false
  /// The number of bytes still to be read that were typed while a statement was running.
  private var earlyCount: Int32 = 0
  private var decoder = UTF8Decoder()

  init?(
    program: String,
    history lines: [String],
    output: EditorOutput,
    requests: Handoff<LineEditor.Request>,
    _ events: AsyncStream<LineEvent>.Continuation
  ) {
    _ = edit_use_utf8()
    guard let editor = edit_init(program), let history = history_init() else { return nil }
    self.editor = editor
    self.history = history
    self.output = output
    self.requests = requests
    self.events = events
    edit_set_client(editor, Unmanaged.passUnretained(self).toOpaque())
    edit_set_mode(editor, "emacs")
    edit_take_signal_keys(editor)
    edit_set_prompt(editor) { Editing.of($0)?.prompt }
    edit_set_reader(editor) { editor, character in Editing.of(editor)?.read(into: character) ?? -1 }
    edit_add_function(editor, "complete", "Completes the word") { editor, _ in
      Editing.of(editor)?.complete() ?? UInt8(CC_ERROR)
    }
    edit_add_function(editor, "interrupt", "Drops the line") { editor, _ in
      Editing.of(editor)?.interrupt() ?? UInt8(CC_ERROR)
    }
    edit_add_function(editor, "suspend", "Stops the program") { editor, _ in
      Editing.of(editor)?.suspend() ?? UInt8(CC_ERROR)
    }
    for (key, function) in [
      ("^I", "complete"), ("^C", "interrupt"), ("^Z", "suspend"), ("^R", "em-inc-search-prev"),
      ("\\e[H", "ed-move-to-beg"), ("\\e[F", "ed-move-to-end"), ("\\e[3~", "ed-delete-next-char"),
      ("\\e[1;5D", "ed-prev-word"), ("\\e[1;5C", "em-next-word"),
    ] {
      edit_bind(editor, key, function)
    }
    edit_history_set_size(history, Int32(PromptHistory.limit))
    edit_set_history(editor, history)
    for line in lines { edit_history_add(history, line) }
  }

  deinit {
    el_end(editor)
    history_end(history)
    free(prompt)
  }

  /// Returns the object that an editor of libedit belongs to.
  private static func of(_ editor: OpaquePointer?) -> Editing? {
    editor.flatMap(edit_client).map { Unmanaged<Editing>.fromOpaque($0).takeUnretainedValue() }
  }

  func run() {
    while true {
      switch requests.take() {
      case .read(let prompt): events.yield(read(prompt))
      case .remember(let line): edit_history_add(history, line)
      case .complete: break
      case .stop: return finish()
      }
    }
  }

  private func finish() {
    // The terminal is restored before the last event, because code that waits for the event relies on it.
    edit_prepare_terminal(editor, 0)
    events.finish()
  }

  private func read(_ text: String) -> LineEvent {
    free(prompt)
    prompt = strdup(text)
    promptWidth = text.displayWidth
    wasInterrupted = false
    output.beginEditing()
    // The terminal is prepared before the prompt is shown, so that the editor gets the keys that are pressed then.
    edit_prepare_terminal(editor, 1)
    if ioctl(STDIN_FILENO, UInt(FIONREAD), &earlyCount) != 0 { earlyCount = 0 }
    var count: Int32 = 0
    let line = el_gets(editor, &count)
    output.endEditing()
    if wasInterrupted { return .interrupted }
    guard let line, count > 0 else {
      output.console.write("\n")
      return .end
    }
    let text = String(cString: line)
    return .line(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }

  // MARK: Called by libedit

  private func read(into character: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    var sources = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output.wakeDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      guard poll(&sources, nfds_t(sources.count), -1) >= 0 else {
        if errno == EINTR { continue }
        return -1
      }
      if sources[1].revents != 0 {
        let (text, wakes) = output.take()
        if !text.isEmpty { writeAbove(text) }
        if wakes.contains(.resize) {
          el_resize(editor)
          edit_refresh(editor)
        }
        if wakes.contains(.interrupt) {
          character?.pointee = 3
          return 1
        }
      }
      guard sources[0].revents != 0 else { continue }
      guard var byte = try? Descriptor.read(STDIN_FILENO, upTo: 1).first else { return 0 }
      // Keys that were typed before the terminal was prepared are read as a terminal in line mode stores them: on
      // Linux, Ctrl-D is a zero.
      if earlyCount > 0, byte == 0 { byte = 4 }
      earlyCount = max(0, earlyCount - 1)
      if let scalar = decoder.take(byte) {
        character?.pointee = wchar_t(bitPattern: scalar.value)
        return 1
      }
    }
  }

  private func complete() -> UInt8 {
    guard let (before, _) = line else { return UInt8(CC_ERROR) }
    events.yield(.tab(before: before))
    guard case .complete(let completion) = requests.take() else { return UInt8(CC_ERROR) }
    if !completion.insertion.isEmpty || completion.deletionCount > 0 {
      if completion.deletionCount > 0 { el_deletestr(editor, Int32(completion.deletionCount)) }
      if el_insertstr(editor, completion.insertion) != 0 { return UInt8(CC_ERROR) }
      return UInt8(CC_REFRESH)
    }
    guard !completion.candidates.isEmpty else { return UInt8(CC_REFRESH_BEEP) }
    writeAbove(completion.list(columns: columns))
    return UInt8(CC_NORM)
  }

  private func interrupt() -> UInt8 {
    wasInterrupted = true
    let (before, after) = line ?? ("", "")
    let rows = row(of: before + after) - row(of: before)
    output.console.write(String(repeating: "\n", count: rows) + "^C\n")
    return UInt8(CC_EOF)
  }

  private func suspend() -> UInt8 {
    edit_prepare_terminal(editor, 0)
    kill(getpid(), SIGTSTP)
    edit_prepare_terminal(editor, 1)
    edit_refresh(editor)
    return UInt8(CC_NORM)
  }

  // MARK: Display

  /// The text before the cursor and after it.
  private var line: (before: String, after: String)? {
    guard let info = el_line(editor)?.pointee, let buffer = info.buffer, let cursor = info.cursor,
      let end = info.lastchar
    else { return nil }
    func text(_ start: UnsafePointer<CChar>, _ end: UnsafePointer<CChar>) -> String {
      String(decoding: UnsafeRawBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
    return (text(buffer, cursor), text(cursor, end))
  }

  private var columns: Int { TerminalSize(of: STDOUT_FILENO)?.columns ?? 80 }

  /// Returns the number of rows from the first row of the prompt to the end of the text.
  private func row(of text: String) -> Int {
    let columns = columns
    var (row, column) = (promptWidth / columns, promptWidth % columns)
    for character in text {
      if character == "\n" {
        (row, column) = (row + 1, 0)
        continue
      }
      let width = character.displayWidth
      if column + width > columns { (row, column) = (row + 1, 0) }
      column += width
      if column == columns { (row, column) = (row + 1, 0) }
    }
    return row
  }

  /// Writes text in the place of the prompt, and the prompt below it.
  private func writeAbove(_ text: String) {
    let rows = row(of: line?.before ?? "")
    output.console.write("\r" + (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\u{1B}[J" + text)
    edit_refresh(editor)
  }
}

/// Decodes UTF-8 byte by byte. Invalid bytes become a replacement character. A character that is not complete is
/// dropped.
struct UTF8Decoder {
  private var bytes: [UInt8] = []
  private var missing = 0

  mutating func take(_ byte: UInt8) -> Unicode.Scalar? {
    if bytes.isEmpty || byte & 0xC0 != 0x80 {
      bytes = [byte]
      switch byte {
      case 0..<0x80: missing = 0
      case 0xC2..<0xE0: missing = 1
      case 0xE0..<0xF0: missing = 2
      case 0xF0..<0xF5: missing = 3
      default: missing = 0
      }
    } else {
      bytes.append(byte)
      missing -= 1
    }
    guard missing == 0 else { return nil }
    defer { bytes = [] }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.first
  }
}
