import { portalRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { z } from 'zod';
import { PortalCommands } from './portal.commands.ts';
import { PortalListeners } from './portal.listeners.ts';
import { portalModels } from './portal.models.ts';
import { portalModule } from './portal.module.ts';

/** What owners show to others: moments of their videos, and portals. */
export const portalService = defineService({
  name: 'portal',
  config: z.object({}),
  models: portalModels,
  rpc: portalRpc.PortalServiceService,
  module: portalModule,
  consumers: [PortalCommands, PortalListeners],
});
