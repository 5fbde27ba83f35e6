extension ToDo {
  /// The tables of the to-dos.
  ///
  /// Triggers number the to-dos, and the identifiers of deleted to-dos ("tombstones"), with one counter in the order of
  /// writing, no matter which program writes. So the changes since a revision are two ranges of an index. `pruned` is
  /// the last revision whose tombstones have been removed: a reader that stopped before it has to read everything
  /// again.
  static let schema: StaticString = """
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
    """

  /// The table of drafts, which were typed into forms and not saved. The key is the to-do's identifier, or all zeros
  /// for a new to-do. Parts that were not changed are NULL.
  static let draftSchema: StaticString = """
    CREATE TABLE todo_drafts (
      todo BLOB NOT NULL PRIMARY KEY,
      title TEXT,
      memo TEXT,
      changes_due INTEGER NOT NULL,
      due_at REAL
    ) STRICT;
    """
}
