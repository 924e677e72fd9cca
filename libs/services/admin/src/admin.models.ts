import { ownerDeletionModels } from '@vault/platform';
import { identityModels } from '@vault/platform/identity';
import { staffActionSchema } from './actions/staff-action.schema.ts';
import { auditEntrySchema } from './audit/audit-entry.schema.ts';
import { staffSessionSchema } from './sessions/staff-session.schema.ts';
import { staffCredentialsSchema } from './staff/staff-credentials.schema.ts';
import { staffRosterSchema } from './staff/staff-roster.schema.ts';

/** The models of the store: the host adds them to its connection. */
export const adminModels = [
  { name: 'StaffRoster', schema: staffRosterSchema },
  { name: 'StaffCredentials', schema: staffCredentialsSchema },
  { name: 'StaffSession', schema: staffSessionSchema },
  { name: 'StaffAction', schema: staffActionSchema },
  { name: 'AuditEntry', schema: auditEntrySchema },
  ...identityModels,
  ...ownerDeletionModels,
];
