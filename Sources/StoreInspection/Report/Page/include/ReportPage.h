#include <stddef.h>

/// What a report is made of: the files of this folder, as they are.
extern const unsigned char *const reportMarkup;
extern const size_t reportMarkupCount;
extern const unsigned char *const reportStyle;
extern const size_t reportStyleCount;
extern const unsigned char *const reportScript;
extern const size_t reportScriptCount;
