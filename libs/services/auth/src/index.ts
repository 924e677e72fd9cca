import { authRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { identityModels } from '@vault/platform/identity';
import { AuthCommands } from './auth.commands.ts';
import { authConfig } from './auth.config.ts';
import { AuthModule } from './auth.module.ts';
import { mailRecordSchema } from './mail/mail-record.schema.ts';
import { MailListeners } from './mail/mail.listeners.ts';
import { passwordResetSchema } from './passwords/password-reset.schema.ts';
import { sessionSchema } from './sessions/session.schema.ts';
import { ledgerEntrySchema } from './tokens/ledger-entry.schema.ts';
import { tokenAccountSchema } from './tokens/token-account.schema.ts';
import { tokenDaySchema } from './tokens/token-day.schema.ts';
import { userSchema } from './users/user.schema.ts';

/** Users, credentials, sessions, plans, membership, prompt settings and tokens. */
export const authService = defineService({
  name: 'auth',
  config: authConfig,
  sharedByReplicas: ['JWT_KEYS'],
  models: {
    User: userSchema,
    Session: sessionSchema,
    PasswordReset: passwordResetSchema,
    Mail: mailRecordSchema,
    ...identityModels,
    TokenAccount: tokenAccountSchema,
    LedgerEntry: ledgerEntrySchema,
    TokenDay: tokenDaySchema,
  },
  rpc: authRpc.AuthServiceService,
  module: (platform) => AuthModule.register(platform),
  consumers: [AuthCommands, MailListeners],
});
