import { clipProblem } from './clip-times.ts';

const invalid = 'Both timeIn and timeOut must be valid times in HH:MM:SS format.';
const notEarlier = 'timeIn must be earlier than timeOut.';
const tooLate = 'timeOut must be earlier than video duration(1200s).';

describe(clipProblem, () => {
  it.each([
    ['', '', 1200, invalid],
    ['00:00:05', '', 1200, invalid],
    ['', '00:00:05', 1200, invalid],
    ['00:00:05', '00:61:00', 1200, invalid],
    ['00:00:05', '-0:10:00', 1200, invalid],
    ['00:00:05', '00:00:05', 1200, notEarlier],
    ['00:10:00', '00:09:59', 1200, notEarlier],
    ['00:30:00', '00:29:00', 1200, notEarlier],
    ['00:00:05', '00:20:00', 1200, tooLate],
    ['00:00:05', '00:20:01', 1200.9, tooLate],
    ['00:00:05', '00:20:00', 1200.9, ''],
    ['00:00:05', '00:19:59', 1200, ''],
    ['00:00:00', '00:00:01', 1200, ''],
  ])('from %p to %p of %d s: %p', (timeIn, timeOut, durationSeconds, problem) => {
    expect(clipProblem({ timeIn, timeOut }, durationSeconds)).toBe(problem);
  });
});
