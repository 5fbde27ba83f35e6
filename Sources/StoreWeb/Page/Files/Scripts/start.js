/** The recording that the page contains. */
const records = document.getElementsByClassName('records');
const frames = document.getElementsByClassName('frame');
const screens = page('screens');
const report = new Report(new Recording(parseJSON(page('header').textContent), records.length,
  (index) => records[index].textContent, (index) => frames[index].textContent), screens ? parseJSON(screens.textContent) : undefined);
