/** A box of an MP4 file (ISO 14496-12): its type and its content without the header. */
export interface Box {
  type: string;
  content: Buffer;
}

const headerBytes = 8;

/** Lists the boxes in a buffer. @throws Error when one extends past its end */
export function readBoxes(buffer: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < buffer.length;) {
    const size = buffer.length - at < headerBytes ? 0 : buffer.readUInt32BE(at);
    if (size < headerBytes || at + size > buffer.length) throw new Error('a box of an MP4 has a wrong size');
    const content = buffer.subarray(at + headerBytes, at + size);
    boxes.push({ type: buffer.toString('latin1', at + 4, at + 8), content });
    at += size;
  }
  return boxes;
}

/** Returns the content of the first box at a path of types. @throws Error when there is none */
export function findBox(buffer: Buffer, ...path: string[]): Buffer {
  return path.reduce((content, type) => {
    const match = readBoxes(content).find((box) => box.type === type);
    if (match === undefined) throw new Error(`an MP4 has no box ${path.join('/')}`);
    return match.content;
  }, buffer);
}

/** Builds a box. */
export function makeBox(type: string, ...contents: readonly Buffer[]): Buffer {
  const size = headerBytes + contents.reduce((total, content) => total + content.length, 0);
  return Buffer.concat([uint32([size]), Buffer.from(type, 'latin1'), ...contents], size);
}

/** Builds a box whose content is a table: version and flags (0), the number of entries, the entries. */
export function makeTable(type: string, entries: number, ...contents: readonly Buffer[]): Buffer {
  return makeBox(type, uint32([0, entries]), ...contents);
}

/** Rebuilds a box with some of its children replaced; a child that maps to undefined is left out. */
export function replaceBoxes(
  type: string,
  content: Buffer,
  replace: (child: Box) => Buffer | undefined,
): Buffer {
  return makeBox(type, ...readBoxes(content).map((child) => replace(child) ?? Buffer.alloc(0)));
}

/** The header of an `mdat` box with a 64-bit size. @param size of the whole box in bytes */
export function mdatHeader(size: number): Buffer {
  return Buffer.concat([uint32([1]), Buffer.from('mdat'), uint64([size])]);
}

/** The bytes of {@link mdatHeader}. */
export const mdatHeaderBytes = 16;

/** Encodes integers of 32 bits, most significant byte first; a negative one as its two's complement. */
export function uint32(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => buffer.writeUInt32BE(value >>> 0, 4 * index));
  return buffer;
}

/** Encodes unsigned numbers of 64 bits, most significant byte first. */
export function uint64(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(8 * values.length);
  values.forEach((value, index) => buffer.writeBigUInt64BE(BigInt(value), 8 * index));
  return buffer;
}
