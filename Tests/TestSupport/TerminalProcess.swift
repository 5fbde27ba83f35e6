import Foundation
import Testing

/// Runs a program of this package in a terminal, for tests that type and read the screen.
///
/// Nothing waits for a time to pass: tests wait for output of the program.
package final class TerminalProcess {
  package struct Failure: Error, CustomStringConvertible { package let description: String }

  package private(set) var emulator: TerminalEmulator
  /// The bytes that the program has written so far.
  package private(set) var written: [UInt8] = []
  package let identifier: pid_t
  private let master: Int32
  /// Keeps the terminal open after the end of the program, so that its settings can be read.
  private let slave: Int32
  private let settingsBefore: termios
  /// What `waitpid` said of the end of the program.
  private var status: Int32?
  private var isHungUp = false
  /// The time after which a program counts as hanging, in seconds: far more than any program takes.
  private static let patience: Int32 = 600

  package init(
    _ arguments: [String],
    program: String = "DemoCLI",
    columns: Int = 80,
    rows: Int = 24,
    wraps: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    var descriptors: (master: Int32, slave: Int32) = (-1, -1)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var name = [CChar](repeating: 0, count: 256)
    guard openpty(&descriptors.master, &descriptors.slave, &name, nil, &size) == 0 else {
      throw Failure(description: "no pseudo-terminal")
    }
    master = descriptors.master
    slave = descriptors.slave
    var settings = termios()
    tcgetattr(slave, &settings)
    settingsBefore = settings
    emulator = TerminalEmulator(columns: columns, rows: rows)
    emulator.wraps = wraps
    // The program leads a session, and the first terminal that a leader opens becomes the session's. So keys, sizes and
    // the closing of the terminal reach the program as in real use.
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let path = program.hasPrefix("/") ? program : try executable(program).path
    // At a terminal the Swift run time would ask what to do about a crash, and a sanitizer would end the program
    // itself.
    let crashes = "handle_segv=0:handle_sigbus=0:handle_sigfpe=0"
    let environment = [
      "TERM": "xterm-256color", "HOME": NSTemporaryDirectory(), "SWIFT_BACKTRACE": "enable=no",
      "TSAN_OPTIONS": crashes, "ASAN_OPTIONS": crashes,
    ].merging(environment) { $1 }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    // Closes all other descriptors: otherwise the pipes of another test's program would stay open as long as this one
    // runs.
    #if !canImport(Darwin)
      for descriptor in 3..<Int32(min(1024, sysconf(Int32(_SC_OPEN_MAX)))) {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }
    #endif
    // A session of its own, and signals with their default actions, whatever the tests' process does with them.
    #if canImport(Darwin)
      // Opens only these descriptors: otherwise the pipes of another test's program would stay open.
      let newSession: Int32 = 0x400 | Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
      let newSession: Int32 = 0x80
    #endif
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let flags = newSession | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var identifier: pid_t = 0
    let status = posix_spawn(&identifier, path, &actions, &attributes, words, variables)
    guard status == 0 else {
      throw Failure(description: "\(path) can't be started: \(String(cString: strerror(status)))")
    }
    self.identifier = identifier
  }

  deinit {
    if status == nil {
      kill(identifier, SIGKILL)
      _ = try? end()
    }
    close(slave)
    if !isHungUp { close(master) }
  }

  // MARK: Typing

  package func type(_ text: String) { type(bytes: Array(text.utf8)) }

  /// Types, and waits until the screen contains a text.
  @discardableResult
  package func type(_ text: String, until answer: String) throws -> TerminalEmulator {
    type(text)
    return try wait(for: answer)
  }

  package func type(bytes: [UInt8]) { _ = write(master, bytes, bytes.count) }

  package func resize(columns: Int, rows: Int) {
    emulator.resize(columns: columns, rows: rows)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  package func send(_ signal: Int32) { kill(identifier, signal) }

  // MARK: Looking

  /// Waits until the screen meets a condition, and returns it.
  ///
  /// - Throws: An error that shows the screen if the program ends, or stops writing, before the condition is met.
  @discardableResult
  package func wait(for what: String, until isRight: (TerminalEmulator) -> Bool) throws -> TerminalEmulator {
    while !isRight(emulator) {
      guard readMore() else { throw Failure(description: "\(what) did not come. \(screen)") }
    }
    return emulator
  }

  private var screen: String { "The screen:\n\(emulator.lines.joined(separator: "\n"))" }

  /// Waits until the screen contains a text.
  @discardableResult
  package func wait(for text: String) throws -> TerminalEmulator { try wait(for: "“\(text)”") { $0.contains(text) } }

  /// Reads the next output of the program. Returns `false` if it writes nothing more.
  private func readMore() -> Bool {
    var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, Self.patience * 1000) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    written += buffer[..<count]
    emulator.feed(buffer[..<count])
    return true
  }

  // MARK: The end

  /// How the process ended: its status, or the signal that ended it.
  package enum End: Equatable {
    case exited(Int32)
    case signaled(Int32)
  }

  /// Waits until the program has ended, if it has not, and reads its last output.
  ///
  /// - Throws: An error that shows the screen if the program has to be killed because it does not end.
  package func end() throws -> End {
    let status = try status ?? waitForEnd()
    self.status = status
    switch status & 0x7F {
    case 0: return .exited(status >> 8 & 0xFF)
    case SIGKILL: throw Failure(description: "the program did not end. \(screen)")
    case let signal: return .signaled(signal)
    }
  }

  private func waitForEnd() throws -> Int32 {
    let watch = DispatchWorkItem { [identifier] in kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Int(Self.patience)), execute: watch)
    defer { watch.cancel() }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) == -1 {
      if errno != EINTR { throw Failure(description: "the program is not there") }
    }
    var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while !isHungUp, poll(&descriptor, 1, 0) > 0, descriptor.revents & Int16(POLLIN) != 0, readMore() {}
    return status
  }

  /// Closes the terminal, as closing a window does. Nothing can be read after that.
  package func hangUp() {
    isHungUp = true
    close(master)
  }

  /// Whether the terminal has the settings that it had before the start of the program.
  package var isRestored: Bool {
    var settings = termios()
    tcgetattr(slave, &settings)
    let before = settingsBefore
    return settings.c_lflag == before.c_lflag && settings.c_iflag == before.c_iflag
      && settings.c_oflag == before.c_oflag && settings.c_cflag == before.c_cflag && !emulator.isAlternate
      && emulator.isCursorVisible && !emulator.marksPastedText
  }
}
