// Makes elements. Text from the trace becomes text nodes, never markup.

const page = (id) => document.getElementById(id);

/**
 * Makes an element. Children are elements or strings. Attributes and children that are undefined or false are left
 * out.
 */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/**
 * Characters that are invisible or change the direction of the text. They are shown by their numbers, except U+200D,
 * which emoji need.
 */
const hidden = /(?!\u200D)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

/** Text from the trace as nodes: strings, and elements for invisible characters. */
function shown(text, limit = Infinity, keepsLines = false) {
  if (text.length > limit) text = `${wholeSlice(text, limit)}…`;
  if (!hidden.test(text)) return [text];
  const parts = text.split(/((?!\u200D)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029])/u);
  return parts.map((part, index) => {
    if (index % 2 === 0 || (keepsLines && part === '\n')) return part;
    const digits = part.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
    return make('span', { class: 'escape' }, `\\u{${digits}}`);
  });
}

const displayLimit = 400;

/** A value on one line, in the colour of its kind; containers as JSON. */
function valueClass(value) {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number';
  return isContainer(value) ? 'summary' : 'keyword';
}

/** JSON with lines, cut if it is long; a button shows the rest. */
function valueBlock(value, className, title, lineLimit = 12) {
  const { text, isCut } = prettyText(value, lineLimit, displayLimit);
  return make('div', { class: className }, shown(text, Infinity, true),
    isCut && [' ', make('button', { type: 'button', class: 'link', click: () => showText(title, value) }, showAllLabel(value))]);
}

function valuePre(value, title) {
  return make('pre', {}, ...valueBlock(value, '', title).childNodes);
}

function showAllLabel(value) {
  return typeof value === 'string' ? `Show all ${countText(value.length, 'character')}` : 'Show all';
}

/** Shows a whole text or value in a dialog. */
function showText(title, value) {
  page('text-title').replaceChildren(...shown(title, 200));
  const text = typeof value === 'string' ? value : prettyText(value).text;
  // In blocks, because the browser lays out only the visible ones: one long line would take it many seconds.
  const blocks = text.match(/[^]{1,4000}(?:\n|$)|[^]{4000}(?![\uDC00-\uDFFF])|[^]{1,3999}/g) ?? [];
  page('text-content').replaceChildren(...blocks.map((block) => make('div', {}, shown(block, Infinity, true))));
  page('text').showModal();
}

/** Copies a text to the clipboard, and says so. */
async function copyText(text) {
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Where a page may not use the clipboard, a selected text can still be copied.
    const field = make('textarea', { class: 'visually-hidden' });
    field.value = text;
    const focused = document.activeElement;
    document.body.append(field);
    field.select();
    isCopied = document.execCommand('copy');
    field.remove();
    focused?.focus();
  }
  page('status').textContent = isCopied ? `Copied ${plainText(text, 100)}` : 'The browser does not let this page copy.';
}

const plural = (count, noun) => count === 1 ? noun : `${noun}s`;
const number = (count) => count.toLocaleString('en');
const countText = (count, noun) => `${number(count)} ${plural(count, noun)}`;

/** Calls a function with the next frame: once, no matter how many requests come before. */
function perFrame(body) {
  let isRequested = false;
  return () => {
    if (isRequested) return;
    isRequested = true;
    requestAnimationFrame(() => { isRequested = false; body(); });
  };
}

/** For the canvas and for sentences, which can't contain elements for invisible characters. */
function plainText(text, limit) {
  return shown(text, limit).map((part) => typeof part === 'string' ? part : part.textContent).join('');
}

/** The colours of the legend and of the page, in the current theme. */
function pageColors() {
  const colors = {};
  for (const item of document.querySelectorAll('.legend [data-color]')) {
    colors[item.dataset.color] = getComputedStyle(item).backgroundColor;
  }
  const style = (element, property) => getComputedStyle(element)[property];
  colors.text = style(document.body, 'color');
  colors.surface = style(page('timeline'), 'backgroundColor');
  colors.line = style(page('timeline'), 'borderTopColor');
  colors.dim = style(document.querySelector('.legend'), 'color');
  colors.control = style(page('axis'), 'borderTopColor');
  colors.accent = style(page('play'), 'color');
  return colors;
}
