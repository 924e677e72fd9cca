import { Module, type DynamicModule } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { CONFIG } from '@vault/platform';
import { AuthController } from './auth/auth.controller.ts';
import type { GatewayConfig } from './gateway.config.ts';
import { SearchController } from './search/search.controller.ts';
import { SessionService } from './sessions/session.service.ts';
import { UserGuard } from './sessions/user.guard.ts';
import { SettingsController } from './settings/settings.controller.ts';
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
        SearchController,
        SettingsController,
        UploadController,
        VideoController,
        VideoHostWebhookController,
      ],
      providers: [SessionService, UserGuard, VideoComposerService],
    };
  }
}
