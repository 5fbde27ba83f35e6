import Dependencies
import Foundation

/// The files and the user defaults of one scope, which no other scope sees.
final class StorageInMemory: Sendable {
  let files = FileStorage.inMemory
  private let madeDefaults = Locked<UncheckedSendable<UserDefaults>?>(nil)

  /// Made when they are first used, because that takes long.
  var defaults: UncheckedSendable<UserDefaults> {
    if let made = madeDefaults.withLock({ $0 }) { return made }
    // Made without the lock, because this calls code of Foundation. If two threads make defaults, both use the first.
    let new = UncheckedSendable(DefaultsInMemory.make())
    return madeDefaults.withLock { made in
      let first = made ?? new
      made = first
      return first
    }
  }

  /// The files by their addresses, and the values of the user defaults by their keys.
  var contents: [[String: Any]] {
    let files = (files.files as? FilesInMemory)?.all ?? [:]
    let defaults = (madeDefaults.withLock { $0 }?.value as? DefaultsInMemory)?.dictionaryRepresentation() ?? [:]
    // As text, because a dump shows only the first bytes of data.
    let texts = files.map { ("\($0.key)", $0.value.base64EncodedString()) }
    return [Dictionary(uniqueKeysWithValues: texts), defaults]
  }
}
