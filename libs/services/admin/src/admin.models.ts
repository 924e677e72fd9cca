import { ownerDeletionModels } from '@vault/store';
import { identityModels, sessionSchema, ssoModels } from '@vault/identity';
import { logStreamSchema } from './log-streams/log-stream.schema.ts';
import { staffActionSchema } from './actions/staff-action.schema.ts';
import { auditEntrySchema } from './audit-entries/audit-entry.schema.ts';
import { staffCredentialsSchema } from './staff-records/staff-credentials.schema.ts';
import { staffRosterSchema } from './staff-records/staff-roster.schema.ts';
import { workspaceEntrySchema, workspaceLogSchema } from './workspace-log/workspace-log.schemas.ts';

/** The models of the store: the host adds them to its connection. */
export const adminModels = [
  { name: 'StaffRoster', schema: staffRosterSchema },
  { name: 'StaffCredentials', schema: staffCredentialsSchema },
  { name: 'StaffSession', schema: sessionSchema('staff_sessions') },
  { name: 'StaffAction', schema: staffActionSchema },
  { name: 'AuditEntry', schema: auditEntrySchema },
  { name: 'WorkspaceEntry', schema: workspaceEntrySchema },
  { name: 'WorkspaceLog', schema: workspaceLogSchema },
  { name: 'LogStream', schema: logStreamSchema },
  ...identityModels,
  ...ssoModels,
  ...ownerDeletionModels,
];
