/// Reads a report that is shown in a browser.
package struct ReportReader {
  package let browser: Browser

  package init(_ browser: Browser) { self.browser = browser }

  /// The whole tree of the state as JSON, read from its rows, all of which are opened and scrolled through.
  package func state() throws -> String {
    try browser.evaluate(
      #"""
      (async () => {
        const frame = () => new Promise(requestAnimationFrame);
        const list = document.getElementById('state');
        // Painting would take as long as all the rest.
        list.style.visibility = 'hidden';
        document.getElementById('expand').click();
        const rowHeight = 22;
        const rows = new Map();
        const count = list.firstChild.clientHeight / rowHeight;
        for (let top = 0; ; top += list.clientHeight) {
          list.scrollTop = top;
          const first = Math.floor(list.scrollTop / rowHeight);
          const end = Math.floor((list.scrollTop + list.clientHeight) / rowHeight);
          for (let index = first; index < Math.min(end, count); index++) {
            let row;
            while (!(row = list.querySelector(`[data-index="${index}"]`))) await frame();
            const copy = row.cloneNode(true);
            rows.set(index, copy);
            const button = row.querySelector('button:not(.find)');
            if (!button) continue;
            // A long text is read where all of it is.
            button.click();
            copy.dataset.text = document.getElementById('text-content').textContent;
            document.querySelector('#text button').click();
          }
          if (list.scrollTop + list.clientHeight >= list.scrollHeight) break;
        }
        list.style.visibility = '';
        // What does not show is shown by its number, in an element.
        const literal = (element) => {
          for (const escape of element.querySelectorAll('.escape')) {
            const text = String.fromCodePoint(parseInt(escape.textContent.slice(3, -1), 16));
            escape.textContent = JSON.stringify(text).slice(1, -1);
          }
          return element.textContent;
        };
        const lines = [...rows.keys()].sort((left, right) => left - right).map((index) => rows.get(index));
        let position = 0;
        const read = (isElement) => {
          const row = lines[position++];
          const level = Number(row.ariaLevel);
          const key = literal(row.querySelector('.key'));
          const name = isElement ? '' : `${key.startsWith('"') ? key : JSON.stringify(key)}:`;
          const value = row.querySelector('.value');
          if (row.dataset.text !== undefined) return name + JSON.stringify(row.dataset.text);
          if (row.ariaExpanded === null) return name + literal(value);
          const isArray = value.textContent.startsWith('[');
          const members = [];
          while (position < lines.length && Number(lines[position].ariaLevel) > level) members.push(read(isArray));
          return name + (isArray ? `[${members.join()}]` : `{${members.join()}}`);
        };
        return read(true);
      })()
      """#
    )
  }

  /// The names of the visible actions in the list, without sections.
  package func actions() throws -> [String] {
    try browser.evaluate("[...document.querySelectorAll('#actions .name')].map((name) => name.textContent)")
  }

  /// The text of an element.
  package func text(_ selector: String) throws -> String {
    try browser.evaluate("document.querySelector('\(selector)').textContent")
  }

  /// Types into the search field, and waits until the list shows the results.
  package func search(_ text: String) throws {
    try browser.run("document.getElementById('search').focus(); document.getElementById('search').select()")
    if text.isEmpty {
      try browser.run("document.execCommand('delete')")
    } else {
      try browser.send("Input.insertText", ["text": text])
    }
    try browser.run("report.filtered")
  }
}
