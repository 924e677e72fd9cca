import { crc32, deflateSync } from 'node:zlib';

/** A PNG of black pixels with one bit each: 30,000 by 30,000 have 109 KB, and 3.6 GB when they are decoded. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 9 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A WebP whose header names a size for the whole, and another for its only part. */
export function webpOf(whole: readonly [number, number], part: readonly [number, number]): Buffer {
  const file = Buffer.alloc(12 + 8 + 10 + 8 + 24);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WEBPVP8X', 8, 'latin1');
  file.writeUInt32LE(10, 16);
  file.writeUIntLE(whole[0] - 1, 24, 3);
  file.writeUIntLE(whole[1] - 1, 27, 3);
  file.write('VP8L', 30, 'latin1');
  file.writeUInt32LE(24, 34);
  file[38] = 0x2f;
  file.writeUInt32LE((part[0] - 1) | ((part[1] - 1) << 14), 39);
  return file;
}
