import { clipProblem } from './clip-problem.ts';

const invalid = 'Both timeIn and timeOut must be valid times in HH:MM:SS format.';
const notEarlier = 'timeIn must be earlier than timeOut.';

test.each([
  ['', '', invalid],
  ['00:00:05', '', invalid],
  ['', '00:00:05', invalid],
  ['00:00:05', '00:61:00', invalid],
  ['00:00:05', '00:00:05', notEarlier],
  ['00:10:00', '00:09:59', notEarlier],
  ['00:30:00', '00:29:00', notEarlier],
  ['00:00:05', '00:20:00', 'timeOut must be earlier than video duration(1200s).'],
  ['00:00:05', '00:19:59', ''],
  ['00:00:00', '00:00:01', ''],
])('from %p to %p of 1200 s: %p', (timeIn, timeOut, problem) => {
  expect(clipProblem({ timeIn, timeOut }, 1200)).toBe(problem);
});
