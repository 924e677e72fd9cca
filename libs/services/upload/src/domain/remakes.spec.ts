import { afterRemake, maxRemakesPerDay, remakeProblem, type Remakes } from './remakes.ts';

it('a video is worked on again a few times a day, and again on the next', () => {
  const now = new Date('2026-11-18T18:47:30Z');
  let remakes: Remakes | undefined;
  for (let time = 0; time < maxRemakesPerDay; time += 1) {
    expect(remakeProblem(remakes, now)).toBeUndefined();
    remakes = afterRemake(remakes, now);
  }
  expect(remakeProblem(remakes, now)).toBe(
    'This video has reached the daily limit of 5 new captions or other tracks. The limit resets at 00:00 UTC, in 5 h 13 min.',
  );
  const tomorrow = new Date('2026-11-19T00:00:00Z');
  expect(remakeProblem(remakes, tomorrow)).toBeUndefined();
  expect(afterRemake(remakes, tomorrow)).toEqual({ day: tomorrow, count: 1 });
});
