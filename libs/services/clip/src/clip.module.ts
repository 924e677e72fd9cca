import type { ModuleMetadata } from '@nestjs/common';
import { videoHostProvider } from '@vault/integrations';
import { VideoOwners } from '@vault/rpc';
import { deletionModels, ownerDeletionProviders } from '@vault/store';
import { ClipGrpc } from './clip.grpc.ts';
import { ClipMaker } from './clips/clip-maker.ts';
import { ClipOwnerData } from './clips/clip-owner-data.ts';
import { ClipRepository } from './clips/clip.repository.ts';
import { ClipService } from './clips/clip.service.ts';
import { ClipPoller } from './clips/clip-poller.ts';

/** What the clip service adds to the container. */
export const clipModule = {
  controllers: [ClipGrpc],
  providers: [
    videoHostProvider,
    ...ownerDeletionProviders('clip', ClipOwnerData, deletionModels),
    ClipMaker,
    ClipOwnerData,
    ClipRepository,
    ClipService,
    ClipPoller,
    VideoOwners,
  ],
} satisfies ModuleMetadata;
