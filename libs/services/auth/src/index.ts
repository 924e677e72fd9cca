import { authRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { authConfig } from './auth.config.ts';
import { AuthModule } from './auth.module.ts';

/** Users, credentials, sessions, plans, membership and prompt settings. */
export const authService = defineService({
  name: 'auth',
  config: authConfig,
  sharedByReplicas: ['JWT_KEYS'],
  rpc: authRpc.AuthServiceService,
  module: (platform) => AuthModule.register(platform),
});
