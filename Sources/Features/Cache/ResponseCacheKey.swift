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
    let caches = OpenCaches()
    return ResponseCacheSource { values in
      caches.cache(of: Result { () throws(DatabaseError) in try values.databaseFile(suffix: "-cache") })
    }
  }

  static var mockValue: ResponseCacheSource {
    let cache = ResponseCache()
    return ResponseCacheSource { _ in cache }
  }

  static let testValue = ResponseCacheSource { _ in nil }
}

/// The caches of the process by file.
private final class OpenCaches: Sendable {
  private let caches = Locked<[String: ResponseCache]>([:])

  func cache(of file: Result<DatabaseFile, DatabaseError>) -> ResponseCache {
    caches.withLock { caches in
      let name = (try? file.get().path) ?? ""
      if let cache = caches[name] { return cache }
      let cache: ResponseCache
      switch file {
      case .success(let file):
        // Nobody waits for the cache longer than for a server.
        cache = ResponseCache(
          Database(path: file.path, schema: .responses, busyTimeout: 200, prepareDirectory: file.prepareDirectory)
        )
      case .failure(let error):
        cache = ResponseCache(Database { throw error })
      }
      caches[name] = cache
      return cache
    }
  }
}
