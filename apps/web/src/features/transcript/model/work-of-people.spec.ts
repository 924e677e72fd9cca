/** @jest-environment node */
import { workOfPeople } from './work-of-people.ts';

const line = (start: number, text: string, speaker?: string) => ({
  start,
  end: start + 5,
  text,
  ...(speaker === undefined ? {} : { speaker }),
});
const recognised = [line(0, 'Well come.'), line(5, 'Good day.'), line(10, 'Good bye.', 'Ben')];

test('corrected words and named speakers are counted apart', () => {
  const lines = [line(0, 'Welcome.', 'Anna'), line(5, 'Good day.', 'Anna'), line(10, 'Good bye.', 'Ben')];
  expect(workOfPeople(recognised, lines)).toEqual({ corrected: 1, named: 2 });
});

test('a line that was merged or removed is corrected', () => {
  expect(workOfPeople(recognised, recognised.slice(1))).toMatchObject({ corrected: 1, named: 0 });
  expect(workOfPeople(recognised, recognised)).toEqual({ corrected: 0, named: 0 });
});
