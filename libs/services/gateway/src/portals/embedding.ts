import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PortalFile } from './portal-pages.service.ts';

/**
 * Whether a page is only for the pages of its domains, and a browser opens it elsewhere. Which pages may embed it is checked
 * by the browser: {@link allowFrames}.
 */
export function isRefusedHere(
  { audience, file }: Pick<PortalFile, 'audience' | 'file'>,
  { headers }: FastifyRequest,
): boolean {
  const use = headers['sec-fetch-dest'];
  if (audience !== 'domains') return false;
  return file.type.startsWith('text/html') ? use !== 'iframe' : use === 'document';
}

/** Allows pages of these domains to embed the answer; without any, nobody may. */
export function allowFrames(domains: readonly string[], reply: FastifyReply): void {
  if (domains.length === 0) return;
  const policy = String(reply.raw.getHeader('content-security-policy'));
  const ancestors = `frame-ancestors 'self' ${domains.join(' ')}`;
  reply.raw.setHeader('content-security-policy', policy.replace("frame-ancestors 'none'", ancestors));
  reply.raw.removeHeader('x-frame-options');
}
