import { expect, test } from '@jest/globals';
import { sniffBytes, sniffMedia } from './sniff-media.ts';

/** A head that begins with `start`, followed by zeros. */
function head(start: string | readonly number[]): Buffer {
  const bytes = typeof start === 'string' ? Buffer.from(start, 'latin1') : Buffer.from(start);
  return Buffer.concat([bytes, Buffer.alloc(sniffBytes)], sniffBytes);
}

/** A head with marks of packets at regular distances. */
function packets(first: number, length: number, count: number, mark: readonly number[] = [0x47]): Buffer {
  const stream = head('not a packet');
  for (let index = 0; index < count; index += 1) stream.set(mark, first + length * index);
  return stream;
}

const mp3Frame = { bytes: 417, header: [0xff, 0xfb, 0x90, 0x64] };

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
  ['WAV of broadcasters above 4 GiB', head('BW64\xff\xff\xff\xffWAVEds64')],
  ['AMR', head('#!AMR\n\x3c')],
  ['AMR, wide band', head('#!AMR-WB\n')],
  ['AC-3', head([0x0b, 0x77])],
  ['DTS', head([0x7f, 0xfe, 0x80, 0x01])],
  ['MP4 after a box of another type', head('\0\0\0\x10junk\0\0\0\0\0\0\0\0\0\0\0\x18moov')],
  ['MP3 after other bytes', packets(70_000, mp3Frame.bytes, 4, mp3Frame.header)],
  ['an MP3 tag after zeros', Buffer.concat([Buffer.alloc(731), head('ID3\x04')])],
  ['a transport stream', packets(0, 188, 5)],
  ['a transport stream of a camcorder', packets(4, 192, 5)],
  ['a transport stream that was cut in a packet', packets(77, 188, 5)],
  ['a transport stream with error correction', packets(0, 204, 5)],
  ['a program stream that was cut in a pack', packets(900, 1, 1, [0, 0, 1, 0xba, 0x44])],
])('%s is media', (_, bytes) => expect(sniffMedia(bytes)).toBe('media'));

test.each([
  ['a playlist', head('#EXTM3U\n#EXT-X-TARGETDURATION:10\n')],
  ['a list of files', head("ffconcat version 1.0\nfile 'a'\n")],
  ['XML', head('<?xml version="1.0"?><MPD/>')],
  ['another kind of RIFF', head('RIFF\0\0\0\0WEBPVP8 ')],
  ['another kind of FORM', head('FORM\0\0\0\0ILBMBMHD')],
  ['four packets that might be chance', packets(4, 192, 4)],
  ['three frames that might be chance', packets(70, mp3Frame.bytes, 3, mp3Frame.header)],
  ['a playlist behind zeros', Buffer.concat([Buffer.alloc(731), head('#EXTM3U\n')])],
  ['nothing', head('')],
])('%s is not', (_, bytes) => expect(sniffMedia(bytes)).toBe('other'));

test('too few bytes are unknown', () => {
  expect(sniffMedia(Buffer.from('RIFF'))).toBe('unknown');
  expect(sniffMedia(Buffer.alloc(sniffBytes - 1))).toBe('unknown');
});
