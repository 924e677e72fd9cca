export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The size that the header of a PNG, JPEG or WebP names: a file of some bytes can have pixels for gigabytes.
 * @returns undefined when it is none of them, or cut off in its header
 */
export function pictureSize(file: Buffer): PictureSize | undefined {
  const start = file.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return pngSize(file);
  if (start.startsWith('\xff\xd8\xff')) return jpegSize(file);
  return /^RIFF.{4}WEBP$/s.test(start) ? webpSize(file) : undefined;
}

function pngSize(file: Buffer): PictureSize | undefined {
  if (file.length < 24 || file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/** The largest frame before the first scan: decoders differ in which of several they take. */
function jpegSize(file: Buffer): PictureSize | undefined {
  const sizes: PictureSize[] = [];
  for (let at = file.indexOf(0xff, 2); at !== -1;) {
    while (file[at] === 0xff) at += 1;
    const marker = file[at] ?? endOfImage;
    at += 1;
    if (marker === startOfScan || marker === endOfImage) break;
    if (isFrame(marker) && at + 7 <= file.length)
      sizes.push({ height: file.readUInt16BE(at + 3), width: file.readUInt16BE(at + 5) });
    const hasContent = marker > 0x01 && !isRestart(marker) && at + 2 <= file.length;
    at = file.indexOf(0xff, hasContent ? at + file.readUInt16BE(at) : at);
  }
  return largest(sizes);
}

const startOfScan = 0xda;
const endOfImage = 0xd9;

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Restarts, and the start of an image. */
function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd8;
}

/** The largest of the whole and of its parts: decoders differ in which they take. */
function webpSize(file: Buffer): PictureSize | undefined {
  const sizes: PictureSize[] = [];
  for (let at = 12; at + 8 <= file.length;) {
    const size = partSize(file.toString('latin1', at, at + 4), file.subarray(at + 8));
    if (size) sizes.push(size);
    const length = file.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return largest(sizes);
}

function partSize(type: string, part: Buffer): PictureSize | undefined {
  if (part.length < 16) return undefined;
  if (type === 'VP8 ') return { width: part.readUInt16LE(6) & 0x3fff, height: part.readUInt16LE(8) & 0x3fff };
  if (type === 'VP8L') {
    const bits = part.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const offset = { VP8X: 4, ANMF: 6 }[type];
  if (offset === undefined) return undefined;
  return { width: part.readUIntLE(offset, 3) + 1, height: part.readUIntLE(offset + 3, 3) + 1 };
}

function largest(sizes: readonly PictureSize[]): PictureSize | undefined {
  if (sizes.length === 0) return undefined;
  const [width, height] = [
    Math.max(...sizes.map((size) => size.width)),
    Math.max(...sizes.map((size) => size.height)),
  ];
  return width > 0 && height > 0 ? { width, height } : undefined;
}
