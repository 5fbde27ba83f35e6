#include "ReportPage.h"

// SwiftPM's `.embedInCode` makes Swift array literals of files, which take the compiler several seconds.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char markup[] = {
#embed "report.html" suffix(, 0)
};
static const unsigned char style[] = {
#embed "report.css" suffix(, 0)
};
static const unsigned char live[] = {
#embed "live.html" suffix(, 0)
};
static const unsigned char start[] = {
#embed "Scripts/start.js" suffix(, 0)
};
static const unsigned char liveStart[] = {
#embed "Scripts/live.js" suffix(, 0)
};
// What the page knows, and how it draws that: one script.
static const unsigned char script[] = {
#embed "Scripts/json.js"
  ,
#embed "Scripts/patch.js"
  ,
#embed "Scripts/recording.js"
  ,
#embed "Scripts/lanes.js"
  ,
#embed "Scripts/elements.js"
  ,
#embed "Scripts/sentences.js"
  ,
#embed "Scripts/windowed-list.js"
  ,
#embed "Scripts/links.js"
  ,
#embed "Scripts/action-list.js"
  ,
#embed "Scripts/step-pane.js"
  ,
#embed "Scripts/effect-pane.js"
  ,
#embed "Scripts/call-pane.js"
  ,
#embed "Scripts/screen-pane.js"
  ,
#embed "Scripts/chart.js"
  ,
#embed "Scripts/performance.js"
  ,
#embed "Scripts/sequence.js"
  ,
#embed "Scripts/tree.js"
  ,
#embed "Scripts/timeline.js"
  ,
#embed "Scripts/print.js"
  ,
#embed "Scripts/report.js" suffix(, 0)
};

const unsigned char *const reportMarkup = markup;
const unsigned char *const reportStyle = style;
const unsigned char *const reportScript = script;
const unsigned char *const reportStart = start;
const unsigned char *const liveMarkup = live;
const unsigned char *const liveStartScript = liveStart;
