import { isPublicSuffix } from '@vault/contracts';
import { allowOtherSites, MemoryFile } from '@vault/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from './origin-of.ts';
import { anySite, type Showing } from './page.ts';

const retryAfterSeconds = 5;
const elements = ['iframe', 'frame', 'object', 'embed', 'fencedframe'];

export const caching = {
  /** Asked for again each time: an unchanged one is answered in a few bytes. */
  page: 'private, no-cache',
  /** Its address contains a hash of it. */
  forever: 'public, max-age=31536000, immutable',
};

/** A page or a file for a visitor, with all that its headers say. */
export interface FileAnswer {
  readonly file: MemoryFile;
  readonly status: 200 | 403 | 404 | 429 | 503;
  readonly caching: string;
  readonly showing: Showing;
  /** Whether pages of any site may read it: who knows its address gets the same. */
  readonly isForOtherSites: boolean;
}

/** Leads a visitor to another address. */
interface Redirect extends Pick<FileAnswer, 'caching' | 'isForOtherSites'> {
  readonly location: string;
}

export type SiteAnswer = FileAnswer | Redirect;

/** Of a file that stands alone. */
export const alone: Showing = { isListed: true, frames: [], isEmbedded: false, isOnlyEmbedded: false };

/** A file that pages load, in frames of other sites as well. */
export function fileAnswer(file: MemoryFile, caching: string): FileAnswer {
  return { file, caching, status: 200, showing: alone, isForOtherSites: true };
}

/** A page, or a text beside it. */
export function textAnswer(text: string, type: string, showing: Showing, cached = caching.page): FileAnswer {
  const file = new MemoryFile(Buffer.from(text), `${type}; charset=utf-8`);
  return { file, caching: cached, status: 200, showing, isForOtherSites: false };
}

/**
 * Whether an answer is only for the pages of some domains, and a browser opens it elsewhere. Which pages may embed it is
 * checked by the browser. Some browsers do not say what they open, and none does without https: then the address must be that
 * of a frame, which links to the page are not, and the script of the page closes it in a window of its own.
 */
export function isRefusedHere(
  { showing: { isOnlyEmbedded, isEmbedded }, file }: FileAnswer,
  { headers }: Pick<FastifyRequest, 'headers'>,
): boolean {
  const use = headers['sec-fetch-dest'];
  if (!isOnlyEmbedded) return false;
  if (!file.type.startsWith('text/html')) return use === 'document';
  return use === undefined ? !isEmbedded : !elements.includes(use);
}

/** The only place that gives an answer of the site its headers. */
export async function sendAnswer(
  answer: SiteAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
  own: OwnSite,
): Promise<FastifyReply> {
  if (answer.isForOtherSites) allowOtherSites(reply);
  if ('location' in answer)
    return reply.header('cache-control', answer.caching).redirect(answer.location, 302);
  const { file, status } = answer;
  const { frames, isListed } = answer.showing;
  void reply.status(status);
  if (status === 429 || status === 503) void reply.header('retry-after', retryAfterSeconds);
  if (!isListed) void reply.header('x-robots-tag', 'noindex');
  if (frames.length > 0) allowFrames(frames, request, reply, own);
  return file.send(request, reply, answer.caching);
}

/** What the answers of one installation say alike. */
export interface OwnSite {
  /** The public address; empty when none is configured. */
  readonly base: string;
  /** Whether also the media of our pages may be used by pages that are isolated from other origins: those of Mux may not. */
  readonly hasOwnMedia: boolean;
}

/**
 * Allows pages of these domains to embed the answer. Pages that are isolated from other origins
 * (`Cross-Origin-Embedder-Policy`) embed only what asks for the same: everything that our pages load allows it, but
 * pictures of Mux.
 */
function allowFrames(
  domains: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
  own: OwnSite,
): void {
  const { origin } = new URL(own.base || originOf(request));
  const ancestors = domains.includes(anySite) ? '' : `;frame-ancestors 'self' ${sitesOf(domains).join(' ')}`;
  const policy = String(reply.raw.getHeader('content-security-policy'))
    // In a frame with `sandbox` WebKit takes no origin for `'self'`.
    .replaceAll("'self'", `'self' ${origin}`)
    .replace(/;?frame-ancestors 'none'/, ancestors);
  reply.raw.setHeader('content-security-policy', policy);
  reply.raw.removeHeader('x-frame-options');
  void reply
    .header('cross-origin-embedder-policy', own.hasOwnMedia ? 'require-corp' : 'credentialless')
    .header('cross-origin-resource-policy', 'cross-origin');
}

/**
 * The pages of these domains, as `frame-ancestors` names them: `www.example.com` and `example.com` are one site, as is the
 * domain above `*.example.com`. A domain alone stands for the scheme of our page, so that of `http` is named as well.
 */
function sitesOf(domains: readonly string[]): readonly string[] {
  const twins = domains.map((domain) =>
    /^(?:www|\*)\./.test(domain) ? domain.replace(/^[^.]+\./, '') : `www.${domain}`,
  );
  const isSite = (domain: string) =>
    /\.[a-z][\w-]*(?::\d+)?$/.test(domain) &&
    !isPublicSuffix(domain.replace(/^www\./, '').replace(/:\d+$/, ''));
  const hosts = [...new Set([...domains, ...twins.filter(isSite)])];
  return [...hosts, ...hosts.map((host) => `http://${host}`)];
}
