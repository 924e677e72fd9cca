import { Module, type DynamicModule } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MuxVideoHost, type VideoHostConfig } from '@vault/integrations';
import { CONFIG, ownerDeletionProviders } from '@vault/platform';
import { ClipCommands } from './clip.commands.ts';
import { ClipGrpc } from './clip.grpc.ts';
import { ClipListeners } from './clip.listeners.ts';
import { clipModels } from './clip.models.ts';
import { VIDEO_HOST } from './clip.tokens.ts';
import { ClipMaker } from './clips/clip-maker.ts';
import { ClipRepository } from './clips/clip.repository.ts';
import { ClipService } from './clips/clip.service.ts';
import { OwnedClipsService } from './clips/owned-clips.service.ts';
import { ClipWatcher } from './clips/clip-watcher.ts';
import { DeletedVideoRepository } from './videos/deleted-video.repository.ts';

@Module({})
export class ClipModule {
  static register(platform: DynamicModule): DynamicModule {
    return {
      module: ClipModule,
      imports: [platform, MongooseModule.forFeature(clipModels, 'clip')],
      controllers: [ClipGrpc],
      providers: [
        {
          provide: VIDEO_HOST,
          useFactory: (config: VideoHostConfig) => new MuxVideoHost(config),
          inject: [CONFIG],
        },
        ...ownerDeletionProviders('clip', OwnedClipsService),
        ClipCommands,
        ClipListeners,
        ClipMaker,
        ClipRepository,
        ClipService,
        ClipWatcher,
        DeletedVideoRepository,
        OwnedClipsService,
      ],
    };
  }
}
