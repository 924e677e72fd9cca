import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { jest } from '@jest/globals';
import { zipStream, type ExportFile } from './zip-stream.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(1_800_000);

const part = Buffer.alloc(1 << 20);
/** Of this process, however large the archive. */
const memoryLimit = 100 * part.length;
let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'zip-'))));
afterAll(() => rm(folder, { recursive: true }));

/** A file of zeros. */
function file(path: string, size: number): ExportFile {
  async function* content() {
    for (let sent = 0; sent < size; sent += part.length)
      yield await Promise.resolve(part.subarray(0, size - sent));
  }
  return { path, size, content };
}

/** Writes an archive to a file without its zeros, so that it takes little space on the disk. */
async function write(name: string, files: readonly ExportFile[]): Promise<FileHandle> {
  async function* all() {
    yield* files;
    await Promise.resolve();
  }
  const target = await open(join(folder, name), 'w+');
  const zip = zipStream(all(), { writtenAt: new Date(), gone: new AbortController().signal });
  const before = process.memoryUsage().arrayBuffers;
  let [position, waitingBytes, peak] = [0, 0, 0];
  let waiting: Buffer[] = [];
  const flush = async () => {
    await target.write(Buffer.concat(waiting), 0, waitingBytes, position);
    [position, waitingBytes, waiting] = [position + waitingBytes, 0, []];
    peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
  };
  for await (const bytes of zip as AsyncIterable<Buffer>) {
    if (bytes.equals(part)) {
      await flush();
      position += bytes.length;
    } else {
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes > part.length) await flush();
    }
  }
  await flush();
  await target.truncate(position);
  expect(peak).toBeLessThan(memoryLimit);
  return target;
}

interface Entry {
  readonly path: string;
  readonly size: number;
  readonly checksum: number;
}

/** Reads the list of an archive as the format's specification (APPNOTE.TXT, 4.3 and 4.5.3) describes it. */
async function list(archive: FileHandle): Promise<Entry[]> {
  const at = async (position: number, length: number) =>
    (await archive.read(Buffer.alloc(length), 0, length, position)).buffer;
  const { size } = await archive.stat();
  const end = await at(size - 42, 42);
  expect([end.readUInt32LE(0), end.readUInt32LE(20)]).toEqual([0x07064b50, 0x06054b50]);
  const record = await at(Number(end.readBigUInt64LE(8)), 56);
  expect(record.readUInt32LE(0)).toBe(0x06064b50);
  const [count, length, start] = [32, 40, 48].map((offset) => Number(record.readBigUInt64LE(offset)));
  const directory = await at(start!, length!);
  const entries: Entry[] = [];
  for (let next = 0; next < directory.length;) {
    const { entry, offset, bytes } = readEntry(directory.subarray(next));
    const header = await at(offset, 30 + entry.path.length);
    expect([header.readUInt32LE(0), header.toString('utf8', 30)]).toEqual([0x04034b50, entry.path]);
    entries.push(entry);
    next += bytes;
  }
  expect(entries).toHaveLength(count!);
  return entries;
}

function readEntry(record: Buffer): { entry: Entry; offset: number; bytes: number } {
  if (record.readUInt32LE(0) !== 0x02014b50) throw new Error('not an entry');
  const [name, extra, comment] = [28, 30, 32].map((offset) => record.readUInt16LE(offset));
  const large = extraField(record.subarray(46 + name!, 46 + name! + extra!), 1);
  // A number that has no space in 32 bits is in the extra field; they follow each other there.
  let used = 0;
  const [size, stored, offset] = [24, 20, 42].map((position) => {
    const value = record.readUInt32LE(position);
    if (value !== 0xffff_ffff) return value;
    used += 8;
    return Number(large.readBigUInt64LE(used - 8));
  });
  expect(stored).toBe(size);
  const path = record.toString('utf8', 46, 46 + name!);
  const entry = { path, size: size!, checksum: record.readUInt32LE(16) };
  return { entry, offset: offset!, bytes: 46 + name! + extra! + comment! };
}

function extraField(fields: Buffer, id: number): Buffer {
  for (let at = 0; at < fields.length; at += 4 + fields.readUInt16LE(at + 2)) {
    if (fields.readUInt16LE(at) === id) return fields.subarray(at + 4, at + 4 + fields.readUInt16LE(at + 2));
  }
  return Buffer.alloc(0);
}

function checksumOf(size: number): number {
  let sum = 0;
  for (let done = 0; done < size; done += part.length) sum = crc32(part.subarray(0, size - done), sum);
  return sum;
}

async function check(name: string, sizes: readonly (readonly [path: string, size: number])[]): Promise<void> {
  const archive = await write(
    name,
    sizes.map(([path, size]) => file(path, size)),
  );
  const expected = sizes.map(([path, size]) => ({ path, size, checksum: checksumOf(size) }));
  expect(await list(archive)).toEqual(expected);
  await archive.close();
}

it('stores a file of more than 4 GiB, and files after it', () =>
  check('large.zip', [
    ['recording.mp4', 4_200 * part.length + 7],
    ['clip.mp4', 2 * part.length],
  ]));

it('stores more than 65,535 files', () =>
  check(
    'many.zip',
    Array.from({ length: 66_000 }, (_, index) => [`videos/${String(index)}.txt`, index % 9] as const),
  ));
