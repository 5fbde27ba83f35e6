// What Swift needs of libedit. Most of its functions take a variable number of arguments, which Swift cannot call: each
// use that is made of them has a function here that takes just what it needs.
#if !__has_include(<histedit.h>)
#error "The headers of libedit are missing. Debian and Ubuntu: apt-get install libedit-dev libmicrohttpd-dev. Fedora: dnf install libedit-devel libmicrohttpd-devel."
#endif
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

/// Has the character functions of C, and so libedit, read and write UTF-8 whatever the environment says.
static inline int edit_use_utf8(void) {
  if (setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return 1;
  return setlocale(LC_CTYPE, "C.UTF-8") || setlocale(LC_CTYPE, "en_US.UTF-8");
}

/// Makes an editor on the process's own terminal.
static inline EditLine *edit_init(const char *program) {
  return el_init(program, stdin, stdout, stderr);
}

static inline void edit_set_client(EditLine *editor, void *client) { el_set(editor, EL_CLIENTDATA, client); }

static inline void *edit_client(EditLine *editor) {
  void *client = NULL;
  el_get(editor, EL_CLIENTDATA, &client);
  return client;
}

static inline void edit_set_prompt(EditLine *editor, char *(*prompt)(EditLine *)) {
  el_set(editor, EL_PROMPT, prompt);
}

static inline void edit_set_reader(EditLine *editor, int (*reader)(EditLine *, wchar_t *)) {
  el_set(editor, EL_GETCFN, reader);
}

static inline void edit_set_mode(EditLine *editor, const char *mode) { el_set(editor, EL_EDITOR, mode); }

/// Names a function that keys can be bound to.
static inline void edit_add_function(
  EditLine *editor, const char *name, const char *help, unsigned char (*function)(EditLine *, int)
) {
  el_set(editor, EL_ADDFN, name, help, function);
}

static inline void edit_bind(EditLine *editor, const char *key, const char *function) {
  el_set(editor, EL_BIND, key, function, NULL);
}

/// Has Ctrl-C and Ctrl-Z arrive as characters while a line is edited.
static inline void edit_take_signal_keys(EditLine *editor) { el_set(editor, EL_SETTY, "-d", "-isig", NULL); }

/// Draws the prompt and the line anew.
static inline void edit_refresh(EditLine *editor) { el_set(editor, EL_REFRESH); }

/// Puts the terminal into the mode for editing, or back.
static inline void edit_prepare_terminal(EditLine *editor, int isEditing) {
  el_set(editor, EL_PREP_TERM, isEditing);
}

static inline void edit_set_history(EditLine *editor, History *lines) { el_set(editor, EL_HIST, history, lines); }

static inline void edit_history_set_size(History *lines, int size) {
  HistEvent event;
  history(lines, &event, H_SETSIZE, size);
  history(lines, &event, H_SETUNIQUE, 1);
}

static inline void edit_history_add(History *lines, const char *line) {
  HistEvent event;
  history(lines, &event, H_ENTER, line);
}
