import { visibleLine } from '@vault/contracts';
import fc from 'fast-check';
import { clip, plainLine, plainText, typedText } from './plain-line.ts';
import { withoutMarkup } from './without-markup.ts';

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const anyText = fc.string({ unit: 'binary', maxLength: 300 });

describe(plainLine, () => {
  it('removes markup that invisible characters hide, and all invisible characters', () => {
    expect(plainLine('<\u200Bscr\u202Eipt>Pick\u0007ed [by\u200B](java\nscript:x) hand')).toBe(
      'Pick ed by hand',
    );
  });
});

describe('plainLine of most lines', () => {
  const character = fc.oneof(
    fc.integer({ min: 0, max: 0x24f }).map((code) => String.fromCodePoint(code)),
    fc.integer({ min: 0x2000, max: 0x2070 }).map((code) => String.fromCodePoint(code)),
    fc.constantFrom(' ', 'a', 'javascript', 'http', '/', '(', ')', '!', '<b>', '[', ']', ':'),
  );

  it('property: is the line without invisible characters and markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 8 }), (text) => {
        expect(plainLine(text)).toBe(visibleLine(withoutMarkup(visibleLine(text))));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe(clip, () => {
  it('property: keeps the length, never splits a character, and keeps text that fits', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 120 }), (text, max) => {
        const line = plainLine(text);
        const clipped = clip(text, max);
        expect(clipped.length).toBeLessThanOrEqual(max);
        expect(clipped).not.toMatch(unseen);
        if (line.length <= max) expect(clipped).toBe(line);
        else expect(line.startsWith(clipped.slice(0, -1))).toBe(true);
      }),
    );
  });

  it('cuts at a word', () => expect(clip('one two three four', 12)).toBe('one two…'));
});

describe(plainText, () => {
  it('keeps lines, and removes invisible characters', () => {
    expect(plainText(' One\u0000 \r\n\r\n\r\n\r\n- two\u202E\u2028three ', 100)).toBe('One\n\n- two\nthree');
  });

  it('removes markup, also over several lines, unless a person typed it', () => {
    const text = '- One <img\nsrc=x>\n- [Two](https://evil.example)';
    expect(plainText(text, 100)).toBe('- One\n- Two');
    expect(typedText('Put it in <b>bold</b>.', 100)).toBe('Put it in <b>bold</b>.');
  });

  it('property: is never longer than the maximum', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 30 }), (text, max) => {
        const plain = plainText(text, max);
        expect(plain.length).toBeLessThanOrEqual(max);
        expect(plain.isWellFormed()).toBe(true);
      }),
    );
  });
});
