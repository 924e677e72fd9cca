import { dailyLimitWords, modelDayOf } from './model-day.ts';

it('ends at midnight UTC, and says how long that is from now', () => {
  const now = new Date('2026-11-18T18:47:30Z');
  expect(modelDayOf(now)).toEqual(new Date('2026-11-18T00:00:00Z'));
  expect(dailyLimitWords(now)).toContain('It goes on at 00:00 UTC, in 5 h 13 min.');
  expect(dailyLimitWords(modelDayOf(now))).toContain('in 24 h.');
  expect(dailyLimitWords(new Date('2026-11-18T23:59:59.999Z'))).toContain('in 1 min.');
});
