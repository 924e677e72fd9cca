import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@vault/base';
import { escapeHtml } from '@vault/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operator } from '@vault/site';
import { MemoryFile } from '@vault/platform/http';
import { addressOf, matches } from './app-address.ts';

/** Documents of their own have names that are safe as file names, without separators. */
const simpleAddress = /^\/[a-z0-9-]{0,64}$/;

const texts: Readonly<Record<string, string>> = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
};

/** What the build does not know and the documents show: the public address, if configured, and the operator. */
export interface SiteFacts {
  readonly publicUrl?: string;
  readonly operator: Operator;
}

interface CachedFile<Content> {
  readonly changedMs: number;
  readonly content: Content;
}

/** Replaces the placeholders of the build. Without a public address, lines that need it are removed. */
export function withFacts(text: string, { publicUrl, operator }: SiteFacts): string {
  const filled = text
    .replaceAll('__OPERATOR_NAME__', () => escapeHtml(operator.name))
    .replaceAll('__OPERATOR_ADDRESS__', () => escapeHtml(operator.address))
    .replaceAll('__CONTACT_EMAIL__', () => escapeHtml(operator.email));
  if (publicUrl !== undefined) return filled.replaceAll('__PUBLIC_URL__', publicUrl.replace(/\/+$/, ''));
  return filled
    .split('\n')
    .filter((line) => !line.includes('__PUBLIC_URL__'))
    .join('\n');
}

/**
 * The documents of the web build: one in `pages` for each public page, `index.html` for every other address, and two
 * texts for crawlers. `routes.json` lists the addresses of the app. Each is cached until its file changes.
 */
export class WebDocuments {
  private readonly files = new Map<string, CachedFile<unknown>>();

  constructor(
    private readonly root: string,
    private readonly facts: SiteFacts,
  ) {}

  /** Answers with a text for crawlers. @returns undefined for other addresses */
  sendText(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined {
    const type = texts[path];
    return type === undefined
      ? undefined
      : this.document(path.slice(1), type)?.send(request, reply, 'no-cache');
  }

  /** Answers with the page of an address; for an unknown one with the app, which says so, and status 404. */
  sendPage(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const address = addressOf(path);
    const isPage = this.routes().some((route) => matches(route, address));
    const hasOwn = isPage && simpleAddress.test(address);
    const own = hasOwn ? this.document(`pages/${address.slice(1) || 'index'}.html`) : undefined;
    const page = own ?? this.document('index.html');
    if (!page) throw new AppError('not-found', 'The web app is not installed.');
    return page.send(request, isPage ? reply : reply.status(404), 'no-cache');
  }

  private routes(): readonly string[] {
    return this.cached('routes.json', (text) => JSON.parse(text) as string[]) ?? [];
  }

  private document(name: string, type = 'text/html; charset=utf-8'): MemoryFile | undefined {
    return this.cached(name, (text) => new MemoryFile(Buffer.from(withFacts(text, this.facts)), type));
  }

  /** What `make` made of a file, as long as the file is the same. @returns undefined if the file does not exist */
  private cached<Content>(name: string, make: (text: string) => Content): Content | undefined {
    const path = join(this.root, name);
    const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (changedMs === undefined) return undefined;
    const cached = this.files.get(name) as CachedFile<Content> | undefined;
    if (cached?.changedMs === changedMs) return cached.content;
    const content = make(readFileSync(path, 'utf8'));
    this.files.set(name, { changedMs, content });
    return content;
  }
}
