import type { ModuleMetadata } from '@nestjs/common';
import { videoHostProvider } from '@vault/integrations';
import { ownerDeletionProviders } from '@vault/store';
import { VideoQuotaRepository } from './quota/video-quota.repository.ts';
import { VideoQuotaService } from './videos/video-quota.service.ts';
import { UploadGrpc } from './upload.grpc.ts';
import { AllVideosRepository } from './videos/all-videos.repository.ts';
import { AllVideosService } from './videos/all-videos.service.ts';
import { CaptionHintsService } from './videos/caption-hints.service.ts';
import { ChapteringSyncService } from './videos/chaptering-sync.service.ts';
import { MoveService } from './videos/move.service.ts';
import { RecognitionService } from './videos/recognition.service.ts';
import { RemakeGuard } from './videos/remake-guard.ts';
import { TrackSelectionService } from './videos/track-selection.service.ts';
import { UploadSessionService } from './videos/upload-session.service.ts';
import { VideoDeletionService } from './videos/video-deletion.service.ts';
import { HostSyncService } from './videos/host-sync.service.ts';
import { VideoRepository } from './videos/video.repository.ts';
import { VideoService } from './videos/video.service.ts';
import { VideoPoller } from './videos/video-poller.ts';

/** What the upload service adds to the container. */
export const uploadModule = {
  controllers: [UploadGrpc],
  providers: [
    videoHostProvider,
    ...ownerDeletionProviders('upload', VideoDeletionService),
    AllVideosRepository,
    AllVideosService,
    CaptionHintsService,
    ChapteringSyncService,
    VideoQuotaRepository,
    VideoQuotaService,
    MoveService,
    RecognitionService,
    RemakeGuard,
    TrackSelectionService,
    UploadSessionService,
    VideoDeletionService,
    HostSyncService,
    VideoRepository,
    VideoService,
    VideoPoller,
  ],
} satisfies ModuleMetadata;
