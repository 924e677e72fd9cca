import { formatTimeCode, parseTimeCode } from './time-code.ts';

/** What stands in a time input, and where its caret is. */
export interface TimeCodeEdit {
  readonly text: string;
  readonly caret: number;
}

/** `HH:MM:SS`. */
export const timeCodeLength = 8;
const mostDigits = 6;
const timeCodeForm = /^(\d{1,2}(:\d{0,2}){0,2})?$/;

const digitsOf = (text: string) => text.replace(/\D/g, '');
const colonsOf = (text: string) => text.length - text.replaceAll(':', '').length;
/** Pairs from the end: `228` is two minutes and 28 seconds. */
const grouped = (digits: string) => digits.slice(0, mostDigits).replace(/\d(?=(\d\d)+$)/g, '$&:');

/** Behind the n-th digit. */
function placeBehind(text: string, count: number): number {
  let place = 0;
  for (let left = count; left > 0; place += 1) if (text[place] !== ':') left -= 1;
  return place;
}

/** `HH:MM:SS` of what may be shorter, such as `28`, `2:28` or `1:02:28`; nothing stays nothing. */
export function fillTimeCode(text: string): string {
  if (text === '') return '';
  const parts = text.split(':').map((part) => part.padStart(2, '0'));
  return [...['00', '00', '00'].slice(parts.length), ...parts].join(':');
}

/**
 * What becomes of an edit of a time code: digits and colons only. Colons come by themselves where a group would have
 * more than two digits; those that were typed stay where they are.
 * @param before what stood there, always of this function's making
 * @param raw what the browser made of it, with its caret
 * @param deletion which way something was deleted, if so
 */
export function editTimeCode(
  before: string,
  { text: raw, caret }: TimeCodeEdit,
  deletion?: 'back' | 'forward',
): TimeCodeEdit {
  let start = raw.slice(0, caret).replace(/[^\d:]/g, '');
  let end = raw.slice(caret).replace(/[^\d:]/g, '');
  const hasSameDigits = digitsOf(start + end).length === digitsOf(before).length;
  const addedColons = colonsOf(start + end) - colonsOf(before);
  // Whoever deletes a colon between digits means the digit beside it.
  if (hasSameDigits && addedColons < 0 && end !== '') {
    if (deletion === 'back') [start, end] = [start.slice(0, -1), `:${end}`];
    if (deletion === 'forward') [start, end] = [`${start}:`, end.slice(1)];
  }
  if (deletion) end = end.replace(/:$/, '');
  if (deletion && end === '') start = start.replace(/:$/, '');
  const isForm = timeCodeForm.test(start + end);
  // A colon where none can be changes nothing.
  if (!isForm && hasSameDigits && addedColons > 0)
    return { text: before, caret: Math.min(caret, before.length) };
  const text = isForm ? start + end : grouped(digitsOf(start + end));
  const digitsBefore = Math.min(digitsOf(start).length, mostDigits);
  const place = isForm ? start.length : placeBehind(text, digitsBefore);
  return { text, caret: !deletion && text[place] === ':' ? place + 1 : place };
}

/** The time in pasted text, such as `1:02:03`, `00:01:02,500` or `at 75:30`; null when no time with colons is in it. */
export function findTimeCode(pasted: string): string | null {
  const [, ...parts] = /(?<!\d)(?:(\d{1,2}):)?(\d{1,3}):(\d{1,2})(?!\d)/.exec(pasted) ?? [];
  if (parts.length === 0) return null;
  const [hours = '0', minutes = '0', seconds = '0'] = parts;
  if (parts[0] !== undefined && minutes.length < 3)
    return [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
  return formatTimeCode(Math.min(Number(minutes) * 60 + Number(seconds), 359_999));
}

/** A time some seconds later, or earlier when negative, between 0 and `most`. What is no time counts as 0. */
export function stepTimeCode(text: string, seconds: number, most: number): string {
  return formatTimeCode(
    Math.min(Math.max(0, (parseTimeCode(fillTimeCode(text)) ?? 0) + seconds), Math.max(0, most)),
  );
}
