import { randomBytes, randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { NewPart, Part, PartedUpload } from '@vault/media-store';
import { FolderStore } from '@vault/media-store';
import { makeFolder } from '@vault/media/testing';
import { Catalogue } from '../catalogue/catalogue.ts';
import type { UploadRecord } from '../catalogue/records.ts';
import { nextSeq } from '../catalogue/seq.ts';
import { newId } from '../common/ids.ts';
import { UploadClosedError } from '../common/lifecycle-errors.ts';
import { appendBody } from './append-body.ts';
import { TakenOverError } from './part-writer.ts';
import { UploadFiles } from './upload-files.ts';

/** A store with small parts, of which a bucket's rules hold. */
class SmallParts extends FolderStore {
  override readonly partBytes: number = 80;
  override readonly minPartBytes: number = 50;
  override readonly hasEqualParts: boolean = true;
  /** All stored parts. */
  readonly parts: Part[] = [];
  failure: Error | undefined;

  override async putPart(upload: PartedUpload, part: NewPart): Promise<Part> {
    if (this.failure !== undefined) throw this.failure;
    const { number, bytes } = await super.putPart(upload, part);
    const stored = { number, bytes, tag: String(number) };
    this.parts.push(stored);
    return stored;
  }

  override async complete(upload: PartedUpload, parts: readonly Part[]): Promise<void> {
    const [{ bytes: first } = { bytes: 0 }] = parts;
    for (const { bytes } of parts.slice(0, -1)) expect(bytes).toBe(first);
    if (parts.length > 1) expect(first).toBeGreaterThanOrEqual(this.minPartBytes);
    expect(parts.at(-1)!.bytes).toBeLessThanOrEqual(first);
    for (const [at, { number, tag }] of parts.entries()) {
      expect(tag).toBe(String(number));
      expect(number).toBeGreaterThan(parts[at - 1]?.number ?? 0);
    }
    await super.complete(upload, parts);
  }
}

let folder: Awaited<ReturnType<typeof makeFolder>>;
let catalogue: Catalogue;
let store: SmallParts;
let id: string;
beforeEach(async () => {
  folder = await makeFolder();
  catalogue = await Catalogue.open(folder.path);
  store = new SmallParts(`${folder.path}/objects`);
  id = newId();
  await catalogue.uploads.insert({
    ...{
      id,
      seq: nextSeq(),
      secret: newId(),
      status: 'waiting',
      createdAt: 0,
      expiresAt: Date.now() + 60_000,
    },
    ...{ timeout: 60, corsOrigin: '*', settings: { subtitles: [], renditions: [] } },
    ...{ held: 0, parts: [], nextPart: 1, events: [] },
  });
});
afterEach(async () => {
  store.close();
  await catalogue.close();
  await folder.remove();
});

const newEngine = (): UploadFiles => new UploadFiles(store, catalogue.uploads);

async function record(): Promise<UploadRecord> {
  return (await catalogue.uploads.byId(id))!;
}

/** Sends the bytes after those that are held, as one request. */
async function send(engine: UploadFiles, bytes: Buffer, length: number, total: number): Promise<void> {
  const upload = await record();
  // A copy, because the memory of stored pieces is freed.
  const chunk = Buffer.from(bytes.subarray(upload.held, upload.held + length));
  const { signal } = new AbortController();
  await engine.write(upload, { total, length: chunk.length }, (writer) =>
    appendBody(Readable.from([chunk]), { writer, skip: 0, length: chunk.length, signal }),
  );
}

async function content(): Promise<Buffer> {
  const upload = await record();
  await newEngine().complete(upload);
  return await buffer(await store.get(upload.parted!.key));
}

test.each(Array.from({ length: 20 }, (_, at) => at))(
  'chunks of any size, sent to several engines, become the file, with parts that a bucket takes (%d)',
  async () => {
    const bytes = randomBytes(randomInt(1, 2000));
    const engines = [newEngine(), newEngine(), newEngine()];
    for (let { held } = await record(); held < bytes.length; { held } = await record())
      await send(engines[randomInt(3)]!, bytes, randomInt(1, 200), bytes.length);
    expect((await content()).equals(bytes)).toBe(true);
    expect(await store.list('uploads/')).toEqual([]);
    const numbers = store.parts.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
  },
);

test('requests of one length end at the end of a part, so nothing is stored beside the parts', async () => {
  const bytes = randomBytes(1000);
  const engine = newEngine();
  for (let { held } = await record(); held < bytes.length; { held } = await record()) {
    await send(engine, bytes, 120, bytes.length);
    expect(await store.list('uploads/')).toEqual([]);
  }
  expect((await record()).parts.map((part) => part.bytes)).toEqual([...Array<number>(16).fill(60), 40]);
  expect((await content()).equals(bytes)).toBe(true);
});

test('a writer that is taken over notes nothing more, and the other one does not use its numbers', async () => {
  const bytes = randomBytes(1000);
  const [first, second] = [newEngine(), newEngine()];
  await send(first, bytes, 100, 1000);
  const upload = await record();
  const late = first.write(upload, { total: 1000, length: 100 }, async (writer) => {
    await writer.add(Buffer.alloc(100, 1));
    await send(second, bytes, 300, 1000);
    await writer.finish();
  });
  await expect(late).rejects.toThrow(TakenOverError);
  expect((await record()).held).toBe(400);
  await send(second, bytes, 600, 1000);
  const { parts } = await record();
  const lateNumber = upload.nextPart;
  expect(store.parts.filter(({ number }) => number === lateNumber)).toHaveLength(1);
  expect(parts.map(({ number }) => number)).not.toContain(lateNumber);
  // In one folder the late bytes are overwritten, because the other engine has sent them again.
  expect((await content()).equals(bytes)).toBe(true);
});

test('a failed request leaves out the number that it tried, so that a long failure does not use up all', async () => {
  const bytes = randomBytes(500);
  const engines = [newEngine(), newEngine()];
  await send(engines[0]!, bytes, 100, 500);
  const { nextPart, held } = await record();
  store.failure = new Error('away');
  const failures = 200;
  for (let at = 0; at < failures; at += 1)
    await expect(send(engines[at % 2]!, bytes, 100, 500)).rejects.toThrow('away');
  store.failure = undefined;
  expect(await record()).toMatchObject({ held, nextPart: nextPart + failures });
  await send(engines[0]!, bytes, 400, 500);
  expect(store.parts.every(({ number }) => number < nextPart || number >= nextPart + failures)).toBe(true);
  expect((await content()).equals(bytes)).toBe(true);
});

test('chunks that are too small for a part, and that engines take in turn, need no numbers', async () => {
  const bytes = randomBytes(1000);
  const engines = [newEngine(), newEngine()];
  for (let at = 0; at < bytes.length; at += 1) await send(engines[at % 2]!, bytes, 1, bytes.length);
  expect((await record()).nextPart).toBe(1 + Math.ceil(bytes.length / store.partBytes));
  expect((await content()).equals(bytes)).toBe(true);
});

test('a request that ended with its engine may have used numbers, which are left out', async () => {
  const bytes = randomBytes(500);
  await send(newEngine(), bytes, 100, 500);
  const { nextPart } = await record();
  await catalogue.uploads.change(id, (upload) => {
    upload.writer = newId();
  });
  await send(newEngine(), bytes, 400, 500);
  expect(store.parts.filter(({ number }) => number >= nextPart && number < nextPart + 64)).toEqual([]);
  expect((await content()).equals(bytes)).toBe(true);
});

test('an upload that has ended is not written, and its bytes can be removed', async () => {
  const bytes = randomBytes(500);
  const engine = newEngine();
  await send(engine, bytes, 30, 500);
  expect(await store.list('uploads/')).toHaveLength(1);
  const upload = await record();
  const ending = engine.write(upload, { total: 500, length: 10 }, async (writer) => {
    await catalogue.uploads.finish(id, (stored) => {
      stored.status = 'cancelled';
    });
    await writer.add(bytes.subarray(0, 10));
    await writer.finish();
  });
  await expect(ending).rejects.toThrow(UploadClosedError);
  await engine.remove(id);
  expect([await store.unfinished(''), (await record()).held]).toEqual([[], 30]);
});
