import Dependencies
import Foundation

extension DependencyValues {
  /// The cache of responses; `nil` if nothing is kept.
  ///
  /// The live cache is a file next to the database, whose name ends in `-cache`. Mock values keep responses in memory,
  /// and tests keep none.
  var responseCache: ResponseCache? {
    get { self[ResponseCacheKey.self].cache(self) }
    set { self[ResponseCacheKey.self] = ResponseCacheSource { _ in newValue } }
  }

  /// Closes the files of the live database and of the live cache. A program calls this before it ends. Then the files
  /// are complete: they can be moved, copied, and replaced by a backup.
  ///
  /// Blocks the thread until earlier uses of the files have ended. Calls that still wait for a change of the database
  /// are cancelled. A later use of the dependencies opens the files again.
  public func closeFiles() {
    self[DatabaseKey.self].end()
    self[ResponseCacheKey.self].end()
  }
}

private struct ResponseCacheSource: Sendable {
  var end: @Sendable () -> Void = {}
  let cache: @Sendable (DependencyValues) -> ResponseCache?
}

private enum ResponseCacheKey: DependencyKey {
  static var liveValue: ResponseCacheSource {
    let caches = OpenFiles<ResponseCache>()
    return ResponseCacheSource(end: { for cache in caches.removeAll() { cache.end() } }) { values in
      do {
        let file = try values.databaseFile(suffix: "-cache")
        return caches.value(at: file.path) {
          // Waits for other connections for a short time only, because the cache must not take longer than a server.
          ResponseCache(
            Database(path: file.path, schema: .responses, busyTimeout: 200, prepareDirectory: file.prepareDirectory)
          )
        }
      } catch {
        // The same cache is returned each time, so that the problem is reported only once.
        return caches.value(at: "") { ResponseCache(Database { throw error }) }
      }
    }
  }

  static var mockValue: ResponseCacheSource {
    let cache = ResponseCache()
    return ResponseCacheSource { _ in cache }
  }

  static let testValue = ResponseCacheSource { _ in nil }
}
