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
}

private struct ResponseCacheSource: Sendable {
  let cache: @Sendable (DependencyValues) -> ResponseCache?
}

private enum ResponseCacheKey: DependencyKey {
  static var liveValue: ResponseCacheSource {
    let caches = OpenFiles<ResponseCache>()
    return ResponseCacheSource { values in
      do {
        let file = try values.databaseFile(suffix: "-cache")
        return caches.value(at: file.path) {
          // Nobody waits for the cache longer than for a server.
          ResponseCache(
            Database(path: file.path, schema: .responses, busyTimeout: 200, prepareDirectory: file.prepareDirectory)
          )
        }
      } catch {
        // It is the same one each time, so that it tells the problem once.
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
