import Dependencies

// The tables of all features. No other file knows which features keep something in the database.

extension DatabaseSchema {
  /// The tables of the features, in the order in which they were published. Append new steps.
  static let features = Self(
    steps: [ToDo.schema, Preferences.schema, Bookmark.schema, ToDo.draftSchema, AddHashtags.draftSchema]
  )
}

extension DatabaseKey: DependencyKey {
  // Evaluated once for the process.
  static var liveValue: DatabaseSource { .files(schema: .features) }

  static var mockValue: DatabaseSource {
    let database = Database(inMemory: .features, prepare: ToDo.insertSamples)
    return DatabaseSource { _ in database }
  }
}
