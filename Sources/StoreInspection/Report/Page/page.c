#include "ReportPage.h"

// SwiftPM's `.embedInCode` makes Swift array literals of files, which take the compiler several seconds.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char markup[] = {
#embed "report.html"
};
static const unsigned char style[] = {
#embed "report.css"
};
static const unsigned char model[] = {
#embed "model.js"
};
static const unsigned char script[] = {
#embed "report.js"
};

const unsigned char *const reportMarkup = markup;
const size_t reportMarkupCount = sizeof markup;
const unsigned char *const reportStyle = style;
const size_t reportStyleCount = sizeof style;
const unsigned char *const reportModel = model;
const size_t reportModelCount = sizeof model;
const unsigned char *const reportScript = script;
const size_t reportScriptCount = sizeof script;
