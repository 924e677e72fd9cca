import type { FastifyRequest } from 'fastify';

/** False for HEAD, navigations, embedded resources and prefetches. */
export function isPlainGet({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET') return false;
  const mode = headers['sec-fetch-mode'];
  if (mode === 'navigate' || mode === 'no-cors') return false;
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].join(' ');
  return !/prefetch|prerender|preview/i.test(purpose);
}
