import { identityModels } from '@vault/identity';
import { emailChangeSchema } from './one-time-links/email-change.schema.ts';
import { mailRecordSchema } from './mail/mail-record.schema.ts';
import { passwordResetSchema } from './one-time-links/password-reset.schema.ts';
import { sessionSchema } from './sessions/session.schema.ts';
import { ledgerEntrySchema } from './tokens/ledger-entry.schema.ts';
import { tokenAccountSchema } from './tokens/token-account.schema.ts';
import { tokenDaySchema } from './tokens/token-day.schema.ts';
import { userSchema } from './users/user.schema.ts';

/** The models of the store: the host adds them to its connection. */
export const authModels = [
  { name: 'User', schema: userSchema },
  { name: 'Session', schema: sessionSchema },
  { name: 'PasswordReset', schema: passwordResetSchema },
  { name: 'EmailChange', schema: emailChangeSchema },
  { name: 'Mail', schema: mailRecordSchema },
  { name: 'TokenAccount', schema: tokenAccountSchema },
  { name: 'LedgerEntry', schema: ledgerEntrySchema },
  { name: 'TokenDay', schema: tokenDaySchema },
  ...identityModels,
];
