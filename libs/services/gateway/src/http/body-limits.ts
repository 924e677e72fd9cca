import { saveBodyLimit } from '@vault/contracts';
import type { FastifyInstance } from 'fastify';

/** Body limits in bytes, by path, of calls with a higher limit than the default. */
const limits: Readonly<Record<string, number>> = { '/api/muxupload/save': saveBodyLimit };

/** Raises the body limit of some calls. Must be called before the routes are registered. */
export function useBodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const bodyLimit = limits[route.url];
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit;
  });
}
