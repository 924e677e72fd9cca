import { authRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { AuthCommands } from './auth.commands.ts';
import { authConfig } from './config/auth.config.ts';
import { authModels } from './auth.models.ts';
import { authModule } from './auth.module.ts';
import { MailListeners } from './mail-delivery/mail.listeners.ts';

export { settle, type TokenAccount } from './domain/token-account.ts';

/** Users, credentials, sessions, plans, membership, prompt settings and tokens. */
export const authService = defineService({
  name: 'auth',
  config: authConfig,
  sharedByReplicas: ['JWT_KEYS'],
  models: authModels,
  rpc: authRpc.AuthServiceService,
  module: authModule,
  consumers: [AuthCommands, MailListeners],
});
