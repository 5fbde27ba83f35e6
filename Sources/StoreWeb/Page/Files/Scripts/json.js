'use strict';
// Values as they are in the trace, and paths in them. Nothing here uses the document.

/** An integer that a JavaScript number cannot hold; it keeps the digits that were recorded. */
class ExactNumber {
  constructor(digits) { this.digits = digits; }
  toJSON() { return this.digits; }
  /** The value for comparisons. */
  valueOf() { return /^-?\d+$/.test(this.digits) ? BigInt(this.digits) : Number(this.digits); }
}

/** Parses JSON. Integers beyond 2^53 keep their digits, if the browser gives access to the source text. */
function parseJSON(text) {
  // The slower way is only needed if the text may contain such an integer. Long fractions do not count.
  if (!/(?:^|[^.\d])\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value, context) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && context?.source
      ? new ExactNumber(context.source) : value);
}

function isContainer(value) {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}

/** The member of an object or array; undefined if it has no member with that name. */
function memberOf(container, key) {
  return isContainer(container) && Object.hasOwn(container, key) ? container[key] : undefined;
}

/** Sets a member. `__proto__` is a name like any other. */
function setMember(container, key, value) {
  if (key === '__proto__') {
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    container[key] = value;
  }
}

function shallowCopy(container) {
  return Array.isArray(container) ? container.slice() : { ...container };
}

function isEqual(left, right) {
  if (left === right) return true;
  if (left instanceof ExactNumber && right instanceof ExactNumber) return left.digits === right.digits;
  if (!isContainer(left) || !isContainer(right) || Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length
    && keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key]));
}

/** A value that is not a container, as JSON. */
function literal(value) {
  if (value instanceof ExactNumber) return value.digits;
  return Object.is(value, -0) ? '-0' : JSON.stringify(value) ?? 'null';
}

/** JSON on one line, cut at a limit. Reads no more of the value than it needs. */
function compactText(value, limit = 200) {
  let text = '';
  const write = (value) => {
    if (text.length > limit) return;
    if (!isContainer(value)) {
      const isLong = typeof value === 'string' && value.length > limit;
      text += isLong ? literal(value.slice(0, limit)) : literal(value);
      return;
    }
    const isArray = Array.isArray(value);
    text += isArray ? '[' : '{';
    let isFirst = true;
    for (const key in value) {
      if (text.length > limit) break;
      if (!isFirst) text += ', ';
      isFirst = false;
      if (!isArray) text += `${nameText(key)}: `;
      write(value[key]);
    }
    text += isArray ? ']' : '}';
  };
  write(value);
  return text.length > limit ? `${wholeSlice(text, limit)}…` : text;
}

/**
 * JSON with one member or element to a line, but short containers on one. Stops after some lines: `{ text, isCut }`.
 */
function prettyText(value, lineLimit = Infinity, textLimit = Infinity) {
  const lines = [];
  let isCut = false;
  const write = (value, indentation, before, after) => {
    if (lines.length >= lineLimit) { isCut = true; return; }
    const short = isContainer(value) ? compactText(value, 72) : compactText(value, textLimit);
    if (!isContainer(value) || !short.endsWith('…')) {
      isCut ||= short.endsWith('…') && typeof value === 'string' && value.length > textLimit;
      lines.push(indentation + before + short + after);
      return;
    }
    const isArray = Array.isArray(value);
    lines.push(`${indentation}${before}${isArray ? '[' : '{'}`);
    const keys = Object.keys(value);
    keys.every((key, index) => {
      write(value[key], `${indentation}  `, isArray ? '' : `${nameText(key)}: `, index + 1 < keys.length ? ',' : '');
      return !isCut;
    });
    if (!isCut) lines.push(`${indentation}${isArray ? ']' : '}'}${after}`);
  };
  write(value, '', '', '');
  return { text: isCut ? `${lines.join('\n')}\n…` : lines.join('\n'), isCut };
}

function nameText(name) { return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name); }

const encoder = new TextEncoder();

/** The number of bytes of a text in UTF-8. */
function byteCount(text) { return /[^\0-\x7F]/.test(text) ? encoder.encode(text).length : text.length; }

/** The beginning of a text that does not end in half a character. */
function wholeSlice(text, length) {
  const unit = text.charCodeAt(length - 1);
  return text.slice(0, unit >= 0xD800 && unit < 0xDC00 ? length - 1 : length);
}

/** The names and indexes of a JSON pointer (RFC 6901). */
function pointerKeys(pointer) {
  if (pointer === '') return [];
  return pointer.slice(1).split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * `['items', '2', 'a b']` as people write it: `items[2]["a b"]`. The first value of a case has no name, which is encoded
 * as `_0`.
 */
function pathText(keys) {
  let text = '';
  for (const key of keys) {
    if (key === '_0' && text !== '') continue;
    if (/^\d+$/.test(key)) text += `[${key}]`;
    else if (nameText(key) === key) text += text === '' ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text === '' ? 'the whole state' : text;
}
