export { accountKeyOf } from './tries/account-key.ts';
export { AccountTriesRepository } from './tries/account-tries.repository.ts';
export { countAttempt } from './tries/count-attempt.ts';
export { adviceOn, assertUnguessable } from './passwords/guessable-password.ts';
export {
  identityImports,
  identityModels,
  identityProviders,
  ssoModels,
  ssoProviders,
} from './identity-providers.ts';
export { identityConfig } from './keys/identity.config.ts';
export { readKeyFiles } from './keys/key-files.ts';
export { KnownAddressRepository } from './tries/known-address.repository.ts';
export { PasswordHasher } from './passwords/password-hasher.ts';
export { Seals } from './keys/seals.ts';
export { type Session, sessionSchema } from './sessions/session.schema.ts';
export { SessionTokens } from './sessions/session-tokens.ts';
export {
  type Client,
  type OpenOptions,
  Sessions,
  type SessionRules,
  unauthenticated,
} from './sessions/sessions.ts';
export { SignInGuard } from './tries/sign-in-guard.ts';
export { type AttemptSecrets, SsoAttempts } from './sso/sso-attempts.ts';
export { SsoClient } from './sso/sso-client.ts';
export { answerParts, InvalidAnswer, type AnswerChecks, type AnswerPart } from './sso/sso-errors.ts';
export type {
  BegunSignIn,
  SendRequest,
  SsoDescription,
  SsoIdentity,
  SsoLogout,
  SsoProof,
  SsoProvider,
  SsoRefresh,
} from './sso/sso-provider.ts';
export { accountLimit, addressLimit, decideTry, type TryLimit } from './tries/try-limit.ts';
