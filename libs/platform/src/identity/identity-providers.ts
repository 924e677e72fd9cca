import type { Provider } from '@nestjs/common';
import type { ServiceName } from '@vault/contracts';
import { CLOCK, type Clock } from '../host/tokens.ts';
import { sharedModels, type Models } from '../store/service-store.ts';
import { AccountTriesRepository } from './account-tries.repository.ts';
import { accountTriesSchema } from './account-tries.schema.ts';
import { SigningKeys } from './signing-keys.ts';
import { KnownAddressRepository } from './known-address.repository.ts';
import { knownAddressSchema } from './known-address.schema.ts';
import { PasswordHasher } from './password-hasher.ts';
import { SessionTokens, type Audience } from './session-tokens.ts';
import { SignInGuard } from './sign-in-guard.ts';

/** The models of {@link identityProviders} in the store of the service. */
export const identityModels = [
  { name: 'AccountTries', schema: accountTriesSchema },
  { name: 'KnownAddress', schema: knownAddressSchema },
] satisfies Models;

export interface IdentityOptions {
  /** The service whose connection has the models. */
  readonly service: ServiceName;
  readonly audience: Audience;
}

/**
 * The authentication providers of a service: {@link SigningKeys}, {@link SessionTokens} of one audience,
 * {@link PasswordHasher} and {@link SignInGuard} with its repositories. They use the store of the service:
 * its config extends `identityConfig`, its models include {@link identityModels}.
 */
export function identityProviders({ service, audience }: IdentityOptions): Provider[] {
  return [
    ...sharedModels(service, identityModels),
    SigningKeys,
    {
      provide: SessionTokens,
      inject: [SigningKeys, CLOCK],
      useFactory: (keys: SigningKeys, clock: Clock) => new SessionTokens({ audience, keys, clock }),
    },
    PasswordHasher,
    AccountTriesRepository,
    KnownAddressRepository,
    SignInGuard,
  ];
}
