import '../../../testing/browser-globals.ts';
import { captionsFileLimit } from '@vault/contracts';
import { readCaptionsFile } from './captions-file.ts';

const srt = (text: string) => `1\r\n00:00:01,000 --> 00:00:02,000\r\n${text}\r\n`;
const fileOf = (...bytes: BlobPart[]) => new File(bytes, 'talk.srt');
const textOf = async (file: File) => {
  const read = await readCaptionsFile(file, 60);
  return typeof read === 'string' ? read : read.cues.map(({ text }) => text).join('|');
};
const bytes = (text: string, byteOf: (code: number) => number[]) =>
  new Uint8Array(text.split('').flatMap((unit) => byteOf(unit.charCodeAt(0))));

test.each([
  ['UTF-8', fileOf(srt('“Café” – naïve'))],
  ['UTF-8 with a mark', fileOf('\ufeff', srt('“Café” – naïve'))],
  [
    'Windows-1252',
    fileOf(
      bytes(srt('“Café” – naïve'), (code) => [{ 0x201c: 0x93, 0x201d: 0x94, 0x2013: 0x96 }[code] ?? code]),
    ),
  ],
  [
    'UTF-16, low byte first',
    fileOf(bytes(`\ufeff${srt('“Café” – naïve')}`, (code) => [code & 255, code >> 8])),
  ],
  [
    'UTF-16, high byte first',
    fileOf(bytes(`\ufeff${srt('“Café” – naïve')}`, (code) => [code >> 8, code & 255])),
  ],
])('a file in %s is read', async (_, file) => {
  expect(await textOf(file)).toBe('“Café” – naïve');
});

test('the sentences of files that are too large, or hold too much', async () => {
  const large = 'This file is too large. A file with captions may have at most 2 MiB.';
  expect(await textOf(fileOf('x'.repeat(captionsFileLimit + 1)))).toBe(large);
  // In UTF-8 these have two bytes each.
  expect(await textOf(fileOf(new Uint8Array(captionsFileLimit / 2 + 1).fill(0xe9)))).toBe(large);
  const words = `WEBVTT\n\n${`00:01.000 --> 00:02.000\n${'word '.repeat(90)}\n\n`.repeat(2_000)}`;
  expect(await textOf(fileOf(words))).toMatch(/^These captions hold more text than can be saved/);
  // Times of words do not count.
  const caption = '00:01.000 --> 00:04.000\nWe <00:02.000>run <00:03.000>it\n\n';
  expect(await readCaptionsFile(fileOf(`WEBVTT\n\n${caption.repeat(16_000)}`), 60)).toMatchObject({
    problems: [],
  });
});

test('what was repaired or left out is that of the server', async () => {
  expect(await readCaptionsFile(fileOf(srt('Hello.')), 0.5)).toMatchObject({ problems: [], warnings: [] });
  expect(await readCaptionsFile(fileOf(srt('Hello.').replace('02,000', '09,000')), 5)).toMatchObject({
    name: 'talk.srt',
    problems: [],
    warnings: [{ line: 2, kind: 'repaired' }],
    repaired: 1,
  });
  expect(await readCaptionsFile(fileOf('Dear reader'), 5)).toMatchObject({ problems: [{ line: 1 }] });
});

test('the words in other encodings can be chosen', async () => {
  const file = fileOf(bytes(srt('Добрый день'), (code) => [code < 128 ? code : code - 0x350]));
  const found = await readCaptionsFile(file, 60);
  expect(found).toMatchObject({
    ...{ encoding: 'windows-1251', isCertain: false },
    readings: [{ encoding: 'windows-1251', lines: ['Добрый день'] }, {}, {}],
  });
  expect(await readCaptionsFile(file, 60, 'koi8-u')).toMatchObject({
    ...{ encoding: 'koi8-u', cues: [{ text: 'дНАПШИ ДЕМЭ' }] },
    readings: [{ encoding: 'koi8-u' }, { encoding: 'windows-1251' }, {}],
  });
});
