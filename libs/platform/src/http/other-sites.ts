import type { FastifyReply } from 'fastify';

/**
 * Lets pages of any site use an answer, also pages without an origin, as in a frame with `sandbox`. Only for answers that
 * are the same for everybody who knows their addresses.
 */
export function allowOtherSites(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin');
}
