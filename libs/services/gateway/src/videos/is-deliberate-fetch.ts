import type { FastifyRequest } from 'fastify';

/** False for HEAD, for a page being opened, and for what a browser loads ahead of a click. */
export function isDeliberateFetch({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET') return false;
  if (headers['sec-fetch-mode'] === 'navigate') return false;
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-moz']].join(' ');
  return !/prefetch|prerender|preview/i.test(purpose);
}
