import { Module, type DynamicModule } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MuxVideoHost, type VideoHostConfig } from '@vault/integrations';
import { CONFIG, ownerDeletionProviders } from '@vault/platform';
import { VideoQuotaRepository } from './quota/video-quota.repository.ts';
import { VideoQuotaService } from './quota/video-quota.service.ts';
import { UploadCommands } from './upload.commands.ts';
import { UploadGrpc } from './upload.grpc.ts';
import { UploadListeners } from './upload.listeners.ts';
import { uploadModels } from './upload.models.ts';
import { VIDEO_HOST } from './upload.tokens.ts';
import { AllVideosRepository } from './videos/all-videos.repository.ts';
import { AllVideosService } from './videos/all-videos.service.ts';
import { ChapteringSyncService } from './videos/chaptering-sync.service.ts';
import { UploadSessionService } from './videos/upload-session.service.ts';
import { VideoDeletionService } from './videos/video-deletion.service.ts';
import { HostSyncService } from './videos/host-sync.service.ts';
import { VideoRepository } from './videos/video.repository.ts';
import { VideoService } from './videos/video.service.ts';
import { VideoWatcher } from './videos/video-watcher.ts';

@Module({})
export class UploadModule {
  static register(platform: DynamicModule): DynamicModule {
    return {
      module: UploadModule,
      imports: [platform, MongooseModule.forFeature(uploadModels, 'upload')],
      controllers: [UploadGrpc],
      providers: [
        {
          provide: VIDEO_HOST,
          useFactory: (config: VideoHostConfig) => new MuxVideoHost(config),
          inject: [CONFIG],
        },
        ...ownerDeletionProviders('upload', VideoDeletionService),
        AllVideosRepository,
        AllVideosService,
        ChapteringSyncService,
        VideoQuotaRepository,
        VideoQuotaService,
        UploadCommands,
        UploadListeners,
        UploadSessionService,
        VideoDeletionService,
        HostSyncService,
        VideoRepository,
        VideoService,
        VideoWatcher,
      ],
    };
  }
}
