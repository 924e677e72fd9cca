/** A provider of single sign-on, as an installation or a team has set it up. */
export interface SsoProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name of the claim with the groups of a person; `groups` unless it is given. */
  readonly groupsClaim?: string;
}

interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly deadlineMs: number;
}

interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * How requests to providers are sent. It alone decides which servers may be called: providers choose the addresses of their
 * endpoints. It follows no redirect, and its failures are `AppError`s. `Outgoing.fetch` of integrations fits.
 */
export type SendRequest = (url: string, request: ProviderRequest) => Promise<ProviderAnswer>;

/** Keep state, nonce and verifier on the server until the person comes back; the browser gets only the address. */
export interface BegunSignIn {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person as the provider names them. Issuer and subject together are the key of the person, never the e-mail address. */
export interface SsoIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email?: string;
  /** Absent when the provider does not say. */
  readonly isEmailVerified?: boolean;
  /** Empty when the provider does not say, as is the last name. */
  readonly firstname: string;
  readonly lastname: string;
  readonly groups: readonly string[];
  /** The session at the provider, which its back-channel sign-out names. */
  readonly providerSession?: string;
  readonly refreshToken?: string;
  readonly proof: SsoProof;
}

/** How the provider vouches for a person: whoever sets it up sees it in a test of the sign-in. */
export interface SsoProof {
  readonly algorithm: string;
  /** Absent when the provider does not name its key, or with more than 64 characters. */
  readonly keyId?: string;
  /** By how much the provider's clock is ahead of the one here, with the time that the answer took. */
  readonly clockSeconds: number;
  /** Whether the claim with the groups is there. */
  readonly namesGroups: boolean;
}

/** A sign-out at the provider: of a session, or of all sessions of a person when it names none. */
export interface SsoLogout {
  /** Each sign-out has its own: refuse one that was seen. */
  readonly tokenId: string;
  /** At least one of subject and session is there. */
  readonly subject?: string;
  readonly providerSession?: string;
}

/** What a provider answers about a person who still may sign in. */
export interface SsoRefresh {
  /** Replaces the one that was sent; absent when the old one stays. */
  readonly refreshToken?: string;
  /** Absent when the provider says nothing new about the person. */
  readonly groups?: readonly string[];
}

/** What an owner sees of a provider's settings. */
export interface SsoDescription {
  readonly algorithms: readonly string[];
  readonly keyCount: number;
  readonly hasBackChannelLogout: boolean;
}
