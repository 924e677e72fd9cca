import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { blackPng, webpOf } from '../testing/hostile-pictures.ts';
import { pictureSize } from './picture-size.ts';

const canvas = createCanvas(300, 200);
const pictures = await Promise.all([
  canvas.encode('png'),
  canvas.encode('jpeg'),
  canvas.encode('webp', 80),
  canvas.encode('webp', 100),
]);

/** A marker of a JPEG with its content. */
const segment = (marker: number, content: readonly number[]) => [
  0xff,
  marker,
  0,
  content.length + 2,
  ...content,
];
const frame = (marker: number, width: number, height: number) =>
  segment(marker, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
const jpegOf = (...parts: readonly (readonly number[])[]) => Buffer.from([0xff, 0xd8, ...parts.flat()]);

describe(pictureSize, () => {
  it('reads what encoders write', () => {
    for (const file of pictures) expect(pictureSize(file)).toEqual({ width: 300, height: 200 });
    expect(pictureSize(blackPng(3_000, 7))).toEqual({ width: 3_000, height: 7 });
  });

  it('takes the largest size when a file names several', () => {
    const large = { width: 12_000, height: 12_000 };
    expect(pictureSize(webpOf([12_000, 12_000], [10, 10]))).toEqual(large);
    expect(pictureSize(webpOf([10, 10], [12_000, 12_000]))).toEqual(large);
    expect(pictureSize(jpegOf(frame(0xc0, 10, 10), frame(0xc2, 12_000, 12_000)))).toEqual(large);
  });

  it('finds the frame of a JPEG behind other parts, fill bytes and garbage, and not the one of a preview', () => {
    const preview = segment(0xe1, frame(0xc0, 30_000, 30_000));
    const behind = [
      [0xff, 0xff, 0xff],
      [1, 2, 3],
      segment(0xc4, [0, 1]),
      frame(0xc1, 50, 40),
      [0xff, 0xda, 0, 2],
    ];
    expect(pictureSize(jpegOf(preview, ...behind, frame(0xc0, 9_000, 9_000)))).toEqual({
      width: 50,
      height: 40,
    });
  });

  it('is undefined for other files, without a size, and for what is cut off', () => {
    const others = [
      '',
      'GIF89a',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'RIFF0000WAVE',
      '\x89PNG\r\n\x1a\n',
    ];
    for (const text of others) expect(pictureSize(Buffer.from(text, 'latin1'))).toBeUndefined();
    expect(pictureSize(jpegOf(frame(0xc0, 10, 0)))).toBeUndefined();
    expect(pictureSize(jpegOf(segment(0xe0, [1, 2])))).toBeUndefined();
  });

  it('ends for whatever follows the first bytes', () => {
    const start = fc.constantFrom(...pictures.map((file) => file.subarray(0, 20)));
    const rest = fc.uint8Array({ maxLength: 200 });
    const anyOf = fc
      .constantFrom(...pictures)
      .chain((file) => fc.nat(file.length).map((end) => file.subarray(0, end)));
    const mixed = fc.tuple(start, rest).map((parts) => Buffer.concat(parts));
    fc.assert(
      fc.property(fc.oneof(mixed, anyOf), (file) => {
        const size = pictureSize(file);
        expect(size === undefined || (size.width > 0 && size.height > 0)).toBe(true);
      }),
    );
  });
});
