import type { FastifyRequest } from 'fastify';
import type { PortalFile } from './portal-pages.service.ts';

/**
 * Whether a page is only for the pages of its domains, and a browser opens it elsewhere. Which pages may embed it is checked
 * by the browser.
 */
export function isRefusedHere(
  { audience, file }: Pick<PortalFile, 'audience' | 'file'>,
  { headers }: FastifyRequest,
): boolean {
  const use = headers['sec-fetch-dest'];
  if (audience !== 'domains') return false;
  return file.type.startsWith('text/html') ? use !== 'iframe' : use === 'document';
}
