import type { DynamicModule, FactoryProvider, Provider } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { getModelToken } from '@nestjs/mongoose';
import { CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import type { ServiceName } from '@vault/contracts';
import { sharedModels, type Models } from '@vault/store';
import type { Model } from 'mongoose';
import { AccountTriesRepository } from './tries/account-tries.repository.ts';
import { accountTriesSchema } from './tries/account-tries.schema.ts';
import { Seals } from './keys/seals.ts';
import { SigningKeys } from './keys/signing-keys.ts';
import { KnownAddressRepository } from './tries/known-address.repository.ts';
import { knownAddressSchema } from './tries/known-address.schema.ts';
import { PasswordHasher } from './passwords/password-hasher.ts';
import { jwtOptions, SessionTokens, type Audience } from './sessions/session-tokens.ts';
import type { Session } from './sessions/session.schema.ts';
import { Sessions, type SessionRules } from './sessions/sessions.ts';
import { ssoAttemptSchema } from './sso/sso-attempt.schema.ts';
import { SsoAttempts } from './sso/sso-attempts.ts';
import { SsoClient } from './sso/sso-client.ts';
import type { SendRequest } from './sso/sso-provider.ts';
import { SignInGuard } from './tries/sign-in-guard.ts';

/** The models of {@link identityProviders} in the store of the service. */
export const identityModels = [
  { name: 'AccountTries', schema: accountTriesSchema },
  { name: 'KnownAddress', schema: knownAddressSchema },
] satisfies Models;

const sendRequest = Symbol('how requests to providers are sent');

/** The models of {@link ssoProviders} in the store of the service. */
export const ssoModels = [{ name: 'SsoAttempt', schema: ssoAttemptSchema }] satisfies Models;

/**
 * {@link SsoAttempts} and {@link SsoClient}, in addition to {@link identityProviders}.
 * @param sender makes from the container how requests to providers are sent
 */
export function ssoProviders(
  service: ServiceName,
  sender: Pick<FactoryProvider<SendRequest>, 'useFactory' | 'inject'>,
): Provider[] {
  return [
    ...sharedModels(service, ssoModels),
    SsoAttempts,
    { provide: sendRequest, ...sender },
    { provide: SsoClient, useFactory: (send: SendRequest) => new SsoClient(send), inject: [sendRequest] },
  ];
}

/** The modules that {@link identityProviders} need; a token of one audience is refused by the other. */
export function identityImports(audience: Audience): DynamicModule[] {
  return [JwtModule.register(jwtOptions(audience))];
}

/**
 * The authentication providers of a service: {@link SigningKeys}, {@link Seals}, {@link SessionTokens}, {@link Sessions},
 * {@link PasswordHasher} and {@link SignInGuard} with its repositories. They use the store of the service: its config extends `identityConfig`, its
 * models include {@link identityModels} and the one of its sessions, its imports {@link identityImports}.
 */
export function identityProviders(
  service: ServiceName,
  sessions: { readonly model: string; readonly rules: SessionRules },
): Provider[] {
  return [
    ...sharedModels(service, identityModels),
    SigningKeys,
    Seals,
    SessionTokens,
    {
      provide: Sessions,
      useFactory: (model: Model<Session>, tokens: SessionTokens, clock: Clock, logger: Logger) =>
        new Sessions(sessions.rules, model, tokens, clock, logger),
      inject: [getModelToken(sessions.model, service), SessionTokens, CLOCK, LOGGER],
    },
    PasswordHasher,
    AccountTriesRepository,
    KnownAddressRepository,
    SignInGuard,
  ];
}
