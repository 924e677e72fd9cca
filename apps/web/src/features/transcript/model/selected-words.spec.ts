import '../../../testing/browser-globals.ts';
import { selectedTime, selectLines, timeOfWords } from './selected-words.ts';

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

test('lines are selected in both directions, and their times found', () => {
  document.body.innerHTML = `<ol>${cues
    .map(({ text }, at) => `<li data-index="${String(at)}"><b>0:00</b><span data-words>${text}</span></li>`)
    .join('')}</ol><p>Other</p>`;
  const lines = document.querySelector('ol')!;
  expect(selectedTime(lines, cues)).toBeNull();
  selectLines(lines, 0, 1);
  expect(selectedTime(lines, cues)).toEqual({ from: 0, to: 16 });
  selectLines(lines, 2, 1);
  expect(selectedTime(lines, cues)).toEqual({ from: 8, to: 24 });
  const word = lines.querySelector('[data-words]')!.firstChild!;
  window.getSelection()?.setBaseAndExtent(word, 5, word, 8);
  expect(selectedTime(lines, cues)).toEqual({ from: 5, to: 8 });
  const other = document.querySelector('p')!;
  window.getSelection()?.setBaseAndExtent(word, 0, other, 1);
  expect(selectedTime(lines, cues)).toBeNull();
});
