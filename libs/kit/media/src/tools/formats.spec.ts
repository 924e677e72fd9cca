import { expect, test } from '@jest/globals';
import { filePickerTypes, mayBeMedia } from './formats.ts';

const extensions = 'mp4 mts m2ts aiff caf m4b mka 3g2 vob amr dts ts ogg MOV bw64'.split(' ');

test.each([
  ['a type of the browser', 'talk', 'video/mp4', true],
  ['a transport stream as text', 'talk.ts', 'text/vnd.trolltech.linguist', true],
  ['Ogg as an application', 'talk.ogg', 'application/ogg', true],
  ['text', 'notes.txt', '', false],
  ['a document', 'slides.pdf', 'application/pdf', false],
  ['no extension', 'mp4', '', false],
  ...extensions.map((one) => [`${one} without a type`, `a.b.${one}`, '', true] as const),
] as const)('%s', (_, name, type, expected) => expect(mayBeMedia({ name, type })).toBe(expected));

test('a file picker offers extensions for which browsers have no type', () => {
  expect(filePickerTypes.split(',')).toEqual(expect.arrayContaining(['video/*', 'audio/*', '.mts', '.amr']));
});
