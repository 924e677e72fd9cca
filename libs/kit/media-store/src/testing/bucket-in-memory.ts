import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request to a bucket in memory. */
export interface MemoryCall {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly query: URLSearchParams;
  readonly key: string;
  readonly body: Buffer;
  /** Bytes of the stored parts of the upload that the call names, in their order. */
  readonly partBytes: readonly number[];
}

/** What a server answers instead of doing what a call asks for. */
export interface MemoryRefusal {
  readonly status: number;
  readonly code: string;
}

/** A rule of a server; undefined lets the call pass. */
export type MemoryRule = (call: MemoryCall) => MemoryRefusal | undefined;

interface Upload {
  readonly key: string;
  readonly startedAt: string;
  readonly parts: Map<number, Buffer>;
}

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');
const tagged = (name: string, values: Record<string, unknown>): string =>
  `<${name}>${Object.entries(values)
    .map(([key, value]) => `<${key}>${String(value)}</${key}>`)
    .join('')}</${name}>`;
const all = (body: Buffer, name: string): string[] =>
  [...body.toString().matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);

/** A server with one bucket, which keeps its objects in memory and refuses what its rules refuse. */
export class BucketInMemory {
  private readonly objects = new Map<string, { bytes: Buffer; at: string }>();
  private readonly uploads = new Map<string, Upload>();
  private readonly http = createServer((req, res) => {
    void this.answer(req, res).catch((error: unknown) => res.destroy(error as Error));
  });
  private lastUpload = 0;
  readonly rules: MemoryRule[];

  constructor(rules: MemoryRule[] = []) {
    this.rules = rules;
  }

  async start(): Promise<string> {
    this.http.listen(0, '127.0.0.1');
    await once(this.http, 'listening');
    return `http://127.0.0.1:${String((this.http.address() as AddressInfo).port)}`;
  }

  stop(): void {
    this.http.closeAllConnections();
    this.http.close();
  }

  /** Makes an object older, as the server tells it. */
  age(key: string, ms: number): void {
    const stored = this.objects.get(key);
    if (stored !== undefined) stored.at = new Date(Date.parse(stored.at) - ms).toISOString();
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(req.url ?? '/', 'http://s3.local');
    const key = decodeURIComponent(pathname.split('/').slice(2).join('/'));
    const { method = '', headers } = req;
    const upload = this.uploads.get(query.get('uploadId') ?? '');
    const partBytes = [...(upload?.parts ?? [])]
      .toSorted(([one], [other]) => one - other)
      .map(([, { length }]) => length);
    const call = { method, headers, query, key, body: await buffer(req), partBytes };
    for (const rule of this.rules) {
      const refusal = rule(call);
      if (refusal === undefined) continue;
      fail(res, refusal);
      return;
    }
    if (key === '') this.answerOfBucket(call, res);
    else if (query.has('uploads') || query.has('uploadId')) this.answerOfUpload(call, upload, res);
    else this.answerOfObject(call, res);
  }

  private answerOfBucket({ query, body }: MemoryCall, res: ServerResponse): void {
    if (query.has('delete')) {
      for (const key of all(body, 'Key')) this.objects.delete(key);
      res.end('<DeleteResult></DeleteResult>');
      return;
    }
    const prefix = query.get('prefix') ?? '';
    if (query.has('uploads')) {
      const found = [...this.uploads].filter(([, { key }]) => key.startsWith(prefix));
      const list = found.map(([id, { key, startedAt }]) =>
        tagged('Upload', { Key: key, UploadId: id, Initiated: startedAt }),
      );
      res.end(`<ListMultipartUploadsResult>${list.join('')}</ListMultipartUploadsResult>`);
      return;
    }
    const after = query.get('start-after') ?? '';
    const found = [...this.objects.entries()]
      .filter(([key]) => key.startsWith(prefix) && key > after)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .slice(0, Number(query.get('max-keys') ?? 1000));
    const list = found.map(([Key, { bytes, at }]) =>
      tagged('Contents', { Key, Size: bytes.length, LastModified: at }),
    );
    res.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${list.join('')}</ListBucketResult>`);
  }

  private answerOfUpload(
    { method, query, key, body }: MemoryCall,
    upload: Upload | undefined,
    res: ServerResponse,
  ): void {
    const id = query.get('uploadId') ?? '';
    if (query.has('uploads')) {
      const next = String((this.lastUpload += 1));
      this.uploads.set(next, { key, startedAt: new Date().toISOString(), parts: new Map() });
      res.end(tagged('InitiateMultipartUploadResult', { UploadId: next }));
    } else if (upload === undefined) fail(res, { status: 404, code: 'NoSuchUpload' });
    else if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      res.writeHead(200, { etag: `"${md5(body)}"` }).end();
    } else if (method === 'DELETE') {
      this.uploads.delete(id);
      res.writeHead(204).end();
    } else {
      const parts = all(body, 'PartNumber').map((number) => upload.parts.get(Number(number)));
      if (parts.includes(undefined)) {
        fail(res, { status: 400, code: 'InvalidPart' });
        return;
      }
      this.store(key, Buffer.concat(parts as Buffer[]));
      this.uploads.delete(id);
      res.end(tagged('CompleteMultipartUploadResult', { ETag: '"of-parts"' }));
    }
  }

  private answerOfObject({ method, headers, query, key, body }: MemoryCall, res: ServerResponse): void {
    const stored = this.objects.get(key)?.bytes;
    if (method === 'PUT') {
      this.store(key, body);
      res.writeHead(200, { etag: `"${md5(body)}"` }).end();
    } else if (method === 'DELETE') {
      this.objects.delete(key);
      res.writeHead(204).end();
    } else if (stored === undefined) {
      // Who may not list learns nothing.
      const isSigned = query.has('X-Amz-Signature');
      fail(res, isSigned ? { status: 403, code: 'AccessDenied' } : { status: 404, code: 'NoSuchKey' });
    } else {
      const [, start = 0, end = stored.length - 1] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      const part = stored.subarray(Number(start), Number(end) + 1);
      if (part.length === 0 && stored.length > 0) {
        fail(res, { status: 416, code: 'InvalidRange' });
        return;
      }
      const last = Number(start) + part.length - 1;
      const range = `bytes ${String(start)}-${String(last)}/${String(stored.length)}`;
      const contentType = query.get('response-content-type');
      res.writeHead(headers.range === undefined ? 200 : 206, {
        'content-length': part.length,
        ...(headers.range === undefined ? {} : { 'content-range': range }),
        ...(contentType === null ? {} : { 'content-type': contentType }),
      });
      res.end(method === 'HEAD' ? undefined : part);
    }
  }

  private store(key: string, bytes: Buffer): void {
    this.objects.set(key, { bytes, at: new Date().toISOString() });
  }
}

function fail(res: ServerResponse, { status, code }: MemoryRefusal): void {
  const body = `<?xml version="1.0"?>${tagged('Error', { Code: code, Message: code })}`;
  res.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}

const hasHeader = ({ headers }: MemoryCall, pattern: RegExp): boolean =>
  Object.keys(headers).some((name) => pattern.test(name));
const isPut = ({ method }: MemoryCall): boolean => method === 'PUT';
const isDeletion = ({ method, query }: MemoryCall): boolean => method === 'POST' && query.has('delete');
const isCompletion = ({ method, query }: MemoryCall): boolean => method === 'POST' && query.has('uploadId');

/** What servers are documented or reported to refuse, or to do in another way than Amazon. */
export const bucketRules = {
  /** `x-amz-checksum-…` and `x-amz-sdk-checksum-…`, also of deletions. */
  noChecksums: (status: 400 | 501): MemoryRule => {
    const code = status === 400 ? 'InvalidArgument' : 'NotImplemented';
    return (call) => (hasHeader(call, /^x-amz-(?:sdk-)?checksum-/) ? { status, code } : undefined);
  },
  noChunks: (): MemoryRule => (call) =>
    /aws-chunked/.test(call.headers['content-encoding'] ?? '')
      ? { status: 400, code: 'InvalidArgument' }
      : undefined,
  noConditions: (): MemoryRule => (call) =>
    isPut(call) && hasHeader(call, /^if-/) ? { status: 501, code: 'NotImplemented' } : undefined,
  equalParts: (): MemoryRule => (call) => {
    const [first = 0] = call.partBytes;
    const areEqual = call.partBytes.slice(0, -1).every((bytes) => bytes === first);
    const fits = areEqual && (call.partBytes.at(-1) ?? 0) <= first;
    return isCompletion(call) && !fits ? { status: 400, code: 'InvalidPart' } : undefined;
  },
  md5OfDeletions: (): MemoryRule => (call) => {
    if (!isDeletion(call)) return undefined;
    const sent = call.headers['content-md5'];
    if (sent === undefined) return { status: 400, code: 'MissingContentMD5' };
    const isRight = sent === createHash('md5').update(call.body).digest('base64');
    return isRight ? undefined : { status: 400, code: 'BadDigest' };
  },
  onlySingleDeletions: (): MemoryRule => (call) =>
    isDeletion(call) ? { status: 400, code: 'NotImplemented' } : undefined,
};
