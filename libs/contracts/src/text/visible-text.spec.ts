import fc from 'fast-check';
import { visibleLine, visibleLines, typedLine, typedParagraphs } from './visible-text.ts';

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

describe(visibleLine, () => {
  it('removes every invisible character of any text, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const line = visibleLine(text);
        expect(line).not.toMatch(unseen);
        expect(line).toBe(line.trim());
        expect(visibleLine(line)).toBe(line);
        expect(visibleLines(text).replaceAll('\n', '')).not.toMatch(unseen);
      }),
    );
  });

  it.each([
    ['two\r\nlines\u2028and\ttabs', 'two lines and tabs'],
    ['a\u202Egnp.exe\u202C', 'agnp.exe'],
    ['Web\u00ADinar', 'Webinar'],
    ['\u200B\u200D\uFEFF\u3164', ''],
    ['half \uD83D of a face', 'half of a face'],
    ['Über „Größe“ – naïve 😀', 'Über „Größe“ – naïve 😀'],
  ])('turns %j into %j', (text, line) => {
    expect(visibleLine(text)).toBe(line);
  });
});

it('keeps the lines of text that has several', () => {
  expect(visibleLines(' One\u0000 \r\n- two\u202E\u2028three ')).toBe('One\n- two\nthree');
});

it('keeps joiners that people type, and removes characters that make one text look like another', () => {
  expect(typedLine(' a\n\tb\u0000👩‍💻 ')).toBe('a b 👩‍💻');
  expect(typedLine('a\u202Eb\u2066c')).toBe('a b c');
  expect(typedParagraphs(' one\r\n\ttwo\u0007\u202E ')).toBe('one\n\ttwo');
});
