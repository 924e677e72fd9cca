import fc from 'fast-check';
import { attachment } from './download-name.ts';

const header =
  /^attachment; filename="([ !#-[\]-~]+)"(?:; filename\*=UTF-8''((?:[\w!#$&+.^`|~-]|%[\dA-F]{2})+))?$/;

function namesOf(wanted: string): { plain: string; name: string } {
  const [, plain = '', encoded] = header.exec(attachment(wanted, 'highest.mp4')) ?? [];
  return { plain, name: encoded === undefined ? plain : decodeURIComponent(encoded) };
}

describe(attachment, () => {
  it.each([
    ['My talk', 'My talk.mp4', 'My talk.mp4'],
    ['clip_00:00:02.mp4', 'clip_00:00:02.mp4', 'clip_00:00:02.mp4'],
    ['Q&A: what’s new?', 'Q&A: what’s new.mp4', "Q&A: what's new.mp4"],
    ['Müller & Söhne', 'Müller & Söhne.mp4', 'Muller & Sohne.mp4'],
    ['50% off!', '50% off!.mp4', '50% off!.mp4'],
    ['../../etc/passwd', '-..-etc-passwd.mp4', '-..-etc-passwd.mp4'],
    ['a\\b', 'a-b.mp4', 'a-b.mp4'],
    ['a"; filename="b', "a'; filename='b.mp4", "a'; filename='b.mp4"],
    ['a\r\nSet-Cookie: b\0', 'a Set-Cookie: b.mp4', 'a Set-Cookie: b.mp4'],
    ['.htaccess', 'htaccess.mp4', 'htaccess.mp4'],
    ['Launch 👩‍💻🚀', 'Launch 👩‍💻🚀.mp4', 'Launch _.mp4'],
    ['evil\u202egpj', 'evilgpj.mp4', 'evilgpj.mp4'],
    ['\ud83d', '\ufffd.mp4', '_.mp4'],
    ['', 'highest.mp4', 'highest.mp4'],
    ['?', 'highest.mp4', 'highest.mp4'],
    ['x'.repeat(300), `${'x'.repeat(200)}.mp4`, `${'x'.repeat(200)}.mp4`],
    ['ü'.repeat(300), `${'ü'.repeat(100)}.mp4`, `${'u'.repeat(100)}.mp4`],
  ])('keeps of %j what can be in the name of a file', (wanted, name, plain) => {
    expect(namesOf(wanted)).toEqual({ name, plain });
  });

  it('is a valid header with a plain file name, whatever is wanted', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('"', '/', '\n', '.', ' ', '%', '\u202e'),
        fc.string({ unit: 'binary', maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(text, (wanted) => {
        const { name } = namesOf(wanted);
        expect(name).toMatch(/^[^/\\."\p{Cc}][^/\\"\p{Cc}]*\.mp4$/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(204);
      }),
    );
  });
});
