import { createHash, type Hash } from 'node:crypto';
import {
  MediaStoreError,
  type MediaStore,
  type Part,
  type Span,
  type StoredObject,
} from '@vault/media-store';
import { mediaPrefix } from '@vault/video-engine';
import { withProgress, type Progress } from '../move/progress.ts';
import { patiently } from './patiently.ts';

/** Objects that are copied or compared at the same time; each needs the memory of two pieces. */
const workers = 4;
const pieceBytes = 8 * 1024 * 1024;
/** One round ends up to 1,000 uploads. */
const maxRounds = 1_000;

export interface ObjectCopyOptions {
  readonly from: MediaStore;
  readonly to: MediaStore;
  readonly print: (line: string) => void;
}

/** Objects and bytes. */
interface Count {
  objects: number;
  bytes: number;
}

/** What a run has done. */
export interface CopyResult {
  /** What the source had at the start. */
  readonly source: Count;
  readonly copied: Count;
  /** Read back, with the same SHA-256 as in the source. */
  readonly verified: Count;
  /** Objects that are not the same after the copy. */
  readonly different: Count;
}

interface Pair {
  readonly object: StoredObject;
  /** The object under its key in the target. */
  readonly found: StoredObject | undefined;
}

/**
 * Copies the objects that a store lacks from another, and compares all by their hashes. Objects never change, so one of the same
 * size is not copied again, unless its content differs. A run continues what a killed one has begun.
 */
export class ObjectCopy {
  private readonly result: CopyResult = {
    source: none(),
    copied: none(),
    verified: none(),
    different: none(),
  };
  private readonly stopping = new AbortController();

  constructor(private readonly options: ObjectCopyOptions) {}

  async run(): Promise<CopyResult> {
    const { from, print } = this.options;
    await this.abortLeftovers();
    for await (const object of this.objectsIn(from)) count(this.result.source, object);
    const totalBytes = this.result.source.bytes;
    await withProgress({ what: 'copied', print }, (copied) =>
      withProgress({ what: 'verified', print, totalBytes }, (verified) => this.copyAll(copied, verified)),
    );
    return this.result;
  }

  /** Ends the uploads in parts of a run that was killed; others may be of an engine that uses the target. */
  private async abortLeftovers(): Promise<void> {
    const { from, to } = this.options;
    for (let round = 0; round < maxRounds; round += 1) {
      let isDone = true;
      for (const upload of await to.unfinished(mediaPrefix)) {
        if ((await from.head(upload.key)) === undefined) continue;
        await to.abort(upload);
        isDone = false;
      }
      if (isDone) return;
    }
  }

  private async copyAll(copied: Progress, verified: Progress): Promise<void> {
    const pairs = this.pairs();
    const work = async (): Promise<void> => {
      for (let next = await pairs.next(); next.done !== true; next = await pairs.next())
        await this.handle(next.value, copied, verified);
    };
    const all = Array.from({ length: workers }, () =>
      work().catch((error: unknown) => this.stopping.abort(error)),
    );
    await Promise.all(all);
    this.stopping.signal.throwIfAborted();
  }

  private async handle({ object, found }: Pair, copied: Progress, verified: Progress): Promise<void> {
    const { result } = this;
    const isStored = found?.bytes === object.bytes;
    const hash = isStored ? await this.hashIn(this.options.from, object) : await this.copy(object, copied);
    if (await this.isSame(object, hash, verified)) count(result.verified, object);
    else if (!isStored) this.noteDifferent(object);
    else {
      this.options.print(`${object.key} differs in the target, and is copied anew.`);
      if (await this.isSame(object, await this.copy(object, copied))) count(result.verified, object);
      else this.noteDifferent(object);
    }
  }

  private noteDifferent(object: StoredObject): void {
    count(this.result.different, object);
    this.options.print(`DIFFERENT: ${object.key}`);
  }

  /** @returns the SHA-256 of what was copied */
  private async copy(object: StoredObject, progress: Progress): Promise<string> {
    const { to } = this.options;
    const { signal } = this.stopping;
    const hash = createHash('sha256');
    if (object.bytes > pieceBytes) await this.copyParts(object, hash);
    else {
      const content = Buffer.concat(await this.readSource(object, { start: 0, end: object.bytes }, hash));
      await patiently(() => to.put(object.key, content, { signal }), signal);
    }
    count(this.result.copied, object);
    progress.add({ bytes: object.bytes });
    return hash.digest('hex');
  }

  private async copyParts(object: StoredObject, hash: Hash): Promise<void> {
    const { to } = this.options;
    const { signal } = this.stopping;
    const upload = await patiently(() => to.begin(object.key, { signal }), signal);
    try {
      const parts: Part[] = [];
      for (const span of spansOf(object)) {
        const content = await this.readSource(object, span, hash);
        const part = { number: parts.length + 1, offset: span.start, content };
        parts.push(await patiently(() => to.putPart(upload, part, { signal }), signal));
      }
      await patiently(() => to.complete(upload, parts, { signal }), signal);
    } catch (error) {
      await to.abort(upload).catch(() => undefined);
      throw error;
    }
  }

  /** @param hash gets the bytes, too */
  private async readSource({ key }: StoredObject, span: Span, hash: Hash): Promise<Buffer[]> {
    const { from } = this.options;
    const { signal } = this.stopping;
    const read = async (): Promise<Buffer[]> => {
      const chunks: Buffer[] = [];
      for await (const chunk of await from.get(key, span, { signal })) chunks.push(chunk as Buffer);
      return chunks;
    };
    const chunks = await patiently(read, signal);
    for (const chunk of chunks) hash.update(chunk);
    return chunks;
  }

  /** Reads an object of the target. */
  private async isSame(object: StoredObject, sha256: string, progress?: Progress): Promise<boolean> {
    try {
      return (await this.hashIn(this.options.to, object, progress)) === sha256;
    } catch (error) {
      // It was deleted or replaced in the target.
      if (isMissing(error) || error instanceof RangeError) return false;
      throw error;
    }
  }

  /** Reads in pieces, so that an interruption costs only one. */
  private async hashIn(store: MediaStore, object: StoredObject, progress?: Progress): Promise<string> {
    const { signal } = this.stopping;
    let hash = createHash('sha256');
    for (const span of spansOf(object)) {
      const before = hash;
      hash = await patiently(async () => {
        const after = before.copy();
        for await (const chunk of await store.get(object.key, span, { signal }))
          after.update(chunk as Buffer);
        return after;
      }, signal);
      progress?.add({ bytes: span.end - span.start });
    }
    return hash.digest('hex');
  }

  /** Reads both stores side by side, in the order of the keys. */
  private async *pairs(): AsyncGenerator<Pair, void, undefined> {
    const { from, to } = this.options;
    const targets = this.objectsIn(to);
    let target = await targets.next();
    for await (const object of this.objectsIn(from)) {
      while (target.done !== true && target.value.key < object.key) target = await targets.next();
      const next = target.done === true ? undefined : target.value;
      yield { object, found: next?.key === object.key ? next : undefined };
    }
  }

  private async *objectsIn(store: MediaStore): AsyncGenerator<StoredObject, void, undefined> {
    const { signal } = this.stopping;
    for (let after: string | undefined = ''; after !== undefined;) {
      const from: string = after;
      const page: StoredObject[] = await patiently(
        () => store.list(mediaPrefix, { after: from, signal }),
        signal,
      );
      yield* page;
      after = page.at(-1)?.key;
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof MediaStoreError && error.problem === 'missing';
}

function* spansOf({ bytes }: StoredObject): Generator<Span, void, undefined> {
  for (let start = 0; start < bytes; start += pieceBytes)
    yield { start, end: Math.min(start + pieceBytes, bytes) };
}

function none(): Count {
  return { objects: 0, bytes: 0 };
}

function count(counted: Count, { bytes }: StoredObject): void {
  counted.objects += 1;
  counted.bytes += bytes;
}
