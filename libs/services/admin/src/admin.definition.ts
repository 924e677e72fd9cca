import { adminRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { AdminCommands } from './admin.commands.ts';
import { adminConfig } from './config/admin.config.ts';
import { AdminListeners } from './admin.listeners.ts';
import { adminModels } from './admin.models.ts';
import { adminModule } from './admin.module.ts';

/** Staff accounts, their sessions, the audit log, and what staff change of users and videos. */
export const adminService = defineService({
  name: 'admin',
  config: adminConfig,
  sharedByReplicas: ['JWT_KEYS'],
  models: adminModels,
  rpc: adminRpc.AdminServiceService,
  module: adminModule,
  consumers: [AdminCommands, AdminListeners],
  outcomeDelivery: 'batched',
});
