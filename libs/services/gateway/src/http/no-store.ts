import type { FastifyInstance } from 'fastify';

/**
 * Keeps answers of the API out of every cache, where they do not say otherwise: they are about one person. It must be set
 * before the calls are registered.
 */
export function useNoStore(fastify: FastifyInstance): void {
  fastify.addHook('onSend', ({ url }, reply, _payload, done) => {
    if (/^\/api(?![^/?])/.test(url) && !reply.hasHeader('cache-control'))
      void reply.header('cache-control', 'no-store');
    done();
  });
}
