import { expect, test } from '@jest/globals';

import { SNIFF_BYTES, sniffMedia } from './sniff-media.ts';

/** A head that begins with `start`, followed by zeros. */
function head(start: string | readonly number[]): Buffer {
  const bytes = typeof start === 'string' ? Buffer.from(start, 'latin1') : Buffer.from(start);
  return Buffer.concat([bytes, Buffer.alloc(SNIFF_BYTES)], SNIFF_BYTES);
}

function packets(first: number, length: number, count: number): Buffer {
  const stream = Buffer.alloc(first + length * count);
  for (let index = 0; index < count; index += 1) stream[first + length * index] = 0x47;
  return stream;
}

test.each([
  ['MP4', head('\0\0\0\x18ftypisom')],
  ['Matroska and WebM', head([0x1a, 0x45, 0xdf, 0xa3])],
  ['WAV', head('RIFF\0\0\0\0WAVEfmt ')],
  ['WAV above 4 GiB', head('RF64\xff\xff\xff\xffWAVEds64')],
  ['AVI', head('RIFF\0\0\0\0AVI LIST')],
  ['AIFF', head('FORM\0\0\0\0AIFFCOMM')],
  ['AIFF, compressed', head('FORM\0\0\0\0AIFCFVER')],
  ['CAF', head('caff\0\x01\0\0desc')],
  ['FLV', head('FLV\x01\x05\0\0\0\x09')],
  ['DV', head([0x1f, 0x07, 0x00, 0xbf])],
  ['a transport stream', packets(0, 188, 3)],
  ['a transport stream of a camcorder', packets(4, 192, 3)],
])('%s is media', (_, bytes) => {
  expect(sniffMedia(bytes)).toBe('media');
});

test.each([
  ['a playlist', head('#EXTM3U\n#EXT-X-TARGETDURATION:10\n')],
  ['a list of files', head("ffconcat version 1.0\nfile 'a'\n")],
  ['XML', head('<?xml version="1.0"?><MPD/>')],
  ['another kind of RIFF', head('RIFF\0\0\0\0WEBPVP8 ')],
  ['another kind of FORM', head('FORM\0\0\0\0ILBMBMHD')],
  ['two packets that might be chance', packets(4, 192, 2)],
  ['nothing', head('')],
])('%s is not', (_, bytes) => {
  expect(sniffMedia(bytes)).toBe('other');
});

test('too few bytes are unknown', () => {
  expect(sniffMedia(Buffer.from('RIFF'))).toBe('unknown');
});
