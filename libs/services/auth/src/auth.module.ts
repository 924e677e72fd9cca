import type { ModuleMetadata } from '@nestjs/common';
import { mailerOf } from '@vault/integrations/mail';
import { CONFIG, HEALTH, LOGGER, type Health, type Logger } from '@vault/base';
import { identityImports, identityProviders, ssoProviders, type SendRequest } from '@vault/identity';
import { Outgoing } from '@vault/integrations';
import type { AuthConfig } from './config/auth.config.ts';
import { AuthGrpc } from './auth.grpc.ts';
import { MAILER } from './config/auth.tokens.ts';
import { EmailChangeRepository } from './email-change/email-change.repository.ts';
import { EmailChangeService } from './email-change/email-change.service.ts';
import { ExpiringTrialRepository } from './mail-delivery/expiring-trial.repository.ts';
import { MailOutbox } from './mail/mail-outbox.ts';
import { MailRepository } from './mail/mail.repository.ts';
import { MailSender } from './mail-delivery/mail-sender.ts';
import { MailWriter } from './mail-delivery/mail-writer.ts';
import { TrialReminder } from './mail-delivery/trial-reminder.ts';
import { OneTimeTokens } from './one-time-tokens/one-time-tokens.ts';
import { PasswordResetService } from './passwords/password-reset.service.ts';
import { PasswordService } from './passwords/password.service.ts';
import { SessionService, userSessions } from './sessions/session.service.ts';
import { DomainChecks } from './sso/domain-checks.ts';
import { EmergencySignIns } from './sso/emergency-sign-ins.ts';
import { SessionRefresh } from './sso/session-refresh.ts';
import { SsoEnforcement } from './sso/sso-enforcement.ts';
import { SsoIdentities } from './sso/sso-identities.ts';
import { SsoPeopleService } from './sso/sso-people.service.ts';
import { SsoRequirements } from './sso/sso-requirements.ts';
import { SsoSessions } from './sso/sso-sessions.repository.ts';
import { SsoOutsiders } from './sso/sso-outsiders.ts';
import { SsoSettingsService } from './sso/sso-settings.service.ts';
import { SsoSignInService } from './sso/sso-sign-in.service.ts';
import { SsoSignOutService } from './sso/sso-sign-out.service.ts';
import { SsoTestService } from './sso/sso-test.service.ts';
import { SsoUpkeep } from './sso/sso-upkeep.ts';
import { LedgerRepository } from './tokens/ledger.repository.ts';
import { TokenAccountRepository } from './tokens/token-account.repository.ts';
import { TokenReportService } from './tokens/token-report.service.ts';
import { TokenService } from './tokens/token.service.ts';
import { TokenUpkeep } from './tokens/token-upkeep.ts';
import { AccountDeletionService } from './accounts/account-deletion.service.ts';
import { AccountDirectory } from './accounts/account-directory.service.ts';
import { AccountEditService } from './accounts/account-edit.service.ts';
import { AccountListRepository } from './users/account-list.repository.ts';
import { AccountService } from './accounts/account.service.ts';
import { AccountPoller } from './accounts/account-poller.ts';
import { AllowanceService } from './users/allowance.service.ts';
import { RegistrationLimit } from './users/registration-limit.ts';
import { HolderRepository } from './holders/holder.repository.ts';
import { InvitationService } from './teams/invitation.service.ts';
import { MemberVisits } from './teams/member-visits.ts';
import { MemberService } from './teams/member.service.ts';
import { TeamDeletionService } from './teams/team-deletion.service.ts';
import { TeamPlanService } from './teams/team-plan.service.ts';
import { TeamDirectory } from './teams/team-directory.service.ts';
import { TeamRepository } from './teams/team.repository.ts';
import { WorkspaceService } from './teams/workspace.service.ts';
import { UserRepository } from './users/user.repository.ts';

/** What the auth service adds to the container. */
export const authModule = {
  imports: identityImports('user'),
  controllers: [AuthGrpc],
  providers: [
    ...identityProviders('auth', { model: 'Session', rules: userSessions }),
    ...ssoProviders('auth', {
      useFactory:
        (outgoing: Outgoing): SendRequest =>
        (url, request) =>
          outgoing.fetch(url, request),
      inject: [Outgoing],
    }),
    {
      provide: Outgoing,
      useFactory: (config: AuthConfig) => new Outgoing({ allowsPrivate: config.PRIVATE_SERVERS }),
      inject: [CONFIG],
    },
    SsoIdentities,
    SsoSessions,
    SsoRequirements,
    EmergencySignIns,
    SsoEnforcement,
    DomainChecks,
    SsoUpkeep,
    SsoOutsiders,
    SsoSettingsService,
    SsoPeopleService,
    SsoTestService,
    SsoSignInService,
    SessionRefresh,
    SsoSignOutService,
    UserRepository,
    TeamRepository,
    HolderRepository,
    WorkspaceService,
    MemberService,
    MemberVisits,
    InvitationService,
    TeamDirectory,
    TeamDeletionService,
    TeamPlanService,
    SessionService,
    AccountService,
    RegistrationLimit,
    AccountListRepository,
    AccountDirectory,
    AccountEditService,
    AccountDeletionService,
    AccountPoller,
    {
      provide: MAILER,
      useFactory: (config: AuthConfig, logger: Logger, health: Health) => mailerOf(config, logger, health),
      inject: [CONFIG, LOGGER, HEALTH],
    },
    MailOutbox,
    MailRepository,
    MailWriter,
    MailSender,
    ExpiringTrialRepository,
    TrialReminder,
    EmailChangeRepository,
    EmailChangeService,
    PasswordService,
    OneTimeTokens,
    PasswordResetService,
    AllowanceService,
    TokenAccountRepository,
    LedgerRepository,
    TokenService,
    TokenUpkeep,
    TokenReportService,
  ],
} satisfies ModuleMetadata;
