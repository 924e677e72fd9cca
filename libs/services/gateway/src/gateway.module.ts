import type { DynamicModule, ModuleMetadata } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { CONFIG } from '@vault/base';
import { MediaAddresses } from '@vault/integrations/media';
import { siteControllers, siteProviders } from '@vault/site';
import { AccountController } from './account/account.controller.ts';
import { AccountSessionController } from './account/account-session.controller.ts';
import { EmailController } from './account/email.controller.ts';
import { ExportController } from './account/export/export.controller.ts';
import { ExportFilesService } from './account/export/export-files.service.ts';
import { ExportLibraryService } from './account/export/export-library.service.ts';
import { ExportMediaService } from './account/export/export-media.service.ts';
import { RunningExports } from './account/export/running-exports.ts';
import { LedgerService } from './account/ledger.service.ts';
import { AuthController } from './auth/auth.controller.ts';
import { PasswordResetController } from './auth/password-reset.controller.ts';
import { SsoController } from './auth/sso.controller.ts';
import { ChapterController } from './chapters/chapter.controller.ts';
import { ClipController } from './clips/clip.controller.ts';
import { VideoClipsController } from './clips/video-clips.controller.ts';
import { EventsController } from './events/events.controller.ts';
import { EventStreamsService } from './events/event-streams.service.ts';
import type { GatewayConfig } from './config/gateway.config.ts';
import { GlossaryController } from './glossary/glossary.controller.ts';
import { GlossaryPlacesService } from './glossary/glossary-places.service.ts';
import { EstimateController } from './operations/estimate.controller.ts';
import { MediaController } from './media/media.controller.ts';
import { MediaLinksService } from './media/media-links.service.ts';
import { PlaybackOwners } from './media/playback-owners.ts';
import { ViewerSessions } from './media/viewer-sessions.service.ts';
import { MomentController } from './moments/moment.controller.ts';
import { PortalController } from './portals/portal.controller.ts';
import { OperationController } from './operations/operation.controller.ts';
import { GenerationCommandService } from './operations/generation-command.service.ts';
import { OperationEnds } from './operations/operation-ends.ts';
import { RecordAnswersService } from './videos/record-answers.service.ts';
import { PermissionGuard } from './routes/permission.guard.ts';
import { RefusalLog } from './routes/refusal-log.ts';
import { SearchController } from './search/search.controller.ts';
import { SessionService } from './sessions/session.service.ts';
import { UserGuard } from './sessions/user.guard.ts';
import { SettingsController } from './settings/settings.controller.ts';
import { LibraryJobController } from './library-jobs/library-job.controller.ts';
import { DashboardController } from './staff/dashboard.controller.ts';
import { DashboardService } from './staff/dashboard.service.ts';
import { ListPartsService } from './staff/list-parts.service.ts';
import { TokenHistoryService } from './staff/token-history.service.ts';
import { TeamController } from './staff/teams/team.controller.ts';
import { UserController } from './staff/user.controller.ts';
import { UserListService } from './staff/user-list.service.ts';
import { StaffController } from './staff/staff.controller.ts';
import { StaffGuard } from './sessions/staff.guard.ts';
import { StaffSessionController } from './staff/staff-session.controller.ts';
import { StaffSessionService } from './sessions/staff-session.service.ts';
import { UserVideoController } from './staff/videos/user-video.controller.ts';
import { VideoListService } from './staff/videos/video-list.service.ts';
import { VideoRetryService } from './staff/videos/video-retry.service.ts';
import { ChapterSetService } from './videos/chapter-set.service.ts';
import { PublicVideoIds } from './videos/public-video-ids.ts';
import { SaveController } from './videos/save.controller.ts';
import { CaptionsController } from './videos/captions.controller.ts';
import { TranscriptController } from './videos/transcript.controller.ts';
import { UploadController } from './videos/upload.controller.ts';
import { VideoComposerService } from './videos/video-composer.service.ts';
import { VideoTitles } from './videos/video-titles.service.ts';
import { VideoController } from './videos/video.controller.ts';
import { VideoHostWebhookController } from './webhooks/video-host-webhook.controller.ts';
import { WorkspaceLogController } from './workspace-log/workspace-log.controller.ts';
import { WorkspaceLogService } from './workspace-log/workspace-log.service.ts';
import { MemberController } from './workspaces/member.controller.ts';
import { SsoSettingsController } from './workspaces/sso-settings.controller.ts';
import { WorkspaceController } from './workspaces/workspace.controller.ts';

const minuteMs = 60_000;

/** What the gateway adds to the container. */
export const gatewayModule = (platform: DynamicModule): ModuleMetadata => ({
  imports: [
    ThrottlerModule.forRootAsync({
      imports: [platform],
      inject: [CONFIG],
      useFactory: (config: GatewayConfig) => [{ ttl: minuteMs, limit: config.SIGN_IN_RATE }],
    }),
  ],
  controllers: [
    AccountController,
    AccountSessionController,
    AuthController,
    ChapterController,
    ClipController,
    DashboardController,
    EmailController,
    UserController,
    EstimateController,
    EventsController,
    ExportController,
    GlossaryController,
    MediaController,
    MomentController,
    OperationController,
    PasswordResetController,
    SsoController,
    SsoSettingsController,
    PortalController,
    SaveController,
    SearchController,
    SettingsController,
    LibraryJobController,
    StaffController,
    StaffSessionController,
    TranscriptController,
    CaptionsController,
    UploadController,
    UserVideoController,
    VideoClipsController,
    VideoController,
    VideoHostWebhookController,
    MemberController,
    TeamController,
    WorkspaceController,
    WorkspaceLogController,
    ...siteControllers,
  ],
  providers: [
    ChapterSetService,
    DashboardService,
    ExportFilesService,
    ExportLibraryService,
    ExportMediaService,
    RunningExports,
    LedgerService,
    ListPartsService,
    EventStreamsService,
    GenerationCommandService,
    GlossaryPlacesService,
    {
      provide: MediaAddresses,
      inject: [CONFIG],
      useFactory: (config: GatewayConfig) => new MediaAddresses(config),
    },
    MediaLinksService,
    PlaybackOwners,
    ViewerSessions,
    OperationEnds,
    RecordAnswersService,
    PermissionGuard,
    PublicVideoIds,
    RefusalLog,
    SessionService,
    StaffGuard,
    StaffSessionService,
    TokenHistoryService,
    UserGuard,
    UserListService,
    VideoComposerService,
    VideoListService,
    VideoRetryService,
    VideoTitles,
    WorkspaceLogService,
    ...siteProviders({ videos: VideoComposerService, media: MediaLinksService }),
  ],
});
