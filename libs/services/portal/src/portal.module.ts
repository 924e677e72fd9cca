import type { ModuleMetadata } from '@nestjs/common';
import { ownerDeletionProviders } from '@vault/store';
import { MomentRepository } from './moments/moment.repository.ts';
import { MomentService } from './moments/moment.service.ts';
import { PortalGrpc } from './portal.grpc.ts';

/** What the portal service adds to the container. */
export const portalModule = {
  controllers: [PortalGrpc],
  providers: [...ownerDeletionProviders('portal', MomentService), MomentRepository, MomentService],
} satisfies ModuleMetadata;
