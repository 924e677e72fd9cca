/** @jest-environment node */
import { withRecognised } from './recognised-words.ts';

const line = (start: number, text: string, end = start + 2) => ({ start, end, text });
const recognised = [
  line(0, 'Welcome.'),
  line(2, 'Pick a tea'),
  line(4, 'is here.'),
  line(6, 'Um.'),
  line(8, 'So.'),
];
const wordsOf = (lines: typeof recognised) =>
  withRecognised(lines, recognised).map(({ text, recognised: words }) =>
    words === undefined ? text : [text, words],
  );

test.each([
  ['nothing is changed', recognised, ['Welcome.', 'Pick a tea', 'is here.', 'Um.', 'So.']],
  [
    'a line is corrected',
    recognised.with(1, line(2, 'Piketty')),
    ['Welcome.', ['Piketty', 'Pick a tea'], 'is here.', 'Um.', 'So.'],
  ],
  [
    'lines are joined',
    recognised.toSpliced(1, 2, line(2, 'Piketty is here.', 6)),
    ['Welcome.', ['Piketty is here.', 'Pick a tea is here.'], 'Um.', 'So.'],
  ],
  [
    'a line is split',
    recognised.toSpliced(1, 1, line(2, 'Piketty', 3.5), line(3.5, '!', 4)),
    ['Welcome.', ['Piketty', 'Pick a tea'], ['!', ''], 'is here.', 'Um.', 'So.'],
  ],
  ['a line is removed', recognised.toSpliced(3, 1), ['Welcome.', 'Pick a tea', ['is here.', 'Um.'], 'So.']],
  ['the first line is removed', recognised.slice(1), [['Pick a tea', 'Welcome.'], 'is here.', 'Um.', 'So.']],
])('when %s', (_what, lines, words) => expect(wordsOf(lines)).toEqual(words));

test('another speaker is no change of the words', () => {
  const named = recognised.map((each) => ({ ...each, speaker: 'Ann' }));
  expect(withRecognised(named, recognised)).toEqual(named);
});
