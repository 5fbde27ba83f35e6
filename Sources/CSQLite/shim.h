#if !__has_include(<sqlite3.h>)
#error "The headers of SQLite are missing. Debian and Ubuntu: apt-get install libcurl4-openssl-dev libsqlite3-dev. Fedora: dnf install libcurl-devel sqlite-devel."
#endif
#include <sqlite3.h>

// Swift can't call functions with variable arguments. Returns a result code.
static inline int swift_sqlite_leave_log(sqlite3 *db, int leaves) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leaves, (int *)0);
}
