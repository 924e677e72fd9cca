import { mkdir, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import type { CallOptions, LocalObject, MediaStore, ObjectReader, Span } from './media-store.ts';
import { assertSpan, MediaStoreError } from './media-store.ts';
import { releaseMemory, sizeOf, writeAll } from './pieces.ts';

const mib = 1024 * 1024;
/** A read of the store has at most this many blocks, so that one reader cannot ask for gigabytes at once. */
const maxRunBlocks = 16;
/** Reads of one reader at the same time: with one connection, a store is slow. */
const maxRuns = 3;
/** Fewer but longer writes take less time. */
const writeBytes = mib;
/** Each has an open file. */
const maxObjects = 1000;

/** What the cache has done since it was opened. */
export interface CacheStatistics {
  /** Blocks that were in the cache, and those that were read from the store. */
  readonly hits: number;
  readonly misses: number;
  /** Bytes in the cache, and how many it keeps. */
  readonly bytes: number;
  readonly maxBytes: number;
}

/** An object of which some blocks are in its file. */
interface CachedObject {
  readonly path: string;
  readonly bytes: number;
  readonly file: FileHandle;
  readonly blocks: Set<number>;
  /** Blocks that are being read. */
  readonly loading: Map<number, Promise<void>>;
  users: number;
}

/**
 * Local files with those blocks of objects that were read. Each block is read once, however many ask for it. When there are
 * more bytes than allowed, the objects that were not used for the longest time go; one that is in use stays. Reading of
 * blocks that are here goes on while the store is away. It starts empty.
 */
export class ObjectCache implements ObjectReader {
  private readonly store: Pick<MediaStore, 'get' | 'head'>;
  private readonly folder: string;
  private readonly maxBytes: number;
  private readonly blockBytes: number;
  /** By key, the one used longest ago first. */
  private readonly objects = new Map<string, CachedObject>();
  private readonly opening = new Map<string, Promise<void>>();
  private readonly counts = { hits: 0, misses: 0, bytes: 0 };
  private nextName = 0;

  /** @param folder its content is removed by {@link start} */
  constructor(
    store: Pick<MediaStore, 'get' | 'head'>,
    { folder, maxBytes, blockBytes = mib }: { folder: string; maxBytes: number; blockBytes?: number },
  ) {
    this.store = store;
    this.folder = folder;
    this.maxBytes = maxBytes;
    this.blockBytes = blockBytes;
  }

  async start(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    await mkdir(this.folder, { recursive: true });
  }

  async open(key: string, { signal }: CallOptions = {}): Promise<LocalObject> {
    let object = this.objects.get(key);
    while (object === undefined) {
      await this.add(key, signal);
      // It may have gone again before this call went on.
      object = this.objects.get(key);
    }
    object.users += 1;
    const { path, bytes } = object;
    const opened = object;
    this.use(key, opened);
    let isOpen = true;
    return {
      path,
      bytes,
      load: (span = { start: 0, end: bytes }, options = {}) => this.load(key, opened, span, options),
      close: () => {
        if (!isOpen) return;
        isOpen = false;
        opened.users -= 1;
        if (opened.users === 0 && this.objects.get(key) !== opened) void discard(opened);
        this.trim();
      },
    };
  }

  /** Removes an object, for example because it was deleted in the store. Those who have it open read on. */
  forget(key: string): void {
    const object = this.objects.get(key);
    if (object === undefined) return;
    this.objects.delete(key);
    this.counts.bytes -= object.blocks.size * this.blockBytes;
    if (object.users === 0) void discard(object);
  }

  statistics(): CacheStatistics {
    return { ...this.counts, maxBytes: this.maxBytes };
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.objects.values()].map(({ file }) => file.close()));
    this.objects.clear();
  }

  private async add(key: string, signal: AbortSignal | undefined): Promise<void> {
    const opening = this.opening.get(key) ?? this.make(key, signal).finally(() => this.opening.delete(key));
    this.opening.set(key, opening);
    await opening;
  }

  private async make(key: string, signal: AbortSignal | undefined): Promise<void> {
    const found = await this.store.head(key, { signal });
    if (found === undefined) throw new MediaStoreError('missing', `there is no object ${key}`);
    const path = join(this.folder, String((this.nextName += 1)));
    const file = await open(path, 'w+');
    await file.truncate(found.bytes);
    const { bytes } = found;
    this.objects.set(key, { path, bytes, file, blocks: new Set(), loading: new Map(), users: 0 });
  }

  private async load(key: string, object: CachedObject, span: Span, { signal }: CallOptions): Promise<void> {
    assertSpan(span, object.bytes);
    if (span.start === span.end) return;
    const last = Math.floor((span.end - 1) / this.blockBytes);
    let reads: Promise<void>[] = [];
    for (let block = Math.floor(span.start / this.blockBytes); block <= last;) {
      signal?.throwIfAborted();
      const inProgress = object.loading.get(block);
      if (object.blocks.has(block) || inProgress !== undefined) {
        this.counts.hits += 1;
        if (inProgress !== undefined && !reads.includes(inProgress)) reads.push(inProgress);
        block += 1;
        continue;
      }
      let end = block + 1;
      const isAbsent = (at: number): boolean => !object.blocks.has(at) && !object.loading.has(at);
      while (end <= last && end - block < maxRunBlocks && isAbsent(end)) end += 1;
      reads.push(this.loadRun(key, object, { start: block, end }));
      block = end;
      if (reads.length < maxRuns) continue;
      await orAborted(Promise.all(reads), signal);
      reads = [];
    }
    await orAborted(Promise.all(reads), signal);
    this.use(key, object);
    this.trim();
  }

  /** Reads neighbouring blocks with one call. It goes on when its first reader leaves, because others may wait. */
  private async loadRun(key: string, object: CachedObject, { start, end }: Span): Promise<void> {
    const loading = this.readInto(key, object, {
      start: start * this.blockBytes,
      end: Math.min(object.bytes, end * this.blockBytes),
    });
    for (let block = start; block < end; block += 1) object.loading.set(block, loading);
    try {
      await loading;
      for (let block = start; block < end; block += 1) object.blocks.add(block);
      this.counts.misses += end - start;
      if (this.objects.get(key) === object) this.counts.bytes += (end - start) * this.blockBytes;
    } finally {
      for (let block = start; block < end; block += 1) object.loading.delete(block);
    }
  }

  private async readInto(key: string, { file }: CachedObject, span: Span): Promise<void> {
    let position = span.start;
    let pieces: Buffer[] = [];
    const write = async (): Promise<void> => {
      await writeAll(file, pieces, position);
      position += sizeOf(pieces);
      releaseMemory(pieces);
      pieces = [];
    };
    for await (const piece of await this.store.get(key, span)) {
      pieces.push(piece as Buffer);
      if (sizeOf(pieces) >= writeBytes) await write();
    }
    await write();
    if (position !== span.end)
      throw new MediaStoreError('unavailable', `the store sent less of ${key} than asked for`);
  }

  /** Makes it the one that was used last. */
  private use(key: string, object: CachedObject): void {
    if (this.objects.get(key) !== object) return;
    this.objects.delete(key);
    this.objects.set(key, object);
  }

  private trim(): void {
    for (const [key, { users, loading }] of this.objects) {
      if (this.counts.bytes <= this.maxBytes && this.objects.size <= maxObjects) return;
      if (users === 0 && loading.size === 0) this.forget(key);
    }
  }
}

async function discard({ file, path }: CachedObject): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
  await file.close().catch(() => undefined);
}

/** Leaves a read that goes on for others. */
async function orAborted(reading: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) {
    await reading;
    return;
  }
  // Nobody may be left to handle its error.
  reading.catch(() => undefined);
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', leave, { once: true });
  try {
    await Promise.race([reading, promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
