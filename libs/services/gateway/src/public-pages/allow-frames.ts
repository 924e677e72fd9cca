import type { FastifyReply, FastifyRequest } from 'fastify';
import { publicBase, type GatewayConfig } from '../config/gateway.config.ts';
import { originOf } from '../http/origin-of.ts';

/** In place of domains: pages of any site may embed the answer, also those without an origin. */
export const anySite = '*';

/**
 * Allows pages of these domains to embed the answer; without any, nobody may. Pages that are isolated from other origins
 * (`Cross-Origin-Embedder-Policy`) embed only what asks for the same: everything that our pages load allows it, but
 * pictures of Mux.
 */
export function allowFrames(
  domains: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
  config: Pick<GatewayConfig, 'PUBLIC_URL' | 'VIDEO_ENGINE_URL'>,
): void {
  if (domains.length === 0) return;
  const { origin } = new URL(publicBase(config) || originOf(request));
  const ancestors = domains.includes(anySite) ? '' : `;frame-ancestors 'self' ${domains.join(' ')}`;
  const policy = String(reply.raw.getHeader('content-security-policy'))
    // In a frame with `sandbox` WebKit takes no origin for `'self'`.
    .replaceAll("'self'", `'self' ${origin}`)
    .replace(/;?frame-ancestors 'none'/, ancestors);
  reply.raw.setHeader('content-security-policy', policy);
  reply.raw.removeHeader('x-frame-options');
  const embedderPolicy = config.VIDEO_ENGINE_URL === undefined ? 'credentialless' : 'require-corp';
  void reply
    .header('cross-origin-embedder-policy', embedderPolicy)
    .header('cross-origin-resource-policy', 'cross-origin');
}
