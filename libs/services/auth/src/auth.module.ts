import { Module, type DynamicModule } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { AuthCommands } from './auth.commands.ts';
import { AuthGrpc } from './auth.grpc.ts';
import { ExpirySweeper } from './expiry-sweeper.ts';
import { KeyRing } from './keys/key-ring.ts';
import { PasswordHasher } from './passwords/password-hasher.ts';
import { SessionRepository } from './sessions/session.repository.ts';
import { SessionService } from './sessions/session.service.ts';
import { SessionTokens } from './sessions/session-tokens.ts';
import { AccountTriesRepository } from './sign-in/account-tries.repository.ts';
import { KnownAddressRepository } from './sign-in/known-address.repository.ts';
import { SignInGuard } from './sign-in/sign-in-guard.ts';
import { LedgerRelay } from './tokens/ledger-relay.ts';
import { LedgerRepository } from './tokens/ledger.repository.ts';
import { TokenAccountRepository } from './tokens/token-account.repository.ts';
import { TokenService } from './tokens/token.service.ts';
import { AccountService } from './users/account.service.ts';
import { AllowanceService } from './users/allowance.service.ts';
import { SettingsService } from './users/settings.service.ts';
import { UserRepository } from './users/user.repository.ts';

/** Wires the auth service to the values of its own platform. */
@Module({})
export class AuthModule {
  static register(platform: DynamicModule): DynamicModule {
    return {
      module: AuthModule,
      imports: [platform],
      controllers: [AuthGrpc],
      providers: [
        // Keys are given with each call, so the service needs no options and no module of its own.
        { provide: JwtService, useFactory: () => new JwtService() },
        KeyRing,
        PasswordHasher,
        UserRepository,
        SessionRepository,
        SessionTokens,
        SessionService,
        AccountTriesRepository,
        KnownAddressRepository,
        SignInGuard,
        AccountService,
        AllowanceService,
        SettingsService,
        TokenAccountRepository,
        LedgerRepository,
        LedgerRelay,
        TokenService,
        AuthCommands,
        ExpirySweeper,
      ],
    };
  }
}
