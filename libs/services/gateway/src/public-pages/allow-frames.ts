import type { FastifyReply } from 'fastify';
import type { GatewayConfig } from '../gateway.config.ts';

/** In place of domains: pages of any site may embed the answer, also those without an origin. */
export const anySite = '*';

/**
 * Allows pages of these domains to embed the answer; without any, nobody may. Pages that are isolated from other origins
 * (`Cross-Origin-Embedder-Policy`) embed only what asks for the same: everything that our pages load allows it, but
 * pictures of Mux.
 */
export function allowFrames(
  domains: readonly string[],
  reply: FastifyReply,
  { VIDEO_ENGINE_URL: engine }: Pick<GatewayConfig, 'VIDEO_ENGINE_URL'>,
): void {
  if (domains.length === 0) return;
  const policy = String(reply.raw.getHeader('content-security-policy'));
  const ancestors = domains.includes(anySite) ? '' : `frame-ancestors 'self' ${domains.join(' ')}`;
  reply.raw.setHeader(
    'content-security-policy',
    policy.replace(/;?frame-ancestors 'none'/, ancestors && `;${ancestors}`),
  );
  reply.raw.removeHeader('x-frame-options');
  void reply
    .header('cross-origin-embedder-policy', engine === undefined ? 'credentialless' : 'require-corp')
    .header('cross-origin-resource-policy', 'cross-origin');
}
