/// What a report is made of: texts of the files of this folder, each with a zero at its end.
extern const unsigned char *const reportMarkup;
extern const unsigned char *const reportStyle;
extern const unsigned char *const reportScript;
