import fc from 'fast-check';
import { clip, plainLine, plainText, typedLine } from './plain-line.ts';

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const anyText = fc.string({ unit: 'binary', maxLength: 300 });

describe(plainLine, () => {
  it('leaves nothing unseen in any text, and is done after one go', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = plainLine(text);
        expect(line).not.toMatch(unseen);
        expect(line).toBe(line.trim());
        expect(plainLine(line)).toBe(line);
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
  ])('makes of %j %j', (text, line) => {
    expect(plainLine(text)).toBe(line);
  });
});

describe(clip, () => {
  it('never passes the length, never cuts a character in two, and keeps what fits', () => {
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

  it('cuts at a word', () => {
    expect(clip('one two three four', 12)).toBe('one two…');
  });
});

describe(plainText, () => {
  it('keeps lines, and takes out what cannot be seen', () => {
    expect(plainText(' One\u0000 \r\n\r\n\r\n\r\n- two\u202E\u2028three ', 100)).toBe('One\n\n- two\nthree');
  });

  it('is never longer than asked, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 30 }), (text, max) => {
        const plain = plainText(text, max);
        expect(plain.length).toBeLessThanOrEqual(max);
        expect(plain.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe(typedLine, () => {
  it('is one line, in which joiners stay', () => {
    expect(typedLine(' a\n\tb\u0000👩‍💻 ')).toBe('a b 👩‍💻');
  });
});
