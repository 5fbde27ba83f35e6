/** The recording that the page contains. */
const records = document.getElementsByClassName('records');
const frames = document.getElementsByClassName('frame');
const screens = page('screens');
const recording = new Recording(parseJSON(page('header').textContent), records.length,
  (index) => records[index].textContent, (index) => frames[index].textContent);
const report = new Report(recording, screens ? new RecordedScreens(recording, parseJSON(screens.textContent)) : undefined);
