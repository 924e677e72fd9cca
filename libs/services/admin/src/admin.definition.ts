import { adminRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { identityModels } from '@vault/platform/identity';
import { staffActionSchema } from './actions/staff-action.schema.ts';
import { adminConfig } from './admin.config.ts';
import { AdminModule } from './admin.module.ts';
import { auditEntrySchema } from './audit/audit-entry.schema.ts';
import { staffSessionSchema } from './sessions/staff-session.schema.ts';
import { staffCredentialsSchema } from './staff/staff-credentials.schema.ts';
import { staffRosterSchema } from './staff/staff-roster.schema.ts';

/** Staff accounts, their sessions, the audit log, and what staff see and change of users and videos. */
export const adminService = defineService({
  name: 'admin',
  config: adminConfig,
  sharedByReplicas: ['JWT_KEYS'],
  models: {
    StaffRoster: staffRosterSchema,
    StaffCredentials: staffCredentialsSchema,
    StaffSession: staffSessionSchema,
    StaffAction: staffActionSchema,
    AuditEntry: auditEntrySchema,
    ...identityModels,
  },
  rpc: adminRpc.AdminServiceService,
  module: (platform) => AdminModule.register(platform),
  sendsCommands: true,
});
