import type { Provider } from '@nestjs/common';
import { CLOCK, type Clock } from '../host/tokens.ts';
import type { Models } from '../store/service-store.ts';
import { AccountTriesRepository } from './account-tries.repository.ts';
import { accountTriesSchema } from './account-tries.schema.ts';
import { KeyRing } from './key-ring.ts';
import { KnownAddressRepository } from './known-address.repository.ts';
import { knownAddressSchema } from './known-address.schema.ts';
import { PasswordHasher } from './password-hasher.ts';
import { SessionTokens, type Audience } from './session-tokens.ts';
import { SignInGuard } from './sign-in-guard.ts';

/** What {@link identityProviders} keep in the store of the service. */
export const identityModels = {
  AccountTries: accountTriesSchema,
  KnownAddress: knownAddressSchema,
} satisfies Models;

/**
 * The providers of a service that signs people in: {@link KeyRing}, {@link SessionTokens} of one audience,
 * {@link PasswordHasher} and {@link SignInGuard} with its repositories. They are the service's own, over its own store:
 * its config extends `identityConfig`, its models hold {@link identityModels}.
 */
export function identityProviders({ audience }: { readonly audience: Audience }): Provider[] {
  return [
    KeyRing,
    {
      provide: SessionTokens,
      inject: [KeyRing, CLOCK],
      useFactory: (keys: KeyRing, clock: Clock) => new SessionTokens({ audience, keys, clock }),
    },
    PasswordHasher,
    AccountTriesRepository,
    KnownAddressRepository,
    SignInGuard,
  ];
}
