import { dailyLimitMessage, modelDayOf } from './model-day.ts';

it('ends at midnight UTC, and the message says how long that is from now', () => {
  const now = new Date('2026-11-18T18:47:30Z');
  expect(modelDayOf(now)).toEqual(new Date('2026-11-18T00:00:00Z'));
  expect(dailyLimitMessage(now)).toContain('The limit resets at 00:00 UTC, in 5 h 13 min.');
  expect(dailyLimitMessage(modelDayOf(now))).toContain('in 24 h.');
  expect(dailyLimitMessage(new Date('2026-11-18T23:59:59.999Z'))).toContain('in 1 min.');
});
