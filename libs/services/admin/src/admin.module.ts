import type { ModuleMetadata } from '@nestjs/common';
import { ownerDeletionProviders } from '@vault/store';
import { CONFIG } from '@vault/base';
import { identityImports, identityProviders, ssoProviders, type SendRequest } from '@vault/identity';
import { Outgoing } from '@vault/integrations';
import { ActionRunner } from './actions/action-runner.ts';
import { StaffActionPoller } from './actions/staff-action-poller.ts';
import { CommandPerformer } from './actions/command-performer.ts';
import { StaffActionRepository } from './actions/staff-action.repository.ts';
import { StaffPerformer } from './actions/staff-performer.ts';
import type { AdminConfig } from './config/admin.config.ts';
import { AdminGrpc } from './admin.grpc.ts';
import { AuditRepository } from './audit-entries/audit.repository.ts';
import { AdminOwnerData } from './audit/admin-owner-data.ts';
import { AuditService } from './audit/audit.service.ts';
import { PortalAccessService } from './audit/portal-access.service.ts';
import { SubjectNamesService } from './audit/subject-names.service.ts';
import { TeamService } from './users/team.service.ts';
import { UserService } from './users/user.service.ts';
import { staffSessions, StaffSessionService } from './sessions/staff-session.service.ts';
import { CollectorService } from './log-streams/collector.service.ts';
import { LogStreamPoller } from './log-streams/log-stream-poller.ts';
import { LogStreamRepository } from './log-streams/log-stream.repository.ts';
import { LogStreamService } from './log-streams/log-stream.service.ts';
import { InitialStaffAccount } from './staff/initial-staff-account.ts';
import { SignInService } from './staff/sign-in.service.ts';
import { StaffCredentialsRepository } from './staff-records/staff-credentials.repository.ts';
import { StaffRosterRepository } from './staff-records/staff-roster.repository.ts';
import { StaffSsoService } from './staff/staff-sso.service.ts';
import { StaffService } from './staff/staff.service.ts';
import { VideoRetryService } from './videos/video-retry.service.ts';
import { RefusalService } from './workspace-log/refusal.service.ts';
import { WorkspaceEntryRepository } from './workspace-log/workspace-entry.repository.ts';
import { WorkspaceLogChecks } from './workspace-log/workspace-log-checks.ts';
import { WorkspaceLogService } from './workspace-log/workspace-log.service.ts';

/** Operators choose the provider of staff, which may be in their own network. */
const providers = new Outgoing({ allowsPrivate: true });

/** What the admin service adds to the container. */
export const adminModule = {
  imports: identityImports('staff'),
  controllers: [AdminGrpc],
  providers: [
    ...identityProviders('admin', { model: 'StaffSession', rules: staffSessions }),
    ...ssoProviders('admin', {
      useFactory: (): SendRequest => (url, request) => providers.fetch(url, request),
    }),
    ...ownerDeletionProviders('admin', AdminOwnerData),
    ActionRunner,
    AdminOwnerData,
    StaffActionPoller,
    AuditRepository,
    AuditService,
    CommandPerformer,
    UserService,
    TeamService,
    CollectorService,
    LogStreamPoller,
    LogStreamRepository,
    LogStreamService,
    {
      provide: Outgoing,
      inject: [CONFIG],
      useFactory: (config: AdminConfig) => new Outgoing({ allowsPrivate: config.PRIVATE_SERVERS }),
    },
    StaffSsoService,
    InitialStaffAccount,
    PortalAccessService,
    SignInService,
    StaffActionRepository,
    StaffCredentialsRepository,
    StaffPerformer,
    StaffRosterRepository,
    StaffService,
    StaffSessionService,
    SubjectNamesService,
    VideoRetryService,
    RefusalService,
    WorkspaceEntryRepository,
    WorkspaceLogChecks,
    WorkspaceLogService,
  ],
} satisfies ModuleMetadata;
