import type { FileHandle } from 'node:fs/promises';
import {
  findBox,
  makeBox,
  makeTable,
  mdatHeaderBytes,
  mdatHeader,
  readBoxes,
  replaceBoxes,
  uint64,
} from '../containers/mp4-boxes.ts';
import { readAt } from '../containers/read-at.ts';

/** Bytes `start` to `end` of a file, without `end`. */
export interface Span {
  start: number;
  end: number;
}

/** A file that is not stored: new bytes, then parts of another file. */
export interface ComposedFile {
  head: Buffer;
  spans: Span[];
}

/** The size of a composed file in bytes. */
export function sizeOf({ head, spans }: ComposedFile): number {
  return spans.reduce((total, { start, end }) => total + end - start, head.length);
}

const fileTypeBox = makeBox('ftyp', Buffer.from('M4A \0\0\x02\0M4A isomiso6', 'latin1'));
/** Three hours of picture and sound have about 10 MB. */
const maxIndexBytes = 64 * 1024 * 1024;
/** The `ftyp` box, and the header of the `mdat` box. */
const maxHeaderBytes = 1024;

/**
 * Composes an M4A of the sound of a packaged file: a new index, then the stored sound. The same file
 * gives the same bytes every time. Returns undefined when it has no sound.
 *
 * @param file as `addIndex` has written it
 * @param load provides bytes of the file before they are read
 */
export async function composeAudio(
  file: FileHandle,
  load: (span: Span) => Promise<void> = () => Promise.resolve(),
): Promise<ComposedFile | undefined> {
  const movie = await readIndex(file, load);
  const track = readBoxes(movie).find(
    ({ type, content }) => type === 'trak' && handlerOf(content) === 'soun',
  )?.content;
  if (track === undefined) return undefined;
  const spans = readChunks(findBox(track, 'mdia', 'minf', 'stbl'));
  const bytes = spans.reduce((total, { start, end }) => total + end - start, 0);
  const header = Buffer.from(findBox(movie, 'mvhd'));
  header.writeUInt32BE(findBox(track, 'tkhd').readUInt32BE(20), 16);
  const index = (first: number): Buffer => {
    let next = first;
    const positions = spans.map(({ start, end }) => (next += end - start) - (end - start));
    return makeBox('moov', makeBox('mvhd', header), moveChunks(track, positions));
  };
  const before = fileTypeBox.length + index(0).length + mdatHeaderBytes;
  const head = Buffer.concat([fileTypeBox, index(before), mdatHeader(mdatHeaderBytes + bytes)]);
  return { head, spans };
}

/** Reads the content of the `moov` box, which follows the `mdat` box. */
async function readIndex(file: FileHandle, load: (span: Span) => Promise<void>): Promise<Buffer> {
  const { size } = await file.stat();
  await load({ start: 0, end: Math.min(size, maxHeaderBytes) });
  const typeBytes = (await readAt(file, 0, 4)).readUInt32BE(0);
  const dataBytes = Number((await readAt(file, typeBytes, mdatHeaderBytes)).readBigUInt64BE(8));
  const length = size - typeBytes - dataBytes;
  if (length <= 0 || length > maxIndexBytes) throw new Error('a packaged file has no index');
  await load({ start: size - length, end: size });
  return findBox(await readAt(file, typeBytes + dataBytes, length), 'moov');
}

function handlerOf(track: Buffer): string {
  return findBox(track, 'mdia', 'hdlr').toString('latin1', 8, 12);
}

/** Reads where the runs of samples are in the file. */
function readChunks(table: Buffer): Span[] {
  const sizes = findBox(table, 'stsz');
  const perChunk = findBox(table, 'stsc');
  const positions = findBox(table, 'co64');
  let sample = 0;
  let run = 0;
  return Array.from({ length: positions.readUInt32BE(4) }, (_, index) => {
    const nextRun = 8 + 12 * (run + 1);
    if (nextRun < perChunk.length && perChunk.readUInt32BE(nextRun) === index + 1) run += 1;
    const start = Number(positions.readBigUInt64BE(8 + 8 * index));
    let end = start;
    for (let count = perChunk.readUInt32BE(8 + 12 * run + 4); count > 0; count -= 1, sample += 1) {
      end += sizes.readUInt32BE(12 + 4 * sample);
    }
    return { start, end };
  });
}

function moveChunks(track: Buffer, positions: readonly number[]): Buffer {
  const moved = makeTable('co64', positions.length, uint64(positions));
  const within = (type: string, content: Buffer): Buffer => {
    if (type === 'co64') return moved;
    if (!['trak', 'mdia', 'minf', 'stbl'].includes(type)) return makeBox(type, content);
    return replaceBoxes(type, content, (child) => within(child.type, child.content));
  };
  return within('trak', track);
}
