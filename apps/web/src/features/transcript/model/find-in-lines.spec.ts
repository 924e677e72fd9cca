/** @jest-environment node */
import fc from 'fast-check';
import { findInLines, indexLines, partsOfLine } from './find-in-lines.ts';

const lines = ['Test a new price every', 'quarter with new\ncustomers.', '', 'ΛΌΓΟΣ, Ärger; İstanbul'];
const index = indexLines(lines);
const marked = (keyword: string, chosen = 0) => {
  const hits = findInLines(index, keyword);
  return lines.map((text, line) =>
    partsOfLine(text, line, index, hits, chosen)
      .map(({ text: part, hit }) => (hit ? (hit === 'chosen' ? `[${part}]` : `(${part})`) : part))
      .join(''),
  );
};

test('finds every match in order, ignoring case', () => {
  expect(findInLines(index, ' NEW ').map(({ line }) => line)).toEqual([0, 1]);
  expect(marked('new', 1).slice(0, 2)).toEqual([
    'Test a (new) price every',
    'quarter with [new]\ncustomers.',
  ]);
});

test('finds a match that continues in the next line', () => {
  expect(marked('price  every quarter').slice(0, 2)).toEqual([
    'Test a new [price every]',
    '[quarter] with new\ncustomers.',
  ]);
  expect(marked('new customers')[1]).toBe('quarter with [new\ncustomers].');
});

test('marks whole characters, also those that fold to several', () => {
  expect(marked('λόγος')[3]).toBe('[ΛΌΓΟΣ], Ärger; İstanbul');
  expect(marked('A\u0308rger')[3]).toBe('ΛΌΓΟΣ, [Ärger]; İstanbul');
  expect(marked('i', 2)[3]).toBe('ΛΌΓΟΣ, Ärger; [İ]stanbul');
});

test.each(['', '   ', 'nothing of that', '.*', '<b>'])('%p is not found', (keyword) => {
  expect(findInLines(index, keyword)).toEqual([]);
});

test('property: the parts of every line join to the line', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'B', 'ä', ' ', '\n', 'İ', 'ß', '𝒜', 'Σ'),
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), text, (some, keyword) => {
      const ready = indexLines(some);
      const hits = findInLines(ready, keyword);
      const lineNumbers = new Set<number>();
      some.forEach((line, at) => {
        const parts = partsOfLine(line, at, ready, hits, 0);
        expect(parts.map((part) => part.text).join('')).toBe(line);
        if (parts.some(({ hit }) => hit)) lineNumbers.add(at);
      });
      for (const hit of hits) expect(lineNumbers).toContain(hit.line);
    }),
  );
});
