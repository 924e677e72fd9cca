import '../../../testing/browser-globals.ts';
import { selectedPlaces, selectLines, timeOfWords, wordsBetween } from './selected-words.ts';

const cues = [
  { start: 0, end: 8, text: 'Good day' },
  { start: 8, end: 16, text: 'to you all.' },
  { start: 20, end: 24, text: 'Now.' },
];

test.each([
  [
    { line: 0, offset: 0 },
    { line: 0, offset: 8 },
    { from: 0, to: 8 },
  ],
  [
    { line: 0, offset: 6 },
    { line: 0, offset: 7 },
    { from: 5, to: 8 },
  ],
  [
    { line: 0, offset: 5 },
    { line: 2, offset: 1 },
    { from: 5, to: 24 },
  ],
  [{ line: 0, offset: 4 }, { line: 0, offset: 5 }, null],
  [{ line: 0, offset: 8 }, { line: 1, offset: 0 }, null],
])('from %j to %j is the time %j', (start, end, time) => {
  expect(timeOfWords(cues, start, end)).toEqual(time);
});

test('lines are selected in both directions, and their ends found', () => {
  document.body.innerHTML = `<ol>${cues
    .map(({ text }, at) => `<li data-line="${String(at)}"><b>0:00</b><span data-words>${text}</span></li>`)
    .join('')}</ol><p>Other</p>`;
  const lines = document.querySelector('ol')!;
  expect(selectedPlaces(lines)).toEqual({ start: null, end: null });
  selectLines(lines, 0, 1);
  expect(selectedPlaces(lines)).toEqual({ start: { line: 0, offset: 0 }, end: { line: 1, offset: 11 } });
  selectLines(lines, 2, 1);
  expect(selectedPlaces(lines)).toEqual({ start: { line: 1, offset: 0 }, end: { line: 2, offset: 4 } });
  const word = lines.querySelector('[data-words]')!.firstChild!;
  window.getSelection()?.setBaseAndExtent(word, 5, word, 8);
  expect(selectedPlaces(lines)).toEqual({ start: { line: 0, offset: 5 }, end: { line: 0, offset: 8 } });
  const other = document.querySelector('p')!;
  window.getSelection()?.setBaseAndExtent(word, 0, other, 1);
  expect(selectedPlaces(lines)).toEqual({ start: { line: 0, offset: 0 }, end: null });
});

test('the words between two places include lines that are not in the document', () => {
  const all = new Set(cues.keys());
  const [start, end] = [
    { line: 0, offset: 5 },
    { line: 2, offset: 3 },
  ];
  expect(wordsBetween(cues, start, end, all)).toBe('day\nto you all.\nNow');
  expect(wordsBetween(cues, start, end, new Set([0, 2]))).toBe('day\nNow');
  expect(wordsBetween(cues, start, { line: 0, offset: 7 }, all)).toBe('da');
});
