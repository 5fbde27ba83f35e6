import Foundation

@testable import StoreCore

/// Files with delays that the test ends.
final class HeldFiles: Files {
  struct Contents {
    var files: [URL: Data] = [:]
    var writes = 0
    var isFull = false
    var waiting: [@Sendable () -> Void] = []
    var watchers: [URL: [@Sendable () -> Void]] = [:]
    var onWatch: @Sendable () -> Void = {}
  }

  let waiting = WaitingSaves()
  let contents = LockIsolated(Contents())

  /// Makes something that is kept in these files.
  func keep<Result>(_ body: () -> Result) -> Result {
    withDependencies({ $0.defaultFileStorage = FileStorage(files: self) }, operation: body)
  }

  func text(_ url: URL) -> String? { contents.value.files[url].map { String(decoding: $0, as: UTF8.self) } }

  func read(_ url: URL) -> Data? { contents.value.files[url] }

  func write(_ data: Data, to url: URL) throws {
    try contents.withValue { contents in
      if contents.isFull { throw Failure() }
      (contents.files[url], contents.writes) = (data, contents.writes + 1)
    }
    for watcher in contents.value.watchers[url, default: []] { watcher() }
  }

  func watch(_ url: URL, _ onChange: @escaping @Sendable () -> Void) -> SharedSubscription {
    contents.value.onWatch()
    contents.withValue { $0.watchers[url, default: []].append(onChange) }
    return SharedSubscription {}
  }

  func later(_ body: @escaping @Sendable () -> Void) { contents.withValue { $0.waiting.append(body) } }

  func passTime() {
    let waiting = contents.withValue { contents in
      defer { contents.waiting = [] }
      return contents.waiting
    }
    for body in waiting { body() }
  }

  /// Writes to a file as another process would.
  func replace(_ url: URL, with text: String?) {
    contents.withValue { $0.files[url] = text.map { Data($0.utf8) } }
    for watcher in contents.value.watchers[url, default: []] { watcher() }
  }

  func draft(_ url: URL) throws -> String? {
    try contents.value.files[url].map { try JSONDecoder().decode(FileStorageTests.Draft.self, from: $0).title }
  }
}
