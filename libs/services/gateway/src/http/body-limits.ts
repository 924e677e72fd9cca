import { saveBodyLimit } from '@vault/contracts';
import type { FastifyInstance } from 'fastify';

/** Bytes, by the address of the one call that takes more than all others do. */
const limits: Readonly<Record<string, number>> = { '/api/muxupload/save': saveBodyLimit };

/** Lets the body of some calls be larger than the host allows. It must be told before the calls are registered. */
export function useBodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const bodyLimit = limits[route.url];
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit;
  });
}
