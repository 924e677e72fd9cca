import { Inject, Injectable } from '@nestjs/common';
import { AppError, CONFIG, inTurn } from '@vault/base';
import { FairQueue } from '@vault/worker-pool';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { html } from '../html/html.ts';
import type { PageFiles } from '../files/page-files.ts';
import { SiteFilesService } from '../files/site-files.service.ts';
import { publicBase, type SiteConfig } from '../config/site.config.ts';
import { type FileAnswer, isRefusedHere, sendAnswer, type SiteAnswer, textAnswer } from './answer.ts';
import { originOf } from './origin-of.ts';
import { anySite, type Page, renderPage } from './page.ts';

/** An answer is made again after this time, so that it follows edits, and the end of its portal or link. */
const keptForMs = 20_000;
const kept = 10_000;
/** A page with the words of three hours has 0.6 MB, and its compressed forms less. */
const keptBytes = 64 * 1_024 * 1_024;
const bytesBeside = 1_000;
/** Answers that are made at the same time: visitors take turns by their networks. */
const turns = { slots: 32, slotsPerOwner: 8, waiting: 256, waitingPerOwner: 32 };

/** Why there is no page. */
export interface Notice {
  readonly title: string;
  readonly sentence: string;
}

/** What all pages and files of the site have in common: how they are made, kept, refused and sent. */
@Injectable()
export class Site {
  private readonly making = new FairQueue(turns);
  private readonly values = new LRUCache<string, object, () => Promise<object>>({
    ...{ max: kept, maxSize: keptBytes, ttl: keptForMs, ignoreFetchAbort: true },
    sizeCalculation: (value) => bytesBeside + ('file' in value ? (value as FileAnswer).file.body.length : 0),
    fetchMethod: (_key, _old, { context: make }) => make(),
  });

  constructor(
    private readonly siteFiles: SiteFilesService,
    @Inject(CONFIG) private readonly config: Pick<SiteConfig, 'PUBLIC_URL' | 'VIDEO_ENGINE_URL'>,
  ) {}

  /** The public address of the product; empty when none is configured. */
  get base(): string {
    return publicBase(this.config);
  }

  /** The public address; without one, where the client reached us. */
  baseFor(request: FastifyRequest): string {
    return this.base || originOf(request);
  }

  /** Of an answer that names the address of the product: where the client chooses its host, only it may keep the answer. */
  cachingFor(seconds: number): string {
    return `${this.base === '' ? 'private' : 'public'}, max-age=${String(seconds)}`;
  }

  /** The styles and scripts of pages. */
  files(): Promise<PageFiles> {
    return this.siteFiles.read();
  }

  /** A value that is made once for simultaneous visitors, and kept for a while; a failure is not kept. */
  keep<Value extends object>(
    key: readonly unknown[],
    make: () => Promise<Value>,
    forMs = keptForMs,
  ): Promise<Value> {
    const options = { context: make, ttl: forMs };
    return this.values.forceFetch(JSON.stringify(key), options) as Promise<Value>;
  }

  /** As {@link keep}, made when it is the visitor's turn. @throws {AppError} too-many-requests */
  keepInTurn<Value extends object>(
    key: readonly unknown[],
    visitor: string,
    make: () => Promise<Value>,
  ): Promise<Value> {
    return this.keep(key, () => inTurn(this.making, visitor, make));
  }

  async answer(page: Page): Promise<FileAnswer> {
    return textAnswer(renderPage(page, await this.files()), 'text/html', page.showing);
  }

  /** The answer that is made; a page that says why there is none. */
  async orNotice<Answer extends SiteAnswer>(
    missing: Notice,
    isEmbedded: boolean,
    make: () => Promise<Answer>,
  ): Promise<Answer | FileAnswer> {
    try {
      return await make();
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'internal';
      if (code === 'not-found') return this.notice(404, missing, isEmbedded);
      if (code === 'unavailable') return this.notice(503, busy, isEmbedded);
      if (code === 'too-many-requests') return this.notice(429, busy, isEmbedded);
      throw error;
    }
  }

  async send(answer: SiteAnswer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const isRefused = 'file' in answer && isRefusedHere(answer, request);
    const sent = isRefused ? await this.notice(403, elsewhere, answer.showing.isEmbedded) : answer;
    const hasOwnMedia = this.config.VIDEO_ENGINE_URL !== undefined;
    return sendAnswer(sent, request, reply, { base: this.base, hasOwnMedia });
  }

  /** A page that says why there is nothing else. It holds nothing, so that any page may embed it. */
  private async notice(
    status: FileAnswer['status'],
    { title, sentence }: Notice,
    isEmbedded: boolean,
  ): Promise<FileAnswer> {
    const main = html`<h1>${title}</h1>
      <p class="note">${sentence}</p>`;
    const page = await this.answer({
      ...{ title: `${title} · Webinar Vault`, main },
      showing: { isListed: false, frames: [anySite], isEmbedded, isOnlyEmbedded: false },
      // It tells the page around it, which then need not show it.
      ...(isEmbedded && { script: 'notice.js', header: html``, footer: html`` }),
    });
    return { ...page, status };
  }
}

const busy: Notice = { title: 'This page cannot be shown now', sentence: 'Please try again in a minute.' };
const elsewhere: Notice = { title: 'This page is a part of other sites', sentence: 'It opens only there.' };
