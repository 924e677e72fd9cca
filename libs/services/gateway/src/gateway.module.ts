import { Module, type DynamicModule } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { CONFIG } from '@vault/platform';
import { AuthController } from './auth/auth.controller.ts';
import { ChapterController } from './chapters/chapter.controller.ts';
import { ChapterDraftService } from './chapters/chapter-draft.service.ts';
import { ClipController } from './clips/clip.controller.ts';
import type { GatewayConfig } from './gateway.config.ts';
import { OperationController } from './operations/operation.controller.ts';
import { OperationService } from './operations/operation.service.ts';
import { SearchController } from './search/search.controller.ts';
import { SessionService } from './sessions/session.service.ts';
import { UserGuard } from './sessions/user.guard.ts';
import { SettingsController } from './settings/settings.controller.ts';
import { SaveController } from './videos/save.controller.ts';
import { UploadController } from './videos/upload.controller.ts';
import { VideoComposerService } from './videos/video-composer.service.ts';
import { VideoController } from './videos/video.controller.ts';
import { VideoHostWebhookController } from './webhooks/video-host-webhook.controller.ts';

const minuteMs = 60_000;

@Module({})
export class GatewayModule {
  static register(platform: DynamicModule): DynamicModule {
    const throttler = ThrottlerModule.forRootAsync({
      imports: [platform],
      inject: [CONFIG],
      useFactory: (config: GatewayConfig) => [{ ttl: minuteMs, limit: config.SIGN_IN_RATE }],
    });
    return {
      module: GatewayModule,
      imports: [platform, throttler],
      controllers: [
        AuthController,
        ChapterController,
        ClipController,
        OperationController,
        SaveController,
        SearchController,
        SettingsController,
        UploadController,
        VideoController,
        VideoHostWebhookController,
      ],
      providers: [ChapterDraftService, OperationService, SessionService, UserGuard, VideoComposerService],
    };
  }
}
