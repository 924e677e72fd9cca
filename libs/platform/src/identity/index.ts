export { accountKeyOf } from './account-key.ts';
export { AccountTriesRepository } from './account-tries.repository.ts';
export { identityConfig } from './identity.config.ts';
export { identityModels, identityProviders } from './identity-providers.ts';
export { KnownAddressRepository } from './known-address.repository.ts';
export { PasswordHasher } from './password-hasher.ts';
export { SessionTokens } from './session-tokens.ts';
export { SignInGuard } from './sign-in-guard.ts';
export { accountLimit, addressLimit, decideTry, type TryLimit } from './try-limit.ts';
