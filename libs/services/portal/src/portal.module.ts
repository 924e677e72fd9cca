import type { ModuleMetadata } from '@nestjs/common';
import { VideoOwners } from '@vault/rpc';
import { deletionModels, ownerDeletionProviders } from '@vault/store';
import { MomentRepository } from './moments/moment.repository.ts';
import { MomentService } from './moments/moment.service.ts';
import { PortalGrpc } from './portal.grpc.ts';
import { PortalOwnerData } from './portal-owner-data.ts';
import { PortalRepository } from './portals/portal.repository.ts';
import { PortalService } from './portals/portal.service.ts';

/** What the portal service adds to the container. */
export const portalModule = {
  controllers: [PortalGrpc],
  providers: [
    ...ownerDeletionProviders('portal', PortalOwnerData, deletionModels),
    MomentRepository,
    MomentService,
    PortalOwnerData,
    PortalRepository,
    PortalService,
    VideoOwners,
  ],
} satisfies ModuleMetadata;
