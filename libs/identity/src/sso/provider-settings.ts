import type { ServerMetadata } from 'openid-client';
import { z } from 'zod';
import { NoAnswer, UnusableSettings } from './sso-errors.ts';
import type { ProviderRequests } from './provider-requests.ts';

/** Signatures with keys that only the provider has. Never `none`, never HS256, whose key is the client secret. */
const acceptedAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'Ed25519', 'EdDSA'],
];
const maxAddressLength = 2_048;

/** What is used of a provider's discovery document. */
export interface ProviderSettings {
  /** As the library takes it; its algorithms are those of the provider that are accepted. */
  readonly metadata: ServerMetadata;
  readonly algorithms: readonly string[];
  readonly keysUrl: string;
  readonly sendsSecretInHeader: boolean;
  readonly scopes: readonly string[];
  readonly hasBackChannelLogout: boolean;
}

const words = z.array(z.string());
const document = z.object({
  issuer: z.string(),
  authorization_endpoint: z.unknown().optional(),
  token_endpoint: z.unknown().optional(),
  jwks_uri: z.unknown().optional(),
  // The default of the standard.
  id_token_signing_alg_values_supported: words.default(['RS256']),
  token_endpoint_auth_methods_supported: words.default(['client_secret_basic']),
  scopes_supported: words.default([]),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
  backchannel_logout_supported: z.boolean().default(false),
});

/** @throws {UnusableSettings} @throws {NoAnswer} */
export async function readSettings(issuer: string, requests: ProviderRequests): Promise<ProviderSettings> {
  const url = URL.parse(issuer);
  if (url?.protocol !== 'https:' || !isPlain(url) || url.search !== '' || issuer.length > maxAddressLength)
    throw new UnusableSettings('The issuer must be an https address.');
  const { status, json } = await requests.readJson(
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
  );
  if (status >= 500) throw new NoAnswer(`The answer is ${String(status)}.`);
  const { data } = document.safeParse(json);
  if (status !== 200 || !data) throw new UnusableSettings('No settings of a provider are at this issuer.');
  // A provider for many organisations, such as "common" of Entra, names no issuer: anybody could sign in with it.
  if (data.issuer !== issuer)
    throw new UnusableSettings(
      `The issuer answers as ${shown(data.issuer)}. It must be the same to the last character.`,
    );
  const algorithms = acceptedAlgorithms.filter((name) =>
    data.id_token_signing_alg_values_supported.includes(name),
  );
  if (algorithms.length === 0)
    throw new UnusableSettings('The provider signs in no way that is accepted here.');
  const methods = data.token_endpoint_auth_methods_supported;
  // Not every provider decodes what the header encodes, such as "-".
  const sendsSecretInHeader = !methods.includes('client_secret_post');
  if (sendsSecretInHeader && !methods.includes('client_secret_basic'))
    throw new UnusableSettings('The provider does not accept a client secret.');
  if (data.jwks_uri === undefined) throw new UnusableSettings('No key set.');
  const keysUrl = endpoint(data.jwks_uri);
  return {
    metadata: {
      issuer,
      authorization_endpoint: endpoint(data.authorization_endpoint),
      token_endpoint: endpoint(data.token_endpoint),
      jwks_uri: keysUrl,
      id_token_signing_alg_values_supported: algorithms,
      authorization_response_iss_parameter_supported: data.authorization_response_iss_parameter_supported,
    },
    algorithms,
    keysUrl,
    sendsSecretInHeader,
    scopes: data.scopes_supported,
    hasBackChannelLogout: data.backchannel_logout_supported,
  };
}

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), use: z.string().optional() })) });
export type KeySet = z.output<typeof keySet>;

/** @throws {UnusableSettings} when no key may sign @throws {NoAnswer} */
export async function readKeys({ keysUrl }: ProviderSettings, requests: ProviderRequests): Promise<KeySet> {
  const { status, json } = await requests.readJson(keysUrl);
  if (status >= 500) throw new NoAnswer(`The answer is ${String(status)}.`);
  const { data } = keySet.safeParse(json);
  if (status !== 200 || !data || countSigning(data) === 0) throw new UnusableSettings('No key set.');
  return data;
}

/** @returns how many keys may sign */
export function countSigning({ keys }: KeySet): number {
  const isSigning = ({ kty, use }: KeySet['keys'][number]) =>
    ['RSA', 'EC', 'OKP'].includes(kty) && (use === undefined || use === 'sig');
  return keys.filter(isSigning).length;
}

/** Whether its server may be called is decided when it is called. */
function endpoint(value: unknown): string {
  const url = typeof value === 'string' && value.length <= maxAddressLength ? URL.parse(value) : null;
  if (url?.protocol === 'http:') throw new UnusableSettings('Only http is offered.');
  if (url?.protocol !== 'https:' || !isPlain(url))
    throw new UnusableSettings('An address of the provider is missing or cannot be read.');
  return url.href;
}

function isPlain({ username, password, hash }: URL): boolean {
  return username === '' && password === '' && hash === '';
}

/** Only what an issuer can be: the rest of a provider's words is not shown. */
function shown(issuer: string): string {
  return /^https?:\/\/[\w.~:/{}%-]{1,200}$/.test(issuer) ? issuer : 'another one';
}
