import fc from 'fast-check';
import { emailAddressOf, needsSmtpUtf8 } from './email-address.ts';
import { email } from '../routes/auth.routes.ts';

const zero = '\u200B';
const noBreak = '\u00A0';

describe('an address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada.Byron@Example.COM', 'ada.byron@example.com'],
    // Signs that browsers take.
    [`o'brien+list/a=b@example.com`, `o'brien+list/a=b@example.com`],
    ['!#$%&*?^_`{|}~-@example.com', '!#$%&*?^_`{|}~-@example.com'],
    ['ada..x.@docomo.ne.jp', 'ada..x.@docomo.ne.jp'],
    // Domains of all scripts, in both forms.
    ['ada@müller.de', 'ada@xn--mller-kva.de'],
    ['ada@MÜLLER.de', 'ada@xn--mller-kva.de'],
    ['ada@mu\u0308ller.de', 'ada@xn--mller-kva.de'],
    ['ada@XN--MLLER-KVA.de', 'ada@xn--mller-kva.de'],
    ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
    ['ada@xn--80akjhbed8ahk.xn--p1ai', 'ada@xn--80akjhbed8ahk.xn--p1ai'],
    ['ada@例え。jp', 'ada@xn--r8jz45g.jp'],
    ['ada@straße.de', 'ada@xn--strae-oqa.de'],
    // Names of all scripts.
    ['müller@example.com', 'müller@example.com'],
    ['MU\u0308LLER@example.com', 'müller@example.com'],
    ['用户@例子.中国', '用户@xn--fsqu00a.xn--fiqs8s'],
    ['نامه\u200Cای@example.com', 'نامه\u200Cای@example.com'],
    // Wide signs of Japanese keyboards.
    ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
    // What is left when it is pasted.
    [`${zero}ada@exam${zero}ple.com${zero}`, 'ada@example.com'],
    [`\uFEFF ada@example.com${noBreak}`, 'ada@example.com'],
    [`ada${noBreak}@ example.com\r\n`, 'ada@example.com'],
    ['\u202Aada@example.com\u202C', 'ada@example.com'],
    ['ada@exam\u00ADple.com', 'ada@example.com'],
    ['mailto:ada@example.com', 'ada@example.com'],
    ['MAILTO:ada@example.com?subject=Hello@all', 'ada@example.com'],
    ['<ada@example.com>', 'ada@example.com'],
    ['Ada Byron <ada@example.com>', 'ada@example.com'],
    ['"Byron, Ada" <mailto:ada@example.com>;', 'ada@example.com'],
    ['“ada@example.com”', 'ada@example.com'],
    [`'ada@example.com'`, 'ada@example.com'],
    ['(ada@example.com).', 'ada@example.com'],
    ['ada@example.com.', 'ada@example.com'],
    ['ada@example.com,', 'ada@example.com'],
    // Of accounts that there are.
    ['ada@xn--a.com', 'ada@xn--a.com'],
    ['ada@a-.com', 'ada@a-.com'],
  ])('%j is %j', (typed, stored) => {
    expect(emailAddressOf(typed)).toBe(stored);
    expect(emailAddressOf(stored)).toBe(stored);
    expect(email.parse(typed)).toBe(stored);
  });

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@example',
    'ada@localhost',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'ada@0x7f.1',
    'ada@example.com:25',
    'ada@example.com/a',
    'ada@user@example.com',
    'ada@example..com',
    'ada@.example.com',
    'ada@exam ple.com',
    'ada byron@example.com',
    'ada@example.com, bob@example.com',
    'ada@example.com bob@example.com',
    'ada@ex%61mple.com',
    'ada@under_score.com',
    'mü<ller@example.com',
    'mü,ller@example.com',
    '"a b"@example.com',
    'ada\\@example.com',
    'ada\u0000@example.com',
    'ada@example.com\u0007',
    `${'a'.repeat(250)}@example.com`,
  ])('%j is none', (typed) => {
    expect(emailAddressOf(typed)).toBeUndefined();
    expect(email.safeParse(typed).error?.issues[0]?.message).toBe('Please enter a valid email address.');
  });

  it('is its own form, and has no character that a header or a command could read as another', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        'ada',
        '@',
        '@example.com',
        '@müller.de',
        '.',
        '<',
        '>',
        '\r\n',
        zero,
        noBreak,
        'mailto:',
        '＠',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const form = emailAddressOf(parts.join(''));
        if (form === undefined) return;
        expect(emailAddressOf(form)).toBe(form);
        expect(form).toMatch(/^[^\s<>(),;:"\\@\p{Cc}]+@[a-z0-9.-]+$/u);
      }),
      { numRuns: 5000 },
    );
  });

  it('keeps the form in which it was stored before', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const before = address.trim().toLowerCase();
        const wasTaken =
          /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/.test(before);
        if (wasTaken && before.length <= 254) expect(emailAddressOf(address)).toBe(before);
      }),
    );
  });

  it('needs a mail server with SMTPUTF8 for letters before the @ only', () => {
    expect(needsSmtpUtf8('müller@example.com')).toBe(true);
    expect(needsSmtpUtf8(emailAddressOf('ada@müller.de') ?? '')).toBe(false);
  });
});
