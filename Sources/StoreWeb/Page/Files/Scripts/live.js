/** A recording that grows: chunks that come from a running program. */
class LiveChunks {
  #frames = [];
  #lines = [];
  /** The length of all texts. */
  size = 0;

  get count() { return this.#frames.length; }
  frame(index) { return this.#frames[index]; }
  records(index) { return `[${this.#lines[index].join(',')}]`; }

  /** Begins a chunk. False if it only replaces one without records. */
  addFrame(text) {
    this.size += text.length;
    const isNew = this.#lines.at(-1)?.length !== 0;
    if (isNew) { this.#frames.push(text); this.#lines.push([]); } else this.#frames[this.count - 1] = text;
    return isNew;
  }

  addRecords(lines) {
    this.#lines.at(-1).push(...lines);
    for (const line of lines) this.size += line.length;
  }
}

/** The screens of a running program. It draws a screen only when the page shows it. */
class LiveScreens {
  #lines = new RecentlyUsed(100);
  #notes = new RecentlyUsed(100);

  /** `address(entry)` returns the address of a screen; `didDraw()` is called when the program has drawn one. */
  constructor(address, didDraw) { Object.assign(this, { address, didDraw }); }

  lines(entry) {
    if (this.#notes.get(entry) === undefined) this.#ask(entry);
    return this.#lines.get(entry);
  }

  note(entry) { return this.#notes.get(entry) ?? null; }

  async #ask(entry) {
    this.#notes.set(entry, 'The program draws this screen …');
    let answer;
    try {
      answer = parseJSON(await (await fetch(this.address(entry))).text());
    } catch {
      answer = { message: 'The program does not answer.' };
    }
    if (answer.lines) this.#lines.set(entry, answer.lines); else this.#notes.set(entry, answer.message);
    this.didDraw();
  }
}

/** Shows a running program, and lets the reader change it. */
class LivePage {
  /** A page with more bytes is loaded again, with the records that the program has kept. */
  static #sizeLimit = 48e6;
  static #traceLimit = 64 * 2 ** 20;
  #store = new URLSearchParams(location.search).get('store');
  #chunks = new LiveChunks();
  #recording;
  #report;
  #shown = 0;
  #isGrowing = false;
  #isLocked = false;
  #schemas = new Map();
  #offers = new Set();
  #screens = new LiveScreens((entry) => {
    // In a session without steps, the start is the present state.
    const isNow = entry === 0 && this.#recording.lastEntry === 0;
    return `screen${this.#query(isNow ? {} : { step: this.#step(entry) })}`;
  }, () => this.#report.screen?.show(this.#report.entry, this.#report.base));

  constructor({ program, isControlled }) {
    this.isControlled = isControlled;
    page('title').replaceChildren(...shown(program, 200));
    page('facts').textContent = 'No store has been shown yet.';
    const events = new EventSource(`events${this.#query()}`);
    events.onopen = () => { page('live-status').textContent = 'Connected'; };
    events.onerror = () => {
      page('live-status').textContent = events.readyState === EventSource.CLOSED
        ? 'The program has closed the page. Load it again when the program runs.' : 'The connection is lost. Trying again …';
    };
    events.addEventListener('stores', (event) => this.#showStores(parseJSON(event.data)));
    events.addEventListener('header', (event) => {
      // Another session has begun, so the page loads everything again.
      if (this.#recording) location.reload();
      this.#recording = new Recording(parseJSON(event.data), 0, (index) => this.#chunks.records(index), (index) => this.#chunks.frame(index));
    });
    events.addEventListener('frame', (event) => {
      if (this.#chunks.addFrame(event.data)) this.#recording.addChunk();
      this.#grow();
    });
    events.addEventListener('records', (event) => {
      const lines = event.data.split('\n');
      this.#chunks.addRecords(lines);
      this.#recording.add(lines.map(parseJSON));
      this.#grow();
      if (this.#chunks.size > LivePage.#sizeLimit) location.reload();
    });
    page('live-script').addEventListener('click', () => this.#save('script', 'session.script'));
    page('live-test').addEventListener('click', () => this.#save('test', 'SessionTests.swift',
      'The test reads session.jsonl: save the trace in the same folder.'));
    if (isControlled) this.#listen();
    page('live-store').addEventListener('change', () => { location.search = `?store=${encodeURIComponent(page('live-store').value)}`; });
    page('live-follow').addEventListener('change', () => { if (page('live-follow').checked) this.#report?.showLatest(); });
  }

  #query(items = {}) {
    const query = new URLSearchParams(this.#store === null ? items : { store: this.#store, ...items }).toString();
    return query === '' ? '' : `?${query}`;
  }

  #showStores({ stores, shown: id }) {
    const select = page('live-store');
    select.replaceChildren(...stores.map(({ id, name, hasEnded }) =>
      make('option', { value: String(id) }, shown(`${name}${hasEnded ? ', ended' : ''}`, 100))));
    const current = stores.find((store) => store.id === id);
    select.value = id ?? '';
    if (current) this.#store = String(id);
    // The first store has come.
    else if (stores.length > 0 && this.#store === null) location.search = `?store=${stores[0].id}`;
    page('live-export').href = `trace${this.#query()}`;
    this.#offers = new Set(current?.offers);
    for (const name of ['script', 'test']) page(`live-${name}`).hidden = !this.#offers.has(name);
    if (this.#report && this.#offers.has('screen') && !this.#report.screen) this.#report.useScreens(this.#screens);
    const canControl = this.isControlled && current !== undefined && !current.hasEnded && current.isControlled;
    page('live-import-open').hidden = !this.#offers.has('traces');
    page('live-control').hidden = page('live-send').hidden = !canControl;
    if (canControl && this.#schemas.size === 0) this.#load('');
  }

  // MARK: Growing

  /** Soon shows the new records. The longer that takes, the less often it happens. */
  #grow() {
    if (this.#isGrowing) return;
    this.#isGrowing = true;
    const show = () => requestAnimationFrame(() => {
      this.#isGrowing = false;
      const start = performance.now();
      this.#showNew();
      this.#pause = Math.max(50, 10 * (performance.now() - start));
      this.#last = performance.now();
    });
    setTimeout(show, Math.max(0, this.#last + this.#pause - performance.now()));
  }

  #pause = 0;
  #last = 0;

  #showNew() {
    const { lastEntry } = this.#recording;
    if (this.#report) {
      this.#report.grow(this.#shown + 1, page('live-follow').checked && lastEntry !== this.#report.entry);
    } else {
      this.#report = new Report(this.#recording, this.#offers.has('screen') ? this.#screens : undefined, true);
    }
    this.#shown = lastEntry;
  }

  // MARK: Commands

  /** The number of the step that the program knows an entry by. */
  #step(entry) {
    const { origins, originNumbers, keys, lastEntry } = this.#recording;
    if (origins[entry] === jumpOrigin) return originNumbers[entry];
    return entry > 0 ? Number(keys[entry]) : lastEntry > 0 ? Number(keys[1].split('.')[0]) - 1 : 0;
  }

  #listen() {
    const on = (id, body) => page(id).addEventListener('click', body);
    on('live-jump', () => this.#jump(this.#report.entry));
    on('live-reset', () => this.#jump(0));
    on('live-skip', () => this.#skip());
    on('live-commit', () => this.#perform({ command: 'commit' }));
    on('live-lock', async () => {
      if (!await this.#perform({ command: this.#isLocked ? 'unlock' : 'lock' })) return;
      this.#isLocked = !this.#isLocked;
      page('live-lock').setAttribute('aria-pressed', this.#isLocked);
    });
    on('live-import-open', () => {
      page('live-import-message').hidden = true;
      page('live-import').showModal();
    });
    on('live-import-close', () => page('live-import').close());
    page('live-import-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#goOnFromTrace(page('live-file').files[0], page('live-step').value);
    });
    page('live-action').addEventListener('input', () => this.#complete());
    page('live-send').addEventListener('submit', async (event) => {
      event.preventDefault();
      const action = `${page('live-action').value.trim()} ${this.#payload()}`.trim();
      if (action !== '' && await this.#perform({ command: 'send', action })) page('live-action').select();
    });
  }

  async #jump(entry) {
    const effects = page('live-cancel').checked ? 'cancel' : 'go on';
    if (await this.#perform({ command: 'jump', step: this.#step(entry), effects })) this.#showNewSteps();
  }

  /** Skips the step that is shown, and compares the new state with the previous one. */
  async #skip() {
    const { lastEntry } = this.#recording;
    if (!await this.#perform({ command: 'skip', step: this.#step(this.#report.entry) })) return;
    this.#report.base = lastEntry;
    this.#showNewSteps();
  }

  /** Shows the step that a command has made, which may have come before its answer. */
  #showNewSteps() {
    page('live-follow').checked = true;
    this.#grow();
  }

  /** Saves the file that the program makes of the session, or says why there is none. */
  async #save(path, name, note = '') {
    const message = page('live-message');
    let text = note;
    try {
      const response = await fetch(`${path}${this.#query()}`);
      if (response.ok) {
        const link = make('a', { href: URL.createObjectURL(await response.blob()), download: name });
        link.click();
        URL.revokeObjectURL(link.href);
      } else {
        text = parseJSON(await response.text()).message;
      }
    } catch {
      text = 'The program does not answer.';
    }
    message.hidden = text === '';
    message.replaceChildren(...shown(text, 2000, true));
  }

  /** Performs a command. True if the program has done it. */
  #perform(command) {
    return this.#post('command', JSON.stringify({ store: Number(page('live-store').value), ...command }), page('live-message'));
  }

  /** Sends a request. True if the program has done it. Otherwise its answer is a sentence, which is shown. */
  async #post(path, body, message) {
    let text;
    let note = null;
    try {
      const response = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      const answer = parseJSON(await response.text());
      text = answer.message;
      note = answer.note ?? null;
    } catch {
      text = 'The program does not answer.';
    }
    message.hidden = (text ?? note) === null;
    message.replaceChildren(...shown(text ?? note ?? '', 1000, true));
    return text === undefined;
  }

  /** The page is loaded again when the program has the state. */
  async #goOnFromTrace(file, step) {
    const message = page('live-import-message');
    message.hidden = file.size <= LivePage.#traceLimit;
    message.textContent = 'A trace can have 64 MB at most.';
    if (!message.hidden) return;
    const query = this.#query({ name: file.name, ...(step === '' ? {} : { step }) });
    if (await this.#post(`trace${query}`, file, message)) page('live-import').close();
  }

  // MARK: Actions

  /** Loads the actions below a path. */
  async #load(path) {
    if (this.#schemas.has(path)) return;
    this.#schemas.set(path, []);
    try {
      const response = await fetch(`actions${this.#query({ path })}`);
      if (!response.ok) return;
      this.#schemas.set(path, parseJSON(await response.text()).actions);
    } catch { return; }
    this.#complete();
  }

  #complete() {
    const text = page('live-action').value;
    const parent = LivePage.#names(text.slice(0, Math.max(0, text.lastIndexOf('.'))));
    this.#load(parent);
    const actions = this.#schemas.get(parent) ?? [];
    const prefix = text.slice(0, text.lastIndexOf('.') + 1);
    // The typed path contains ids.
    page('live-actions').replaceChildren(...actions.map(({ path, nested }) =>
      make('option', { value: `${prefix}${path.split('.').at(-1)}${nested ? '.' : ''}` })));
    this.#showFields(actions.find(({ path }) => `${prefix}${path.split('.').at(-1)}` === text)?.payload, text);
  }

  /** `rows[id: 3].titleChanged` is `rows.element.titleChanged` for the program. */
  static #names(path) { return path.replaceAll(/\[[^\]]*\]/g, '.element'); }

  #fieldsOf = '';

  /** Makes a field for each part of a payload. */
  #showFields(payload, text) {
    // The typed values stay as long as the fields are the same.
    const fields = `${text} ${JSON.stringify(payload)}`;
    if (this.#fieldsOf === fields) return;
    this.#fieldsOf = fields;
    const properties = payload === undefined ? [] : payload.properties ? Object.entries(payload.properties) : [['', payload]];
    page('live-fields').replaceChildren(...properties.map(([name, schema]) => make('label', { class: 'field' },
      make('span', {}, shown(name === '' ? 'Payload' : name, 60)), LivePage.#field(name, schema))));
  }

  static #field(name, schema) {
    const values = schema.enum ?? (schema.type === 'boolean' ? [true, false] : undefined);
    const attributes = { 'data-name': name, 'data-type': schema.type ?? 'json' };
    if (values) return make('select', { ...attributes, 'data-type': 'json' }, values.map((value) => make('option', { value: literal(value) }, shown(literal(value), 60))));
    const placeholder = schema.type === 'array' ? '[]' : schema.description ?? schema.type ?? 'JSON';
    return make('input', { ...attributes, type: 'text', autocomplete: 'off', spellcheck: 'false', placeholder });
  }

  /** The payload that the fields make, as the program reads it. */
  #payload() {
    const parts = [...page('live-fields').querySelectorAll('[data-name]')].map((field) => {
      const { name, type } = field.dataset;
      return { name, text: type === 'string' ? JSON.stringify(field.value) : field.value.trim() };
    });
    if (parts.length === 1 && parts[0].name === '') return parts[0].text;
    const given = parts.filter(({ text }) => text !== '');
    return given.length === 0 ? '' : `{${given.map(({ name, text }) => `${JSON.stringify(name)}: ${text}`).join(', ')}}`;
  }
}

const livePage = new LivePage(parseJSON(page('live').textContent));
