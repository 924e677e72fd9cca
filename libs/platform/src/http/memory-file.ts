import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const encoders = {
  br: (body: Buffer) => toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body: Buffer) => toGzip(body),
};
type Encoding = keyof typeof encoders;

/** A file in memory; each compressed form is made once, on its first request. */
export class MemoryFile {
  /** Hash of the content. */
  readonly hash: string;
  private readonly encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(
    readonly body: Buffer,
    readonly type: string,
  ) {
    this.hash = createHash('sha256').update(body).digest('base64url').slice(0, 12);
  }

  /** Answers with the file, or 304 when the client has it. A file for a missing page is always sent. */
  async send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<FastifyReply> {
    const etag = `"${this.hash}"`;
    void reply
      .header('cache-control', cacheControl)
      .header('etag', etag)
      .header('vary', 'accept-encoding')
      .type(this.type);
    if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(etag))
      return reply.status(304).send();
    const encoding = preferred(request.headers['accept-encoding']);
    if (!encoding) return reply.send(this.body);
    return reply.header('content-encoding', encoding).send(await this.as(encoding));
  }

  private as(encoding: Encoding): Promise<Buffer> {
    const cached = this.encoded.get(encoding);
    if (cached) return cached;
    const encodedBody = encoders[encoding](this.body);
    this.encoded.set(encoding, encodedBody);
    return encodedBody;
  }
}

function preferred(accepted: string | string[] = ''): Encoding | undefined {
  const names = String(accepted).split(',');
  return (['br', 'gzip'] as const).find((encoding) =>
    names.some((name) => new RegExp(`^\\s*${encoding}\\s*(;\\s*q=(1|0\\.0*[1-9])\\S*)?\\s*$`).test(name)),
  );
}
