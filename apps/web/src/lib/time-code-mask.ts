import { formatTimeCode, parseTimeCode } from './time-code.ts';

/** What stands in a time input, and where its caret is. */
export interface TimeCodeEdit {
  readonly text: string;
  readonly caret: number;
}

/** `HH:MM:SS`. */
export const timeCodeLength = 8;
const mostDigits = 6;

const digitsOf = (text: string) => text.replace(/\D/g, '');
const colonsOf = (text: string) => text.length - text.replaceAll(':', '').length;
const grouped = (digits: string) => digits.slice(0, mostDigits).replace(/\d\d(?=\d)/g, '$&:');

/** Behind the n-th digit. */
const placeBehind = (count: number) => (count === 0 ? 0 : count + Math.floor((count - 1) / 2));

/** A colon typed at the end: what stands before it is complete, so a lonely digit gets its zero. */
function closeGroup(digits: string): TimeCodeEdit {
  const whole = digits.length % 2 === 0 ? digits : `${digits.slice(0, -1)}0${digits.slice(-1)}`;
  const text = whole === '' || whole.length >= mostDigits ? grouped(whole) : `${grouped(whole)}:`;
  return { text, caret: text.length };
}

/**
 * What becomes of an edit of a time code: digits and colons only, colons where they belong.
 * @param before what stood there, always of this function's making
 * @param raw what the browser made of it, with its caret
 * @param deletion which way something was deleted, if so
 */
export function editTimeCode(
  before: string,
  { text: raw, caret }: TimeCodeEdit,
  deletion?: 'back' | 'forward',
): TimeCodeEdit {
  let left = digitsOf(raw.slice(0, caret));
  let right = digitsOf(raw.slice(caret));
  if (!deletion && right === '' && raw.trimEnd().endsWith(':')) return closeGroup(left.slice(0, mostDigits));
  // A colon between digits comes back by itself; whoever deletes it means the digit beside it.
  const isOnlyColon =
    (left + right).length === digitsOf(before).length && colonsOf(raw) < colonsOf(before) && right !== '';
  if (isOnlyColon && deletion === 'back') left = left.slice(0, -1);
  if (isOnlyColon && deletion === 'forward') right = right.slice(1);
  const text = grouped(left + right);
  const place = Math.min(placeBehind(left.length), text.length);
  return { text, caret: deletion !== 'back' && text[place] === ':' ? place + 1 : place };
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
  return formatTimeCode(Math.min(Math.max(0, (parseTimeCode(text) ?? 0) + seconds), Math.max(0, most)));
}
