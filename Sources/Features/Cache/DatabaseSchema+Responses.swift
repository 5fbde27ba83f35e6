extension DatabaseSchema {
  /// Kept responses ("STRC"): see ``ResponseCache``. They have a separate file, so that damage to it never affects what
  /// users have written.
  static let responses = Self(
    steps: [
      // `owner` is a hash of the credentials that the request was sent with; empty if there were none. `variant` is a
      // hash of the request's fields that the response depends on. `used` orders the rows by their last use.
      """
      CREATE TABLE responses (
        id INTEGER PRIMARY KEY,
        url TEXT NOT NULL,
        owner TEXT NOT NULL,
        variant TEXT NOT NULL,
        headers TEXT NOT NULL,
        body BLOB NOT NULL,
        received_at REAL NOT NULL,
        size INTEGER NOT NULL,
        used INTEGER NOT NULL,
        UNIQUE (url, owner)
      ) STRICT;
      CREATE INDEX responses_by_use ON responses (used, size);
      """
    ],
    applicationID: 0x5354_5243,
    isDurable: false
  )
}
