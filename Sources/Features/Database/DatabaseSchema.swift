/// The tables, as a list of steps: step *n* leads from version *n* - 1 to version *n*, which the file remembers in
/// `user_version`.
///
/// Steps that have been published are never changed: add one.
enum DatabaseSchema {
  /// Marks the file as one of this program ("STDB").
  static let applicationID = 0x5354_4442

  /// The newest version.
  static var version: Int { steps.count }

  static let steps: [StaticString] = [
    // Rows and tombstones of to-dos are numbered by one counter, in the order in which they were written. So what has
    // changed since a revision are two ranges of an index. Triggers do it, so that no writer can forget to. How far
    // tombstones have been removed is in `pruned`: whoever last looked before that has to read everything again.
    """
    CREATE TABLE todos (
      id BLOB NOT NULL PRIMARY KEY,
      title TEXT NOT NULL,
      memo TEXT NOT NULL DEFAULT '',
      is_done INTEGER NOT NULL DEFAULT 0,
      created_at REAL NOT NULL,
      due_at REAL,
      revision INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX todos_by_creation ON todos (created_at, id);
    CREATE INDEX todos_by_revision ON todos (revision);
    CREATE TABLE deleted_todos (revision INTEGER PRIMARY KEY, id BLOB NOT NULL) STRICT;
    CREATE TABLE todo_revisions (latest INTEGER NOT NULL, pruned INTEGER NOT NULL) STRICT;
    INSERT INTO todo_revisions VALUES (0, 0);
    CREATE TRIGGER todo_inserted AFTER INSERT ON todos BEGIN
      UPDATE todo_revisions SET latest = latest + 1;
      UPDATE todos SET revision = (SELECT latest FROM todo_revisions) WHERE rowid = NEW.rowid;
    END;
    CREATE TRIGGER todo_updated AFTER UPDATE OF id, title, memo, is_done, created_at, due_at ON todos BEGIN
      UPDATE todo_revisions SET latest = latest + 1;
      INSERT INTO deleted_todos SELECT latest, OLD.id FROM todo_revisions WHERE OLD.id != NEW.id;
      UPDATE todos SET revision = (SELECT latest FROM todo_revisions) WHERE rowid = NEW.rowid;
    END;
    CREATE TRIGGER todo_deleted AFTER DELETE ON todos BEGIN
      UPDATE todo_revisions SET latest = latest + 1;
      INSERT INTO deleted_todos SELECT latest, OLD.id FROM todo_revisions;
    END;
    PRAGMA application_id = 0x53544442;
    PRAGMA user_version = 1;
    """,
    """
    CREATE TABLE preferences (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE recent_searches (
      subject TEXT NOT NULL,
      query TEXT NOT NULL,
      searched_at REAL NOT NULL,
      PRIMARY KEY (subject, query)
    ) STRICT;
    PRAGMA user_version = 2;
    """,
  ]
}
