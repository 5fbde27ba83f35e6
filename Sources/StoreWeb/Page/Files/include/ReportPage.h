/// What a report is made of: texts of the files of this folder, each with a zero at its end.
extern const unsigned char *const reportMarkup;
extern const unsigned char *const reportStyle;
extern const unsigned char *const reportScript;
/// The end of the script of a page that contains its recording.
extern const unsigned char *const reportStart;
/// What the page of a running program has besides, and the end of its script.
extern const unsigned char *const liveMarkup;
extern const unsigned char *const liveStartScript;
