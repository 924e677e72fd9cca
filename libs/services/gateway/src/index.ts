import { eventsFor } from '@vault/contracts';
import { mediaOriginsOf } from '@vault/integrations/media';
import { defineService } from '@vault/platform';
import { operatorOf } from '@vault/site';
import { useDocs } from './docs/docs-routes.ts';
import { gatewayConfig } from './config/gateway.config.ts';
import { gatewayModule } from './gateway.module.ts';
import { useActors, useIdempotencyKeys } from './http/idempotency-keys.ts';
import { useNoStore } from './http/no-store.ts';
import { useSecurityHeaders } from './http/security-headers.ts';
import { useWebBuild } from './http/web-build.ts';

export const gatewayService = defineService({
  name: 'gateway',
  config: gatewayConfig,
  module: gatewayModule,
  outcomeDelivery: 'immediate',
  observedEvents: eventsFor('gateway'),
  http: async ({ fastify, config }) => {
    useNoStore(fastify);
    useActors(fastify);
    useIdempotencyKeys(fastify);
    const isHttps = config.PUBLIC_URL?.startsWith('https:') ?? false;
    useSecurityHeaders(fastify, { isHttps, mediaOrigins: mediaOriginsOf(config) });
    useDocs(fastify, { publicUrl: config.PUBLIC_URL });
    await useWebBuild(fastify, {
      webDir: config.WEB_DIR,
      publicUrl: config.PUBLIC_URL,
      operator: operatorOf(config),
    });
  },
});
