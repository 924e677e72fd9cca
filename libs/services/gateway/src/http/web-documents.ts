import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { AppError } from '@vault/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The build's placeholder for the public address. */
const placeholder = '__PUBLIC_URL__';

/** Paths that may have a document of their own: safe as file names, without separators. */
const simpleAddress = /^\/[a-z0-9-]{0,64}$/;

const texts: Readonly<Record<string, string>> = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
};

interface WebDocument {
  readonly changedMs: number;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** Inserts the public address. Without one, lines that need it are removed. */
export function withPublicUrl(text: string, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return text.replaceAll(placeholder, publicUrl.replace(/\/+$/, ''));
  return text
    .split('\n')
    .filter((line) => !line.includes(placeholder))
    .join('\n');
}

function compressed(changedMs: number, text: string): WebDocument {
  const plain = Buffer.from(text);
  return {
    changedMs,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 20)}"`,
    plain,
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    gzip: gzipSync(plain),
  };
}

/**
 * The documents of the web build: one in `pages` for each public page, `index.html` for every other address, and two
 * texts for crawlers. Each is cached until its file changes.
 */
export class WebDocuments {
  private readonly known = new Map<string, WebDocument>();
  private readonly root: string;
  private readonly publicUrl: string | undefined;

  constructor(root: string, publicUrl: string | undefined) {
    this.root = root;
    this.publicUrl = publicUrl;
  }

  /** Answers with a text for crawlers. @returns undefined for other addresses */
  sendText(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    const type = texts[path];
    const found = type === undefined ? undefined : this.read(path.slice(1));
    return found && send(found, request, reply.type(type ?? ''));
  }

  /** Answers with the page of an address. */
  sendPage(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const own = simpleAddress.test(path) ? this.read(`pages/${path.slice(1) || 'index'}.html`) : undefined;
    const page = own ?? this.read('index.html');
    if (!page) throw new AppError('not-found', 'The web app is not there.');
    return send(page, request, reply.type('text/html; charset=utf-8'));
  }

  private read(name: string): WebDocument | undefined {
    const file = join(this.root, name);
    const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (changedMs === undefined) return undefined;
    const cached = this.known.get(name);
    if (cached?.changedMs === changedMs) return cached;
    const fresh = compressed(changedMs, withPublicUrl(readFileSync(file, 'utf8'), this.publicUrl));
    this.known.set(name, fresh);
    return fresh;
  }
}

function send(document: WebDocument, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = (['br', 'gzip'] as const).find((each) => accepted.includes(each));
  void reply.headers({ 'cache-control': 'no-cache', etag: document.etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === document.etag) return reply.code(304).send();
  if (encoding) void reply.header('content-encoding', encoding);
  return reply.send(encoding ? document[encoding] : document.plain);
}
