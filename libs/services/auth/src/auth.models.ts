import { identityModels, sessionSchema, ssoModels } from '@vault/identity';
import { emailChangeSchema } from './email-change/email-change.schema.ts';
import { mailRecordSchema } from './mail/mail-record.schema.ts';
import { oneTimeTokenSchema } from './one-time-tokens/one-time-token.schema.ts';
import { ssoIdentitySchema } from './sso/sso-identity.schema.ts';
import { ssoSessionSchema } from './sso/sso-session.schema.ts';
import { ledgerEntrySchema } from './tokens/ledger-entry.schema.ts';
import { tokenAccountSchema } from './tokens/token-account.schema.ts';
import { memberVisitSchema } from './teams/member-visit.schema.ts';
import { teamSchema } from './teams/team.schema.ts';
import { userSchema } from './users/user.schema.ts';

/** The models of the store: the host adds them to its connection. */
export const authModels = [
  { name: 'User', schema: userSchema },
  { name: 'Team', schema: teamSchema },
  { name: 'MemberVisit', schema: memberVisitSchema },
  { name: 'Session', schema: sessionSchema('sessions') },
  { name: 'OneTimeToken', schema: oneTimeTokenSchema },
  { name: 'EmailChange', schema: emailChangeSchema },
  { name: 'Mail', schema: mailRecordSchema },
  { name: 'TokenAccount', schema: tokenAccountSchema },
  { name: 'LedgerEntry', schema: ledgerEntrySchema },
  { name: 'SsoIdentity', schema: ssoIdentitySchema },
  { name: 'SsoSession', schema: ssoSessionSchema },
  ...identityModels,
  ...ssoModels,
];
