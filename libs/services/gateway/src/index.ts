import { mediaOriginsOf } from '@vault/integrations/media-origins';
import { defineService } from '@vault/platform';
import { gatewayConfig } from './gateway.config.ts';
import { GatewayModule } from './gateway.module.ts';
import { useSecurityHeaders } from './http/security-headers.ts';
import { useWebBuild } from './http/web-build.ts';

export const gatewayService = defineService({
  name: 'gateway',
  config: gatewayConfig,
  module: (platform) => GatewayModule.register(platform),
  sendsCommands: true,
  http: async ({ fastify, config }) => {
    const isHttps = config.PUBLIC_URL?.startsWith('https:') ?? false;
    await useSecurityHeaders(fastify, { isHttps, mediaOrigins: mediaOriginsOf(config) });
    await useWebBuild(fastify, config.WEB_DIR);
  },
});
