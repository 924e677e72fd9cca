/** @jest-environment node */
import { breakText, checkText, dayEnd, dayStart, entryTime, wholeTime } from './log-times.ts';

const at = (...parts: [number, number, number, number?, number?, number?]) =>
  new Date(...parts).getTime() / 1_000;
const now = at(2026, 10, 28, 14, 30);

test('the time of an entry has the year unless it is the present one', () => {
  expect(entryTime(at(2026, 10, 28, 14, 3, 22), now)).toBe('28 Nov 14:03:22');
  expect(entryTime(at(2025, 10, 28, 0, 3, 22), now)).toBe('28 Nov 2025 00:03:22');
  expect(wholeTime(at(2026, 10, 28, 14, 3, 22))).toMatch(/^28 November 2026 at 14:03:22 \S+/);
});

test.each([
  [null, ''],
  [at(2026, 10, 28, 2), 'Chain checked today at 02:00: whole.'],
  [at(2026, 10, 27, 23, 59), 'Chain checked yesterday at 23:59: whole.'],
  [at(2026, 10, 26, 2), 'Chain checked on 26 November at 02:00: whole.'],
])('a chain that was checked at %p', (checkedAt, text) => expect(checkText(checkedAt, now)).toBe(text));

test('a broken chain', () => {
  expect(breakText(812)).toBe('Entry 812 does not follow 811.');
  expect(breakText(1_204)).toBe('Entry 1,204 does not follow 1,203.');
  expect(breakText(1)).toBe('Entry 1 is not as it was written.');
});

test('a day has all its moments, in the local time zone', () => {
  expect(dayStart('2026-11-28')).toBe(at(2026, 10, 28));
  expect(dayEnd('2026-11-28')).toBeCloseTo(at(2026, 10, 29) - 0.001, 6);
  expect([dayStart(''), dayEnd('')]).toEqual([undefined, undefined]);
});
