import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@vault/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MemoryFile } from './memory-file.ts';

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
  readonly file: MemoryFile;
}

/** Inserts the public address. Without one, lines that need it are removed. */
export function withPublicUrl(text: string, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return text.replaceAll(placeholder, publicUrl.replace(/\/+$/, ''));
  return text
    .split('\n')
    .filter((line) => !line.includes(placeholder))
    .join('\n');
}

/**
 * The documents of the web build: one in `pages` for each public page, `index.html` for every other address, and two
 * texts for crawlers. Each is cached until its file changes.
 */
export class WebDocuments {
  private readonly known = new Map<string, WebDocument>();

  constructor(
    private readonly root: string,
    private readonly publicUrl: string | undefined,
  ) {}

  /** Answers with a text for crawlers. @returns undefined for other addresses */
  sendText(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined {
    const type = texts[path];
    return type === undefined ? undefined : this.read(path.slice(1), type)?.send(request, reply, 'no-cache');
  }

  /** Answers with the page of an address. */
  sendPage(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const own = simpleAddress.test(path) ? this.read(`pages/${path.slice(1) || 'index'}.html`) : undefined;
    const page = own ?? this.read('index.html');
    if (!page) throw new AppError('not-found', 'The web app is not there.');
    return page.send(request, reply, 'no-cache');
  }

  private read(name: string, type = 'text/html; charset=utf-8'): MemoryFile | undefined {
    const path = join(this.root, name);
    const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (changedMs === undefined) return undefined;
    const cached = this.known.get(name);
    if (cached?.changedMs === changedMs) return cached.file;
    const text = withPublicUrl(readFileSync(path, 'utf8'), this.publicUrl);
    const file = new MemoryFile(Buffer.from(text), type);
    this.known.set(name, { changedMs, file });
    return file;
  }
}
