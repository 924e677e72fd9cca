import { isPublicSuffix } from '@vault/contracts';
import type { FastifyRequest } from 'fastify';
import type { Visit } from './portal-address.ts';
import type { PortalFile } from './portal-pages.service.ts';

const frames = ['iframe', 'frame', 'object', 'embed', 'fencedframe'];

/**
 * Whether a page is only for the pages of its domains, and a browser opens it elsewhere. Which pages may embed it is checked
 * by the browser. Some browsers do not say what they open, and none does without https: then the address must be that of a
 * frame, which links to the page are not, and `portal.js` closes it in a window of its own.
 */
export function isRefusedHere(
  { audience, file }: Pick<PortalFile, 'audience' | 'file'>,
  { isEmbedded }: Pick<Visit, 'isEmbedded'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): boolean {
  const use = headers['sec-fetch-dest'];
  if (audience !== 'domains') return false;
  if (!file.type.startsWith('text/html')) return use === 'document';
  return use === undefined ? !isEmbedded : !frames.includes(use);
}

/**
 * The pages of these domains, as `frame-ancestors` names them: `www.example.com` and `example.com` are one site, as is the
 * domain above `*.example.com`. A domain alone stands for the scheme of our page, so that of `http` is named as well.
 */
export function sitesOf(domains: readonly string[]): readonly string[] {
  const twins = domains.map((domain) =>
    /^(?:www|\*)\./.test(domain) ? domain.replace(/^[^.]+\./, '') : `www.${domain}`,
  );
  const isSite = (domain: string) =>
    /\.[a-z][\w-]*(?::\d+)?$/.test(domain) &&
    !isPublicSuffix(domain.replace(/^www\./, '').replace(/:\d+$/, ''));
  const hosts = [...new Set([...domains, ...twins.filter(isSite)])];
  return [...hosts, ...hosts.map((host) => `http://${host}`)];
}
