import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import {
  constants,
  copyFile,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';

import type {
  CallOptions,
  Content,
  LocalObject,
  MediaStore,
  NewPart,
  ObjectReader,
  Part,
  PartedUpload,
  Span,
  StoredObject,
} from './media-store.ts';
import { assertKey, assertSpan, fileError, MediaStoreError } from './media-store.ts';
import { sizeOf, writeAll } from './pieces.ts';

const mib = 1024 * 1024;
const maxPage = 1000;
const maxOpenFiles = 64;
const idPattern = /^[\da-f-]{36}$/;
/** Names in which unfinished files wait; keys cannot begin with a dot. */
const folders = { temporary: '.new', parts: '.parts' };

/**
 * Objects as files of one folder, each under its key. A file is written beside them, synced, and renamed. The parts of an
 * upload are written into one file at their offsets, which becomes the object without a copy.
 */
export class FolderStore implements MediaStore, ObjectReader {
  readonly partBytes: number = mib;
  readonly minPartBytes: number = 1;
  readonly hasEqualParts: boolean = false;
  private readonly folder: string;
  private readonly partFiles = new Map<string, Promise<FileHandle>>();
  private lastPutNew: Promise<unknown> = Promise.resolve();

  /** @param folder it is made when something is stored */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Removes what calls left that a crash interrupted. Call it before others use the folder. */
  async start(): Promise<void> {
    await rm(join(this.folder, folders.temporary), { recursive: true, force: true }).catch(rethrow);
  }

  async put(key: string, content: Content): Promise<void> {
    assertKey(key);
    if (!('path' in content)) {
      await this.publish(key, await this.write(content));
      return;
    }
    try {
      await sync(content.path);
      await this.publish(key, content.path);
    } catch (error) {
      if (codeOf((error as Error).cause) !== 'EXDEV') throw fileError(error);
      await this.publish(key, await this.write(content));
    }
  }

  async putNew(key: string, content: Uint8Array): Promise<boolean> {
    // One after the other; only one process uses the folder.
    const isStored = this.lastPutNew.then(async () => {
      if ((await this.head(key)) !== undefined) return false;
      await this.put(key, content);
      return true;
    });
    this.lastPutNew = isStored.catch(() => undefined);
    return await isStored;
  }

  async head(key: string): Promise<{ bytes: number } | undefined> {
    assertKey(key);
    try {
      const stats = await stat(this.path(key));
      return stats.isFile() ? { bytes: stats.size } : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw fileError(error);
    }
  }

  async get(key: string, span?: Span, { signal }: CallOptions = {}): Promise<Readable> {
    const { bytes, path } = await this.open(key);
    if (span !== undefined) assertSpan(span, bytes);
    const { start, end } = span ?? { start: 0, end: bytes };
    if (start === end) return Readable.from([]);
    const stream = createReadStream(path, { start, end: end - 1 });
    const leave = (): void => void stream.destroy(signal?.reason as Error);
    if (signal?.aborted === true) leave();
    signal?.addEventListener('abort', leave, { once: true });
    stream.once('close', () => signal?.removeEventListener('abort', leave));
    return stream;
  }

  async list(
    prefix: string,
    { after = '', limit = maxPage }: { after?: string; limit?: number } = {},
  ): Promise<StoredObject[]> {
    const found: StoredObject[] = [];
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    for await (const key of this.keys(folder, { prefix, after })) {
      const stats = await stat(this.path(key)).catch(ignoreMissing);
      // It may have been deleted meanwhile.
      if (stats !== undefined) found.push({ key, bytes: stats.size, modifiedAt: stats.mtimeMs });
      if (found.length >= Math.min(limit, maxPage)) break;
    }
    return found;
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      assertKey(key);
      await rm(this.path(key), { force: true }).catch(rethrow);
      await this.removeEmpty(dirname(key));
    }
  }

  async begin(key: string): Promise<PartedUpload> {
    assertKey(key);
    const id = randomUUID();
    const temporaryFolder = join(this.folder, folders.temporary, id);
    const parts = join(this.folder, folders.parts);
    try {
      await mkdir(temporaryFolder, { recursive: true });
      await writeFile(join(temporaryFolder, 'key'), key, { flush: true });
      await writeFile(join(temporaryFolder, 'bytes'), '', { flush: true });
      await sync(temporaryFolder);
      await mkdir(parts, { recursive: true });
      await rename(temporaryFolder, join(parts, id));
      await sync(parts);
    } catch (error) {
      throw fileError(error);
    }
    return { key, id };
  }

  async putPart({ id }: PartedUpload, { number, offset, content }: NewPart): Promise<Part> {
    try {
      await writeAll(await this.openParts(id), content, offset);
      return { number, bytes: sizeOf(content), tag: '' };
    } catch (error) {
      throw fileError(error, 'the upload does not exist');
    }
  }

  async sync({ id }: PartedUpload): Promise<void> {
    try {
      await (await this.openParts(id)).datasync();
    } catch (error) {
      throw fileError(error, 'the upload does not exist');
    }
  }

  async complete({ key, id }: PartedUpload, parts: readonly Part[]): Promise<void> {
    await this.closeParts(id);
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    let file: FileHandle | undefined;
    try {
      file = await open(this.partsFile(id), 'r+');
      const { size } = await file.stat();
      if (size < bytes)
        throw new MediaStoreError('missing', `${String(bytes - size)} bytes of ${key} are missing`);
      // Later bytes are of a part that was not recorded.
      await file.truncate(bytes);
      await file.sync();
    } catch (error) {
      // An earlier call may have succeeded without its caller knowing.
      if (isMissing(error) && (await this.head(key))?.bytes === bytes) {
        await this.abort({ key, id });
        return;
      }
      throw fileError(error, 'the upload does not exist');
    } finally {
      await file?.close();
    }
    await this.publish(key, this.partsFile(id));
    await rm(this.partsFolder(id), { recursive: true, force: true });
  }

  async abort({ id }: PartedUpload): Promise<void> {
    await this.closeParts(id);
    await rm(this.partsFolder(id), { recursive: true, force: true }).catch(rethrow);
  }

  async unfinished(prefix: string): Promise<(PartedUpload & { startedAt: number })[]> {
    const ids = await readdir(join(this.folder, folders.parts)).catch(ignoreMissing);
    const found: (PartedUpload & { startedAt: number })[] = [];
    for (const id of (ids ?? []).slice(0, maxPage)) {
      const file = await open(join(this.partsFolder(id), 'key'), 'r').catch(ignoreMissing);
      // An upload that is ending has none.
      if (file === undefined) continue;
      const [key, { mtimeMs }] = await Promise.all([file.readFile('utf8'), file.stat()]);
      await file.close();
      if (key.startsWith(prefix)) found.push({ key, id, startedAt: mtimeMs });
    }
    return found;
  }

  presign(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** The file of an object is the object. */
  async open(key: string): Promise<LocalObject> {
    const found = await this.head(key);
    if (found === undefined) throw new MediaStoreError('missing', `there is no object ${key}`);
    return {
      path: this.path(key),
      bytes: found.bytes,
      load: () => Promise.resolve(),
      close: () => undefined,
    };
  }

  close(): void {
    for (const id of this.partFiles.keys()) void this.closeParts(id);
  }

  /** Writes a synced file beside the objects. @returns its path */
  private async write(content: Content): Promise<string> {
    const path = join(this.folder, folders.temporary, randomUUID());
    try {
      await mkdir(dirname(path), { recursive: true });
      if ('path' in content) {
        await copyFile(content.path, path, constants.COPYFILE_FICLONE);
        await sync(path);
      } else await writeFile(path, content, { flush: true });
      return path;
    } catch (error) {
      await rm(path, { force: true }).catch(() => undefined);
      throw fileError(error);
    }
  }

  /** Renames a synced file to its key, and waits until its name is on the disk. */
  private async publish(key: string, from: string): Promise<void> {
    assertKey(key);
    const path = this.path(key);
    try {
      const topFolder = await mkdir(dirname(path), { recursive: true });
      await rename(from, path).catch(async (error: unknown) => {
        // A deletion has removed the folder in between, because it was empty.
        if (!isMissing(error)) throw error;
        await mkdir(dirname(path), { recursive: true });
        await rename(from, path);
      });
      await sync(dirname(path));
      if (topFolder === undefined) return;
      for (let at = dirname(path); at.length >= topFolder.length; at = dirname(at)) await sync(dirname(at));
    } catch (error) {
      throw fileError(error);
    }
  }

  /** Removes a folder of keys and those above it that are empty. */
  private async removeEmpty(prefix: string): Promise<void> {
    for (let at = prefix; at !== '.'; at = dirname(at)) {
      const isRemoved = await rmdir(this.path(at)).then(
        () => true,
        () => false,
      );
      if (!isRemoved) return;
    }
  }

  /** All keys in order; skips folders in which none can match. */
  private async *keys(
    base: string,
    filter: { prefix: string; after: string },
  ): AsyncGenerator<string, void, undefined> {
    const { prefix, after } = filter;
    const entries = await readdir(this.path(base), { withFileTypes: true }).catch(ignoreMissing);
    const names = (entries ?? [])
      .filter(({ name }) => !name.startsWith('.'))
      .map((entry) => `${base}${entry.name}${entry.isDirectory() ? '/' : ''}`)
      .sort((a, b) => (a < b ? -1 : 1));
    for (const name of names) {
      if (!name.endsWith('/')) {
        if (name.startsWith(prefix) && name > after) yield name;
        continue;
      }
      const mayMatch = name.startsWith(prefix) || prefix.startsWith(name);
      if (mayMatch && (name > after || after.startsWith(name))) yield* this.keys(name, filter);
    }
  }

  /** The file of an upload stays open between its parts. */
  private async openParts(id: string): Promise<FileHandle> {
    const file = this.partFiles.get(id) ?? open(this.partsFile(id), 'r+');
    this.partFiles.delete(id);
    this.partFiles.set(id, file);
    const [oldest] = this.partFiles.keys();
    if (this.partFiles.size > maxOpenFiles && oldest !== undefined) void this.closeParts(oldest);
    file.catch(() => this.partFiles.delete(id));
    return await file;
  }

  private async closeParts(id: string): Promise<void> {
    const file = this.partFiles.get(id);
    this.partFiles.delete(id);
    await file?.then((open) => open.close()).catch(() => undefined);
  }

  private path(key: string): string {
    return join(this.folder, key);
  }

  private partsFolder(id: string): string {
    if (!idPattern.test(id)) throw new MediaStoreError('missing', 'the upload does not exist');
    return join(this.folder, folders.parts, id);
  }

  private partsFile(id: string): string {
    return join(this.partsFolder(id), 'bytes');
  }
}

/** Waits until a file, or the names in a folder, are on the disk. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw fileError(error);
}

function rethrow(error: unknown): never {
  throw fileError(error);
}
