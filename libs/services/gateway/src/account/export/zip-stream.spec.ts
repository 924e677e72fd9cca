import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { zipStream, type ExportFile } from './zip-stream.ts';

const stallMs = 100;
const gone = new AbortController().signal;

async function* filesOf(...sizes: number[]): AsyncGenerator<ExportFile> {
  for (const size of sizes) {
    async function* content() {
      yield await Promise.resolve(Buffer.alloc(size));
    }
    yield await Promise.resolve({ path: `${String(size)}.bin`, size, content });
  }
}

// The last one waits in buffers as a whole: the archive ends before its reader reads anything.
it.each([[[1_000_000, 10]], [[10, 1_000_000]], [[10]]])(
  'ends when nobody reads files of %j bytes',
  async (sizes) => {
    const zip = zipStream(filesOf(...sizes), { writtenAt: new Date(), gone, stallMs });
    const [error] = (await once(zip, 'error')) as [Error];
    expect([error.message, zip.destroyed]).toEqual(['The client reads too slowly.', true]);
  },
);

it('ends when its reader stops in the middle', async () => {
  const zip = zipStream(filesOf(1_000_000), { writtenAt: new Date(), gone, stallMs });
  const failed = once(zip, 'error');
  await zip[Symbol.asyncIterator]().next();
  expect(await failed).toMatchObject([{ message: 'The client reads too slowly.' }]);
});

it('ends when its reader takes a byte from time to time', async () => {
  const zip = zipStream(filesOf(1_000_000), { writtenAt: new Date(), gone, stallMs: 5 * stallMs });
  const failed = once(zip, 'error');
  await once(zip, 'readable');
  const reading = setInterval(() => void zip.read(1), stallMs / 10);
  expect(await failed).toMatchObject([{ message: 'The client reads too slowly.' }]);
  clearInterval(reading);
});

it('goes on for a reader that is slow, and while a file is slow', async () => {
  const sizes = [200_000, 10, 300_000];
  async function* slowFiles() {
    for await (const file of filesOf(...sizes)) {
      await wait(4 * stallMs);
      yield file;
    }
  }
  const options = { writtenAt: new Date(), gone, stallMs: 10 * stallMs, leastBytes: 100 };
  const zip = zipStream(slowFiles(), options);
  const parts: Buffer[] = [];
  for await (const part of zip) {
    parts.push(part as Buffer);
    await wait(stallMs / 2);
  }
  const files = unzipSync(Buffer.concat(parts));
  expect(Object.values(files).map(({ length }) => length)).toEqual(sizes);
});

it('holds no file that it has written', async () => {
  const size = 1 << 20;
  const count = 400;
  async function* files() {
    for (let index = 0; index < count; index += 1) {
      const text = Buffer.alloc(size, index);
      async function* content() {
        yield await Promise.resolve(text);
      }
      yield await Promise.resolve({ path: `${String(index)}.txt`, size, content });
    }
  }
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  for await (const part of zipStream(files(), { writtenAt: new Date(), gone })) {
    if ((part as Buffer).length > 0) peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
  }
  expect(peak / (count * size)).toBeLessThan(0.5);
});
