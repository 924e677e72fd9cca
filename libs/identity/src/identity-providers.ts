import type { DynamicModule, Provider } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import type { ServiceName } from '@vault/contracts';
import { sharedModels, type Models } from '@vault/store';
import { AccountTriesRepository } from './account-tries.repository.ts';
import { accountTriesSchema } from './account-tries.schema.ts';
import { SigningKeys } from './signing-keys.ts';
import { KnownAddressRepository } from './known-address.repository.ts';
import { knownAddressSchema } from './known-address.schema.ts';
import { PasswordHasher } from './password-hasher.ts';
import { jwtOptions, SessionTokens, type Audience } from './session-tokens.ts';
import { SignInGuard } from './sign-in-guard.ts';

/** The models of {@link identityProviders} in the store of the service. */
export const identityModels = [
  { name: 'AccountTries', schema: accountTriesSchema },
  { name: 'KnownAddress', schema: knownAddressSchema },
] satisfies Models;

/** The modules that {@link identityProviders} need; a token of one audience is refused by the other. */
export function identityImports(audience: Audience): DynamicModule[] {
  return [JwtModule.register(jwtOptions(audience))];
}

/**
 * The authentication providers of a service: {@link SigningKeys}, {@link SessionTokens}, {@link PasswordHasher} and
 * {@link SignInGuard} with its repositories. They use the store of the service: its config extends `identityConfig`, its
 * models include {@link identityModels}, its imports {@link identityImports}.
 */
export function identityProviders(service: ServiceName): Provider[] {
  return [
    ...sharedModels(service, identityModels),
    SigningKeys,
    SessionTokens,
    PasswordHasher,
    AccountTriesRepository,
    KnownAddressRepository,
    SignInGuard,
  ];
}
