import type { Readable } from 'node:stream';

/** Bytes of an object: `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** An object that is being sent in parts. */
export interface PartedUpload {
  readonly key: string;
  /** The store's name for it. */
  readonly id: string;
}

/** A stored part. Numbers rise with the offsets, from 1 to {@link maxPartNumber}; numbers may be left out. */
export interface Part {
  readonly number: number;
  readonly bytes: number;
  /** What the store needs at the end; empty when it needs none, so that neighbours may be kept as one part. */
  readonly tag: string;
}

/** A part to store. */
export interface NewPart {
  readonly number: number;
  /** Of its first byte in the object. */
  readonly offset: number;
  readonly content: readonly Uint8Array[];
}

/** S3's limit. */
export const maxPartNumber = 10_000;

/** A whole object to store: bytes, or a file of this machine, which the store may take away. */
export type Content = Uint8Array | { readonly path: string };

/** Ends a call early; it then throws the signal's reason. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Where media are kept: objects under keys, which are names joined by `/`. What a call has stored survives a power
 * failure once it resolves, and others see an object either whole or not at all.
 *
 * All calls throw {@link MediaStoreError}, and a TypeError when a key is not allowed. No key may be the folder of another, as
 * `a` is of `a/b`: a folder cannot hold both. A body that is being read may also end with an error of the file system.
 */
export interface MediaStore {
  /** A part may not be larger. */
  readonly partBytes: number;
  /** A part that is not the last may not be smaller. */
  readonly minPartBytes: number;
  /** Whether all parts but the last have one length. */
  readonly hasEqualParts: boolean;

  put(key: string, content: Content, options?: CallOptions): Promise<void>;
  /** Stores only when there is no such object. @returns whether it did */
  putNew(key: string, content: Uint8Array, options?: CallOptions): Promise<boolean>;
  /** @returns undefined when there is no such object */
  head(key: string, options?: CallOptions): Promise<{ bytes: number } | undefined>;
  /** Reads an object, or a span that lies in it. The pieces belong to the reader. @throws MediaStoreError `missing` */
  get(key: string, span?: Span, options?: CallOptions): Promise<Readable>;
  /** @returns in the order of keys, those after `after`, at most `limit` and 1,000 */
  list(prefix: string, page?: { after?: string; limit?: number } & CallOptions): Promise<StoredObject[]>;
  /** Deletes the objects that exist. */
  delete(keys: readonly string[], options?: CallOptions): Promise<void>;

  begin(key: string, options?: CallOptions): Promise<PartedUpload>;
  /**
   * Stores a part, which survives a power failure once {@link sync} resolves. A part that is sent again replaces the
   * earlier one.
   */
  putPart(upload: PartedUpload, part: NewPart, options?: CallOptions): Promise<Part>;
  /** Resolves when the parts that are stored survive a power failure. */
  sync(upload: PartedUpload, options?: CallOptions): Promise<void>;
  /** Makes the object of these parts. May be repeated when it is not known whether it succeeded. */
  complete(upload: PartedUpload, parts: readonly Part[], options?: CallOptions): Promise<void>;
  /** Removes the parts of an upload that is not complete. */
  abort(upload: PartedUpload, options?: CallOptions): Promise<void>;
  /** Uploads that are neither complete nor aborted, at most 1,000. `startedAt` is in epoch milliseconds. */
  unfinished(prefix: string, options?: CallOptions): Promise<(PartedUpload & { startedAt: number })[]>;

  /** An address at which anyone may read the object for some time; undefined when the store has none. */
  presign(key: string, options: PresignOptions): Promise<string | undefined>;
  close(): void;
}

export interface PresignOptions {
  /** How long the address is valid, from the call. */
  readonly seconds: number;
  readonly contentType: string;
  readonly disposition?: string | undefined;
}

/** An object as a file of this machine, for programs that read files. */
export interface LocalObject {
  readonly path: string;
  readonly bytes: number;
  /** Resolves when these bytes are in the file; without a span, all are. Other bytes of the file may be zeros. */
  load(span?: Span, options?: CallOptions): Promise<void>;
  /** Ends the use of the file. */
  close(): void;
}

/** Opens objects as files. */
export interface ObjectReader {
  /** @throws MediaStoreError `missing` */
  open(key: string, options?: CallOptions): Promise<LocalObject>;
}

/**
 * - `missing`: there is no such object or upload;
 * - `unavailable`: no answer in time, or one that says to try again;
 * - `forbidden`: the server answers that it does not do this, and would do so again: see {@link StoreSetting};
 * - `full`: the store has no space.
 */
export const mediaStoreProblems = ['missing', 'unavailable', 'forbidden', 'full'] as const;
export type MediaStoreProblem = (typeof mediaStoreProblems)[number];

/**
 * What to correct after a call that is `forbidden`:
 * - `keys`: they are wrong, or lack a right;
 * - `bucket`: there is none of this name;
 * - `place`: the bucket is in another region, or at another address;
 * - `address`: what answers is not a server of buckets, or TLS with it fails;
 * - `clock`: that of this machine is wrong;
 * - `server`: it does not know the call, or what the call asks for.
 */
export const storeSettings = ['keys', 'bucket', 'place', 'address', 'clock', 'server'] as const;
export type StoreSetting = (typeof storeSettings)[number];

export class MediaStoreError extends Error {
  override readonly name = 'MediaStoreError';
  readonly problem: MediaStoreProblem;
  /** Known for a bucket that is `forbidden`. */
  readonly setting: StoreSetting | undefined;

  constructor(
    problem: MediaStoreProblem,
    message: string,
    { setting, ...options }: ErrorOptions & { readonly setting?: StoreSetting | undefined } = {},
  ) {
    super(message, options);
    this.problem = problem;
    this.setting = setting;
  }
}

const maxKeyLength = 512;
const keyPattern = /^[\w.-]+(\/[\w.-]+)*$/;

/** @throws TypeError when a key has other characters than letters, digits, `_`, `.` and `-`, or names that begin with a dot */
export function assertKey(key: string): void {
  if (key.length > maxKeyLength || !keyPattern.test(key) || /(^|\/)\./.test(key))
    throw new TypeError(`not a key of an object: ${key.slice(0, 100)}`);
}

const fileProblems: Readonly<Record<string, MediaStoreProblem>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  EROFS: 'forbidden',
  ENOENT: 'missing',
};

/** Names an error of the file system; other errors of this library stay what they are. */
export function fileError(cause: unknown, missing = 'there is no such object'): Error {
  if (cause instanceof MediaStoreError || cause instanceof TypeError) return cause;
  const problem = fileProblems[(cause as NodeJS.ErrnoException).code ?? ''] ?? 'unavailable';
  const message = problem === 'missing' ? missing : (cause as Error).message;
  return new MediaStoreError(problem, message, { cause });
}

/** @throws RangeError when the span is not of the object */
export function assertSpan({ start, end }: Span, bytes: number): void {
  if (!(start >= 0 && start <= end && end <= bytes))
    throw new RangeError(`bytes ${String(start)} to ${String(end)} of ${String(bytes)}`);
}
