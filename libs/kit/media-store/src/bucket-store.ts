import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';

import type { S3ClientConfig } from '@aws-sdk/client-s3';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';

import { BucketDeletion } from './bucket-deletion.ts';
import { isOfServer, statusOf, toStoreError } from './bucket-error.ts';
import type { BucketRequest } from './bucket-requests.ts';
import { reportRequests, sendMd5 } from './bucket-requests.ts';
import { endWhenIdle } from './end-when-idle.ts';
import type {
  CallOptions,
  Content,
  MediaStore,
  NewPart,
  Part,
  PartedUpload,
  PresignOptions,
  Span,
  StoredObject,
} from './media-store.ts';
import { assertKey, assertSpan, fileError, maxPartNumber, MediaStoreError } from './media-store.ts';
import { readAt, releaseMemory } from './pieces.ts';
import { putOnce } from './put-once.ts';

const mib = 1024 * 1024;
/** S3's limit for one page. */
const maxPage = 1000;
/** A slower line cannot store media. */
const minBytesPerMs = 64;
/** Of a file that is stored. Each takes memory, but waits for the server most of the time. */
const maxParallelParts = 3;
/** Attempts of a call, with the first. */
const maxAttempts = 3;
/**
 * No checksums besides the signature, which covers the bytes: many servers refuse their headers. Without this the SDK also
 * begins uploads whose completion needs the checksum of each part.
 */
const checksums = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

/** Where a bucket is. */
export interface BucketOptions {
  readonly bucket: string;
  readonly region: string;
  /** Of a server that is not Amazon's. */
  readonly endpoint?: string | undefined;
  /** The same server as others reach it, for the addresses that they get. Default: `endpoint`. */
  readonly publicEndpoint?: string | undefined;
  /** Whether the bucket is a folder of the address, instead of a part of the host's name. */
  readonly isPathStyle?: boolean;
  /** All keys begin with it; it ends with `/`. */
  readonly prefix?: string;
  /** Read before each call, so that keys may change. Without it, the SDK looks for credentials of the machine. */
  readonly credentials?: (() => { accessKeyId: string; secretAccessKey: string }) | undefined;
  readonly encryption?: 'AES256' | 'aws:kms' | undefined;
  /** A call ends after this time, and that of its body at 64 KiB/s. Default: 30 s. */
  readonly callMs?: number;
  /** A body of which nothing arrives for this time ends. Default: 30 s. */
  readonly idleMs?: number;
  /** Called at the end of each request, for metrics; it may not throw. */
  readonly onRequest?: ((request: BucketRequest) => void) | undefined;
}

/** The option of the SDK that ends a call. */
interface Within {
  abortSignal: AbortSignal;
}

/** Objects in a bucket of any server that speaks S3. */
export class BucketStore implements MediaStore {
  readonly partBytes = 8 * mib;
  /** Some servers want all parts but the last to have one length. */
  readonly minPartBytes = 5 * mib;
  readonly hasEqualParts = true;
  private readonly client: S3Client;
  /** A signature is for one host. */
  private readonly signer: S3Client;
  private readonly bucket: string;
  private readonly prefix: string;
  private readonly encryption: { ServerSideEncryption?: 'AES256' | 'aws:kms' };
  private readonly deadlines: { callMs: number; idleMs: number };
  private readonly deletion: BucketDeletion;

  constructor({ bucket, region, prefix = '', encryption, ...options }: BucketOptions) {
    const { endpoint, publicEndpoint = endpoint, credentials, isPathStyle = false } = options;
    const { callMs = 30_000, idleMs = 30_000 } = options;
    const config: S3ClientConfig = { region, forcePathStyle: isPathStyle, maxAttempts, ...checksums };
    // As `fetch` and Node's own agents do; the client has others.
    if (process.env['NODE_USE_ENV_PROXY'] === '1') {
      const agent = { keepAlive: true, maxSockets: 50, proxyEnv: process.env };
      config.requestHandler = { httpAgent: agent, httpsAgent: agent };
    }
    if (endpoint !== undefined) config.endpoint = endpoint;
    // Keys that have expired are asked for again before each call.
    if (credentials !== undefined)
      config.credentials = () => Promise.resolve({ ...credentials(), expiration: new Date() });
    this.client = new S3Client(config);
    sendMd5(this.client);
    if (options.onRequest !== undefined) reportRequests(this.client, options.onRequest);
    this.signer =
      publicEndpoint === undefined || publicEndpoint === endpoint
        ? this.client
        : new S3Client({ ...config, endpoint: publicEndpoint });
    this.bucket = bucket;
    this.deletion = new BucketDeletion(this.client, bucket);
    this.prefix = prefix;
    this.encryption = encryption === undefined ? {} : { ServerSideEncryption: encryption };
    this.deadlines = { callMs, idleMs };
  }

  async put(key: string, content: Content, { signal }: CallOptions = {}): Promise<void> {
    if (!('path' in content)) {
      const input = { ...this.object(key), ...this.encryption, Body: content };
      const send = (within: Within): Promise<unknown> =>
        this.client.send(new PutObjectCommand(input), within);
      await this.call(signal, send, content.length);
      return;
    }
    const file = await open(content.path, 'r').catch((error: unknown) => {
      throw fileError(error);
    });
    try {
      const { size } = await file.stat();
      const read = (offset: number): Promise<Buffer<ArrayBuffer>> =>
        readAt(file, offset, Math.min(this.partBytes, size - offset));
      if (size <= this.partBytes) await this.put(key, await read(0), { signal });
      else await this.putParts(key, size, read, signal);
    } finally {
      await file.close();
    }
  }

  async putNew(key: string, content: Uint8Array, options?: CallOptions): Promise<boolean> {
    return await putOnce(this, key, content, options);
  }

  async head(key: string, { signal }: CallOptions = {}): Promise<{ bytes: number } | undefined> {
    const input = this.object(key);
    try {
      const head = await this.call(signal, (within) =>
        this.client.send(new HeadObjectCommand(input), within),
      );
      return { bytes: head.ContentLength ?? 0 };
    } catch (error) {
      if (error instanceof MediaStoreError && error.problem === 'missing') return undefined;
      throw error;
    }
  }

  async get(key: string, span?: Span, { signal }: CallOptions = {}): Promise<Readable> {
    if (span !== undefined) assertSpan(span, Number.MAX_SAFE_INTEGER);
    if (span?.start === span?.end && span !== undefined) return Readable.from([]);
    const range = span && { Range: `bytes=${String(span.start)}-${String(span.end - 1)}` };
    const input = { ...this.object(key), ...range };
    // The deadline of the call must not end the body.
    const ending = new AbortController();
    const both = signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]);
    const timer = setTimeout(() => {
      ending.abort(new MediaStoreError('unavailable', 'the store did not answer in time'));
    }, this.deadlines.callMs);
    try {
      const { Body, ContentRange } = await this.client.send(new GetObjectCommand(input), {
        abortSignal: both,
      });
      const body = Body as Readable;
      const end = ContentRange === undefined ? undefined : Number(/-(\d+)\//.exec(ContentRange)?.[1]) + 1;
      if (span !== undefined && end !== span.end) {
        body.destroy();
        throw new RangeError(
          `bytes ${String(span.start)} to ${String(span.end)} of an object that ends before`,
        );
      }
      return endWhenIdle(body, this.deadlines.idleMs, signal);
    } catch (error) {
      if (statusOf(error) === 416) throw new RangeError(`no such bytes of ${key}`, { cause: error });
      throw toStoreError(both.aborted && signal?.aborted !== true ? both.reason : error, signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async list(
    prefix: string,
    { after, limit = maxPage, signal }: { after?: string; limit?: number } & CallOptions = {},
  ): Promise<StoredObject[]> {
    const input = {
      Bucket: this.bucket,
      Prefix: this.prefix + prefix,
      MaxKeys: Math.min(limit, maxPage),
      ...(after === undefined ? {} : { StartAfter: this.prefix + after }),
    };
    const { Contents = [] } = await this.call(signal, (within) =>
      this.client.send(new ListObjectsV2Command(input), within),
    );
    return Contents.map(({ Key = '', Size = 0, LastModified }) => {
      return { key: Key.slice(this.prefix.length), bytes: Size, modifiedAt: LastModified?.getTime() ?? 0 };
    });
  }

  async delete(keys: readonly string[], { signal }: CallOptions = {}): Promise<void> {
    await this.deletion.delete(
      keys.map((key) => this.object(key).Key),
      (work) => this.call(signal, work),
    );
  }

  async begin(key: string, { signal }: CallOptions = {}): Promise<PartedUpload> {
    const input = { ...this.object(key), ...this.encryption };
    const { UploadId } = await this.call(signal, (within) =>
      this.client.send(new CreateMultipartUploadCommand(input), within),
    );
    if (UploadId === undefined) throw new MediaStoreError('unavailable', 'the store named no upload');
    return { key, id: UploadId };
  }

  async putPart(upload: PartedUpload, { number, content }: NewPart, options?: CallOptions): Promise<Part> {
    if (number > maxPartNumber) throw new MediaStoreError('missing', 'an upload has at most 10,000 parts');
    return await this.sendPart(upload, number, Buffer.concat(content), options);
  }

  /** S3 confirms a part when it is safe. */
  readonly sync = (): Promise<void> => Promise.resolve();

  async complete(upload: PartedUpload, parts: readonly Part[], { signal }: CallOptions = {}): Promise<void> {
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    const Parts = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
    const input = { ...this.upload(upload), MultipartUpload: { Parts } };
    try {
      await this.callOfUpload(signal, (within) =>
        this.client.send(new CompleteMultipartUploadCommand(input), within),
      );
    } catch (error) {
      // An earlier call may have succeeded without its caller knowing.
      const isMissing = error instanceof MediaStoreError && error.problem === 'missing';
      if (!isMissing || (await this.head(upload.key, { signal }))?.bytes !== bytes) throw error;
    }
  }

  async abort(upload: PartedUpload, { signal }: CallOptions = {}): Promise<void> {
    const input = this.upload(upload);
    try {
      await this.call(signal, (within) => this.client.send(new AbortMultipartUploadCommand(input), within));
    } catch (error) {
      if (!(error instanceof MediaStoreError && error.problem === 'missing')) throw error;
    }
  }

  async unfinished(
    prefix: string,
    { signal }: CallOptions = {},
  ): Promise<(PartedUpload & { startedAt: number })[]> {
    const input = { Bucket: this.bucket, Prefix: this.prefix + prefix };
    const { Uploads = [] } = await this.call(signal, (within) =>
      this.client.send(new ListMultipartUploadsCommand(input), within),
    );
    return Uploads.map(({ Key = '', UploadId = '', Initiated }) => {
      return { key: Key.slice(this.prefix.length), id: UploadId, startedAt: Initiated?.getTime() ?? 0 };
    });
  }

  async presign(key: string, { seconds, contentType, disposition }: PresignOptions): Promise<string> {
    const input = {
      ...this.object(key),
      ResponseContentType: contentType,
      ResponseContentDisposition: disposition,
    };
    // The time of the call: learning the credentials may take a while.
    const options = { expiresIn: seconds, signingDate: new Date() };
    return await getSignedUrl(this.signer, new GetObjectCommand(input), options).catch((error: unknown) => {
      throw toStoreError(error, undefined);
    });
  }

  close(): void {
    this.client.destroy();
    this.signer.destroy();
  }

  /** A few parts at a time, which bounds the memory. */
  private async putParts(
    key: string,
    size: number,
    read: (offset: number) => Promise<Buffer<ArrayBuffer>>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const upload = await this.begin(key, { signal });
    const failing = new AbortController();
    const within = {
      signal: signal === undefined ? failing.signal : AbortSignal.any([signal, failing.signal]),
    };
    const parts: Part[] = [];
    let next = 0;
    const sendParts = async (): Promise<void> => {
      while (next * this.partBytes < size) {
        const index = next;
        next += 1;
        parts[index] = await this.sendPart(upload, index + 1, await read(index * this.partBytes), within);
      }
    };
    try {
      const senders = Array.from({ length: maxParallelParts }, sendParts);
      for (const sender of senders) sender.catch((error: unknown) => failing.abort(error));
      await Promise.allSettled(senders);
      await Promise.all(senders);
      await this.complete(upload, parts, { signal });
    } catch (error) {
      await this.abort(upload).catch(() => undefined);
      if (!(error instanceof MediaStoreError && error.problem === 'missing')) throw error;
      if (isOfServer(error.cause)) throw error.cause;
      // The file is there to be stored again.
      throw new MediaStoreError('unavailable', 'the store has lost parts of a file', { cause: error });
    }
  }

  /** @param Body nobody else may use it: its memory is released */
  private async sendPart(
    upload: PartedUpload,
    number: number,
    Body: Buffer<ArrayBuffer>,
    { signal }: CallOptions = {},
  ): Promise<Part> {
    const bytes = Body.length;
    const input = { ...this.upload(upload), PartNumber: number, Body };
    const { ETag } = await this.callOfUpload(
      signal,
      (within) => this.client.send(new UploadPartCommand(input), within),
      bytes,
    );
    if (ETag === undefined) throw new MediaStoreError('unavailable', 'the store confirmed no part');
    releaseMemory([Body]);
    return { number, bytes, tag: ETag };
  }

  private object(key: string): { Bucket: string; Key: string } {
    assertKey(key);
    return { Bucket: this.bucket, Key: this.prefix + key };
  }

  private upload({ key, id }: PartedUpload): { Bucket: string; Key: string; UploadId: string } {
    return { ...this.object(key), UploadId: id };
  }

  /**
   * Runs a call for an upload that exists. A server that refuses it refuses this upload, perhaps because it was begun in
   * another way: it can only begin anew.
   */
  private async callOfUpload<T>(...call: Parameters<typeof this.call<T>>): Promise<T> {
    try {
      return await this.call(...call);
    } catch (error) {
      if (!isOfServer(error) || statusOf((error as Error).cause) !== 400) throw error;
      throw new MediaStoreError('missing', (error as Error).message, { cause: error });
    }
  }

  /** Runs a call with the deadline, and names its failure. */
  private async call<T>(
    signal: AbortSignal | undefined,
    work: (within: Within) => Promise<T>,
    bodyBytes = 0,
  ): Promise<T> {
    const deadline = AbortSignal.timeout(this.deadlines.callMs + Math.ceil(bodyBytes / minBytesPerMs));
    try {
      return await work({
        abortSignal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      });
    } catch (error) {
      throw toStoreError(error, signal);
    }
  }
}

/** The origin of a bucket's presigned addresses, such as `https://media.s3.example.com`. */
export async function originOf(options: BucketOptions): Promise<string> {
  const credentials = () => ({ accessKeyId: 'any', secretAccessKey: 'any' });
  const store = new BucketStore({ ...options, credentials });
  const address = await store.presign('any', { seconds: 1, contentType: 'video/mp4' });
  store.close();
  return new URL(address).origin;
}
