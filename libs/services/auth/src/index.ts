import { authRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { AuthCommands } from './auth.commands.ts';
import { authConfig } from './auth.config.ts';
import { AuthModule } from './auth.module.ts';
import { sessionSchema } from './sessions/session.schema.ts';
import { accountTriesSchema } from './sign-in/account-tries.schema.ts';
import { knownAddressSchema } from './sign-in/known-address.schema.ts';
import { ledgerEntrySchema } from './tokens/ledger-entry.schema.ts';
import { tokenAccountSchema } from './tokens/token-account.schema.ts';
import { userSchema } from './users/user.schema.ts';

/** Users, credentials, sessions, plans, membership, prompt settings and tokens. */
export const authService = defineService({
  name: 'auth',
  config: authConfig,
  sharedByReplicas: ['JWT_KEYS'],
  models: {
    User: userSchema,
    Session: sessionSchema,
    AccountTries: accountTriesSchema,
    KnownAddress: knownAddressSchema,
    TokenAccount: tokenAccountSchema,
    LedgerEntry: ledgerEntrySchema,
  },
  rpc: authRpc.AuthServiceService,
  module: (platform) => AuthModule.register(platform),
  consumers: [AuthCommands],
});
