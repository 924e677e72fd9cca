/** @jest-environment node */
import fc from 'fast-check';
import { fileName } from './file-name.ts';

test.each([
  ['Retention by cohort', '.json', 'Retention by cohort.json'],
  ['Retention by cohort', 'transcript.vtt', 'Retention by cohort - transcript.vtt'],
  ['Q&A: what/why\\how? "so" <x> | *', '.md', 'Q&A what why how so x.md'],
  ['..hidden. ', '.md', 'hidden.md'],
  ['', '.md', 'webinar.md'],
  ['???', 'transcript.srt', 'webinar - transcript.srt'],
  ['CON', '.txt', '_CON.txt'],
  ['lpt1.notes', '.txt', '_lpt1.notes.txt'],
  ['Console', '.txt', 'Console.txt'],
  ['a\nb\u202etxt.exe', '.md', 'a b txt.exe.md'],
  ['Überblick 👩‍👩‍👧 日本', '.md', 'Überblick 👩‍👩‍👧 日本.md'],
])('%j and %s is %j', (title, suffix, expected) => expect(fileName(title, suffix)).toBe(expected));

const unit = fc.constantFrom(
  ...Array.from('<>:"/\\|?*. \t\0\u202e\ud83d'),
  'a',
  'é',
  '日',
  '👩‍👩‍👧',
  'con',
  'COM1',
  'nul',
);
const titles = fc.array(unit, { maxLength: 120 }).map((units) => units.join(''));

test('property: a name is valid on every system', () => {
  fc.assert(
    fc.property(titles, (title) => {
      const name = fileName(title, 'show notes.md');
      expect(name).toMatch(/^[^\s.].* - show notes\.md$/u);
      // oxlint-disable-next-line no-control-regex -- the test asserts that there are no control characters
      expect(name).not.toMatch(/[<>:"/\\|?*\u0000-\u001f]|[. ] - show/);
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)[. ]/i);
      expect(new Blob([name]).size).toBeLessThan(200);
      expect(name.isWellFormed()).toBe(true);
    }),
    { numRuns: 300 },
  );
});
