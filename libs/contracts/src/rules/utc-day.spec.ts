import { resetSentence, utcDayOf } from './utc-day.ts';

it('ends at midnight UTC, and the sentence says how long that is from now', () => {
  const now = new Date('2026-11-18T18:47:30Z');
  expect(utcDayOf(now)).toEqual(new Date('2026-11-18T00:00:00Z'));
  expect(resetSentence(now)).toBe('The limit resets at 00:00 UTC, in 5 h 13 min.');
  expect(resetSentence(utcDayOf(now))).toContain('in 24 h.');
  expect(resetSentence(new Date('2026-11-18T23:59:59.999Z'))).toContain('in 1 min.');
});
