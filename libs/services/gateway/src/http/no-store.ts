import type { FastifyInstance } from 'fastify';

/**
 * Sets `no-store` on answers of the API without a `cache-control` of their own: they contain personal data. Must be
 * called before the routes are registered.
 */
export function useNoStore(fastify: FastifyInstance): void {
  fastify.addHook('onSend', ({ url }, reply, _payload, done) => {
    if (/^\/api(?![^/?])/.test(url) && !reply.hasHeader('cache-control'))
      void reply.header('cache-control', 'no-store');
    done();
  });
}
