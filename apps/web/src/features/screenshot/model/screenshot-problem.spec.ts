/** @jest-environment node */
import { screenshotProblem } from './screenshot-problem.ts';

const invalid = 'time must be valid times in HH:MM:SS format.';

test.each([
  ['', 1200, invalid],
  ['00:19', 1200, invalid],
  ['00:19:6', 1200, invalid],
  ['00:60:00', 7200, invalid],
  ['00:20:00', 1200, 'time must be earlier than video duration(1200s).'],
  ['00:20:01', 1200.4, 'time must be earlier than video duration(1200s).'],
  ['99:59:59', 1200, 'time must be earlier than video duration(1200s).'],
  ['00:19:59', 1200, ''],
  ['00:00:00', 1200, ''],
])('%p in a video of %p s: %p', (time, duration, problem) => {
  expect(screenshotProblem(time, duration)).toBe(problem);
});
