/** The page: which step is shown, and what the reader does. */
class Report {
  entry = 0;
  /** The entry that others are compared with; undefined if none is. */
  base = undefined;
  #summary;
  #step;
  #timer = null;
  #wasScrubbing = false;
  #linking;
  /** A sentence about steps in the address that do not exist. */
  #missing = '';

  /** `screens` is what `ScreenPane` shows; undefined if there are none. The recording of a live page grows. */
  constructor(recording, screens, isLive = false) {
    this.recording = recording;
    this.isLive = isLive;
    this.#summary = summaryOf(recording);
    this.#describeSession();
    const links = new Links(recording, {
      goTo: (entry) => this.goTo(entry),
      selectEffect: (index) => this.selectEffect(index, true),
      selectCall: (index) => {
        this.#selectTab('calls');
        this.calls.show(index);
      },
      reveal: (keys) => {
        this.#setPane('state');
        this.tree.reveal(keys);
      },
    });
    this.actions = new ActionList(recording, {
      goTo: (entry, how) => this.goTo(entry, how),
      didFilter: () => {
        this.#show(this.entry);
        this.announce(`${countText(this.actions.passing?.length ?? recording.lastEntry + 1, 'step')} listed`);
      },
    });
    this.#step = new StepPane(recording, links, () => this.compare());
    this.useScreens(screens);
    const chart = new Chart(recording, (entry) => this.goTo(entry));
    this.performance = new PerformanceView(recording, (entry) => this.goTo(entry));
    this.sequence = new SequenceView(recording, {
      goTo: (entry) => this.goTo(entry),
      selectEffect: (index) => this.selectEffect(index, true),
    });
    this.effects = new EffectPane(recording, links, (index) => this.selectEffect(index));
    this.calls = new CallPane(recording, links);
    this.tree = new Tree(page('state'), { find: (path) => this.search(path), chart: (keys) => chart.show(keys) });
    this.timeline = new Timeline(recording, {
      goTo: (entry) => this.goTo(entry),
      choose: (index, isChosen) => this.selectEffect(index, isChosen),
    });
    page('slider').max = recording.lastEntry;
    this.#listen();
    this.#follow(location.hash);
  }

  useScreens(screens) {
    this.screen = screens && new ScreenPane(this.recording, screens);
    page('tab-screen').hidden = !screens;
  }

  #describeSession() {
    const { recording } = this;
    const { header } = recording;
    page('title').replaceChildren(...shown(`${header.program ?? ''} · ${header.feature ?? ''}`, 200));
    page('facts').replaceChildren(...shown(
      this.#summary.slice(0, 4).map(([, text]) => text).join(' · '), 1000));
    const notes = header.notes?.length > 0 ? header.notes
      : recording.status === null ? this.isLive ? [] : ['The recording has no end: the program was stopped, or still ran.']
        : recording.status === 0 ? [] : [`The program ended with exit status ${literal(recording.status)}.`];
    const text = [this.#missing, ...notes].filter(Boolean).join(' ');
    page('notice').hidden = text === '';
    page('notice').replaceChildren(...shown(text, 400));
  }

  // MARK: Where the reader is

  /** Shows an entry. `how` says what becomes of the browser's history: a new item (`go`), or one for a whole run (`scrub`). */
  goTo(entry, how = 'go') {
    entry = Math.max(0, Math.min(this.recording.lastEntry, entry));
    if (this.#missing !== '') this.#setMissing('');
    const isElsewhere = entry !== this.entry;
    // The pending change of the address comes first, so that going back leads there.
    if (how === 'go' && this.#linking) this.#link('replaceState');
    this.#show(entry);
    this.#followIfLatest();
    // Going back undoes a whole run of steps, not each of them.
    const isReplaced = !isElsewhere || (how === 'scrub' && this.#wasScrubbing);
    this.#wasScrubbing = how === 'scrub' && (this.#wasScrubbing || isElsewhere);
    if (isReplaced) this.#linking ??= setTimeout(() => this.#link('replaceState'), 200); else this.#link('pushState');
  }

  /** Puts the step into the address. Browsers allow that a few times a second, and a slider moves more often. */
  #link(method) {
    this.#cancelLink();
    const { keys } = this.recording;
    const from = this.base === undefined ? '' : `&from=${encodeURIComponent(keys[this.base])}`;
    const link = `#step=${encodeURIComponent(keys[this.entry])}${from}`;
    // In some frames a page may not change its history. Then only links to steps do not work.
    try { history[method](null, '', link); } catch { }
  }

  #cancelLink() {
    clearTimeout(this.#linking);
    this.#linking = undefined;
  }

  /** Goes to the next entry that is listed, or the one before. False if there is none. */
  move(by) {
    const target = this.actions.neighbour(this.entry, by);
    if (target === undefined) return false;
    this.goTo(target, 'scrub');
    return true;
  }

  #follow(hash) {
    const address = new URLSearchParams(hash.slice(1));
    const [entry, base] = ['step', 'from'].map((name) => this.recording.entryFor(address.get(name)));
    this.base = base;
    this.#wasScrubbing = false;
    this.#cancelLink();
    // The address of a live page without a step is that of the latest one.
    this.#show(entry ?? (this.isLive && !address.has('step') ? this.recording.lastEntry : 0));
    this.#followIfLatest();
    const missing = [['step', entry], ['from', base]].filter(([name, entry]) => address.has(name) && entry === undefined);
    this.#setMissing(missing.map(([name]) => `There is no step ${plainText(address.get(name), 40)}.`).join(' '));
    if (this.#missing !== '') this.announce(this.#missing);
  }

  /** New steps are shown to a reader who looks at the latest one, and not to one who has gone to an earlier one. */
  #followIfLatest() {
    if (this.isLive) page('live-follow').checked = this.entry === this.recording.lastEntry;
  }

  /** Shows the latest step, and takes the step out of the address. */
  showLatest() {
    this.#cancelLink();
    if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
    this.#show(this.recording.lastEntry, false);
  }

  #setMissing(text) {
    this.#missing = text;
    this.#describeSession();
  }

  /** Begins to compare later steps with the step that is shown now, or ends the comparison. */
  compare() {
    this.base = this.base === undefined ? this.entry : undefined;
    this.#setPane('step');
    this.goTo(this.entry, 'scrub');
    if (this.base !== undefined) this.announce(`Other steps are compared with step ${this.recording.keys[this.base]}`);
  }

  announce(text) { page('status').textContent = text; }

  /** The recording has grown by the entries from `first` on. The last one is shown if the reader follows them. */
  grow(first, isFollowing) {
    const { recording } = this;
    this.#summary = summaryOf(recording);
    this.#describeSession();
    page('slider').max = recording.lastEntry;
    this.actions.grow(first);
    this.effects.grow();
    this.calls.grow();
    this.timeline.grow();
    this.performance.grow();
    this.sequence.grow();
    if (isFollowing) this.showLatest(); else this.#showPosition();
  }

  #showPosition() {
    const { recording, entry } = this;
    const last = recording.keys[recording.lastEntry];
    page('slider').value = entry;
    page('slider').setAttribute('aria-valuetext', `${stepText(recording, entry)}, of ${last}`);
    page('position').textContent = `Step ${recording.keys[entry]} of ${last}`;
    page('first').disabled = page('previous').disabled = this.actions.neighbour(entry, -1) === undefined;
    page('last').disabled = page('next').disabled = this.actions.neighbour(entry, 1) === undefined;
  }

  #show(entry, isAnnounced = true) {
    this.entry = entry;
    const { recording } = this;
    const key = recording.keys[entry];
    const last = recording.keys[recording.lastEntry];
    const { base } = this;
    page('state-step').textContent = (entry === 0 ? 'at the start' : `after step ${key}`)
      + (base === undefined ? '' : `, compared with step ${recording.keys[base]}`);
    let problem, shownState;
    try {
      shownState = base === undefined ? recording.changes(entry) : recording.differences(base, entry);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      problem = `The recorded change cannot be applied: ${error.message}.`;
      shownState = { state: null, owned: new Set(), changes: new Changes() };
    }
    const { state, owned, changes } = shownState;
    this.tree.show(state, owned, changes, page('follow').checked);
    this.#find(0);
    this.#step.show(entry, changes.list, problem, base);
    this.screen?.show(entry, base);
    this.actions.show(entry);
    this.timeline.show(entry);
    this.#showPosition();
    if (!this.#timer && isAnnounced) {
      const count = changes.list.length;
      this.announce(`Step ${key} of ${last}: ${plainText(recording.names[entry], 200)}, ${plainText(describeOrigin(recording, entry), 200)}`
        + `, ${count === 0 ? 'no changes' : countText(count, 'change')}`);
    }
  }

  play(isPlaying = !this.#timer) {
    clearInterval(this.#timer);
    this.#timer = null;
    document.body.toggleAttribute('data-playing', isPlaying);
    page('play').setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
    if (!isPlaying) return;
    if (this.actions.neighbour(this.entry, 1) === undefined) this.goTo(this.actions.first, 'scrub');
    this.#timer = setInterval(() => { if (!this.move(1)) this.play(false); }, 1000 / Number(page('speed').value));
  }

  /** Puts a text into the search field, as if typed. */
  search(text) {
    page('search').value = text;
    this.#setPane('actions');
    this.actions.applyFilter();
  }

  /** Settles when the list is filtered. */
  get filtered() { return this.actions.filtered; }

  /** Shows an effect: on the time line and in the list; and brings the list to the front if it was chosen for that. */
  selectEffect(index, isChosen = false) {
    if (!this.recording.effects[index]) return;
    if (isChosen) this.#selectTab('effects');
    this.timeline.selected = index;
    this.timeline.describe();
    this.timeline.draw();
    this.effects.show(index);
  }

  #selectTab(name, isFocused = false) {
    this.#setPane('step');
    for (const tab of document.querySelectorAll('[role="tab"]')) {
      const isSelected = tab.id === `tab-${name}`;
      tab.setAttribute('aria-selected', isSelected);
      tab.tabIndex = isSelected ? 0 : -1;
      page(tab.getAttribute('aria-controls')).hidden = !isSelected;
      if (isSelected && isFocused) tab.focus();
    }
    if (name === 'screen') this.screen.show(this.entry, this.base);
    const list = this[name]?.list;
    if (!list) return;
    if (name === 'effects' && list.current < 0) this.selectEffect(Math.max(0, this.timeline.selected));
    if (name === 'calls' && list.current < 0 && list.count > 0) this.calls.show(0);
    list.update();
    list.reveal(list.current);
  }

  /** Shows a pane. A narrow window shows one pane at a time. */
  #setPane(name) {
    document.body.dataset.pane = name;
    for (const button of document.querySelectorAll('.panes button')) {
      button.setAttribute('aria-pressed', button.dataset.pane === name);
    }
  }

  /** Goes to the next match in the state, or to the one before. With 0, only shows the number of matches. */
  #find(by) {
    const text = page('find').value.trim().toLowerCase();
    const { index, count, isAll } = text === '' ? {} : this.tree.search(text, by);
    const total = isAll ? number(count) : `more than ${number(count - 1)}`;
    page('found').textContent = text === '' ? '' : count === 0 ? 'not there' : index > 0 ? `${number(index)} of ${total}` : `${total} found`;
  }

  // MARK: Events

  #listen() {
    const on = (id, event, body) => page(id).addEventListener(event, body);
    on('first', 'click', () => this.goTo(this.actions.first));
    on('previous', 'click', () => this.move(-1));
    on('play', 'click', () => this.play());
    on('next', 'click', () => this.move(1));
    on('last', 'click', () => this.goTo(this.actions.last));
    on('slider', 'input', () => this.goTo(Number(page('slider').value), 'scrub'));
    on('speed', 'change', () => { if (this.#timer) this.play(true); });
    on('axis', 'change', () => this.timeline.setAxis(page('axis').value));
    on('zoom-in', 'click', () => this.timeline.zoom(1.5));
    on('zoom-out', 'click', () => this.timeline.zoom(1 / 1.5));
    on('zoom-fit', 'click', () => this.timeline.fit());
    on('expand', 'click', () => this.tree.setAll(true));
    on('collapse', 'click', () => this.tree.setAll(false));
    on('performance-open', 'click', () => this.performance.show());
    on('sequence-open', 'click', () => this.sequence.show(this.entry));
    on('help-open', 'click', () => page('help').showModal());
    on('theme', 'change', () => this.setTheme(page('theme').value));
    for (const tab of document.querySelectorAll('[role="tab"]')) {
      tab.addEventListener('click', () => this.#selectTab(tab.id.slice(4)));
    }
    document.querySelector('[role="tablist"]').addEventListener('keydown', (event) => {
      const names = ['step', 'screen', 'effects', 'calls'].filter((name) => !page(`tab-${name}`).hidden);
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const index = names.indexOf(document.querySelector('[role="tab"][aria-selected="true"]').id.slice(4));
      this.#selectTab(names[(index + by + names.length) % names.length], true);
      event.preventDefault();
      event.stopPropagation();
    });
    for (const button of document.querySelectorAll('.panes button')) {
      button.addEventListener('click', () => this.#setPane(button.dataset.pane));
    }
    on('find', 'input', () => this.#find(1));
    on('find', 'keydown', (event) => {
      if (event.key === 'Enter') this.#find(event.shiftKey ? -1 : 1);
      else if (event.key === 'Escape') { page('find').value = ''; this.#find(1); page('state').focus(); } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    document.addEventListener('keydown', (event) => this.#keyDown(event));
    addEventListener('popstate', () => this.#follow(location.hash));
    addEventListener('hashchange', () => this.#follow(location.hash));
    addEventListener('beforeprint', () => layOutForPrint(this.recording, this.#summary, this.actions.passing));
    addEventListener('afterprint', () => { page('print').replaceChildren(); page('print').hidden = true; });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.timeline.draw());
    let theme = '';
    try { theme = localStorage.getItem('report-theme') ?? ''; } catch { }
    this.setTheme(theme);
  }

  setTheme(theme) {
    if (!['light', 'dark'].includes(theme)) theme = '';
    if (theme === '') delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = theme;
    page('theme').value = theme;
    // Without storage, the choice lasts as long as the page.
    try { if (theme === '') localStorage.removeItem('report-theme'); else localStorage.setItem('report-theme', theme); } catch { }
    this.timeline.draw();
  }

  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const target = event.target;
    const isField = target.matches('input:not([type="checkbox"], [type="range"]), select, textarea');
    if (event.key === 'Escape' && target === page('search')) {
      if (page('search').value !== '') { page('search').value = ''; this.actions.applyFilter(); } else page('actions').focus();
      event.preventDefault();
      return;
    }
    if (isField && !(target === page('search') && event.key === 'Enter')) return;
    const isSlider = target === page('slider');
    const ownsArrows = isSlider || target.matches('[role="tab"], .scroll, .screen');
    const themes = ['', 'light', 'dark'];
    const commands = {
      ArrowRight: !ownsArrows && (() => this.move(1)), ArrowLeft: !ownsArrows && (() => this.move(-1)),
      ArrowDown: !ownsArrows && (() => this.move(1)), ArrowUp: !ownsArrows && (() => this.move(-1)),
      j: () => this.move(1), k: () => this.move(-1),
      Home: () => this.goTo(this.actions.first), End: () => this.goTo(this.actions.last),
      // On a button or a check box, the space bar presses it.
      ' ': !target.matches('button, input[type="checkbox"]') && (() => this.play()),
      Enter: target === page('search') && (() => { if (this.actions.passing?.length) { this.goTo(this.actions.first); page('actions').focus(); } }),
      '/': () => { this.#setPane('actions'); page('search').focus(); page('search').select(); },
      '?': () => page('help').showModal(),
      1: () => this.#selectTab('step'), 2: () => this.#selectTab('effects'), 3: () => this.#selectTab('calls'),
      4: this.screen && (() => this.#selectTab('screen')), 5: () => this.performance.show(),
      6: () => this.sequence.show(this.entry),
      c: () => this.compare(),
      '+': () => this.timeline.zoom(1.5), '=': () => this.timeline.zoom(1.5), '-': () => this.timeline.zoom(1 / 1.5),
      0: () => this.timeline.fit(),
      t: () => this.setTheme(themes[(themes.indexOf(page('theme').value) + 1) % 3]),
    };
    const command = Object.hasOwn(commands, event.key) && commands[event.key];
    if (!command) return;
    command();
    event.preventDefault();
  }
}
