import { formatTimeCode, parseTimeCode } from '../format/format-duration.ts';

/** The text of a time input and the position of its caret. */
export interface TimeCodeEdit {
  readonly text: string;
  readonly caret: number;
}

/** `HH:MM:SS`. */
export const timeCodeLength = 8;
const maxDigits = 6;
/** 99:59:59 */
const maxSeconds = 359_999;
const timeCodeForm = /^(\d{1,2}(:\d{0,2}){0,2})?$/;

const digitsOf = (text: string) => text.replace(/\D/g, '');
const colonsOf = (text: string) => text.length - text.replaceAll(':', '').length;
/** Pairs from the end: `228` is two minutes and 28 seconds. */
const grouped = (digits: string) => digits.slice(0, maxDigits).replace(/\d(?=(\d\d)+$)/g, '$&:');

/** The index after the n-th digit. */
function indexAfterDigit(text: string, count: number): number {
  let position = 0;
  for (let remaining = count; remaining > 0; position += 1) if (text[position] !== ':') remaining -= 1;
  return position;
}

/**
 * Completes a short time such as `28`, `2:28` or `1:02:28` to `HH:MM:SS`. In a short time, 60 and more are carried: `70`
 * is `00:01:10`. A text that is complete or empty stays as it is.
 */
export function fillTimeCode(text: string): string {
  if (text === '' || text.length === timeCodeLength) return text;
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return formatTimeCode(Math.min(seconds, maxSeconds));
}

/**
 * Normalizes an edit of a time code: only digits and colons. A colon is added where a group would have more than two
 * digits; typed colons stay where they are.
 * @param before the text before the edit, always a result of this function
 * @param raw the text and caret after the edit in the browser
 * @param deletion direction of a deletion, if the edit is one
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
  // Deleting a colon between digits deletes the adjacent digit instead.
  if (hasSameDigits && addedColons < 0 && end !== '') {
    if (deletion === 'back') [start, end] = [start.slice(0, -1), `:${end}`];
    if (deletion === 'forward') [start, end] = [`${start}:`, end.slice(1)];
  }
  if (deletion) end = end.replace(/:$/, '');
  if (deletion && end === '') start = start.replace(/:$/, '');
  const isForm = timeCodeForm.test(start + end);
  // A colon at an invalid position is ignored.
  if (!isForm && hasSameDigits && addedColons > 0)
    return { text: before, caret: Math.min(caret, before.length) };
  const text = isForm ? start + end : grouped(digitsOf(start + end));
  const digitsBefore = Math.min(digitsOf(start).length, maxDigits);
  const position = isForm ? start.length : indexAfterDigit(text, digitsBefore);
  return { text, caret: !deletion && text[position] === ':' ? position + 1 : position };
}

/** The time in a pasted text, such as `1:02:03`, `00:01:02,500` or `at 75:30`; null without a time with colons. */
export function findTimeCode(pasted: string): string | null {
  const [, ...parts] = /(?<!\d)(?:(\d{1,2}):)?(\d{1,3}):(\d{1,2})(?!\d)/.exec(pasted) ?? [];
  if (parts.length === 0) return null;
  const [hours = '0', minutes = '0', seconds = '0'] = parts;
  if (parts[0] !== undefined && minutes.length < 3)
    return [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
  return formatTimeCode(Math.min(Number(minutes) * 60 + Number(seconds), maxSeconds));
}

/** Adds seconds, which may be negative, and limits the result to 0 to `max`. An invalid time counts as 0. */
export function stepTimeCode(text: string, seconds: number, max: number): string {
  return formatTimeCode(
    Math.min(Math.max(0, (parseTimeCode(fillTimeCode(text)) ?? 0) + seconds), Math.max(0, max)),
  );
}
