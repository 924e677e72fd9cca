import { createSign, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { AppError } from '@vault/base';
import type { SendRequest, SsoProvider } from '../sso-provider.ts';

type Answer = Awaited<ReturnType<SendRequest>>;
/** What the script of an endpoint answers; a failure or a promise that never ends stands for a server that is away. */
type Script = (form: URLSearchParams) => Answer | Promise<Answer>;

export const issuer = 'https://id.example.com';
export const provider: SsoProvider = { issuer, clientId: 'vault', clientSecret: 'the-client-secret' };
export const redirectUrl = 'https://vault.example.com/api/auth/sso/callback/1';
/** What a provider writes and nobody may see. */
export const canary = 'canary';

export interface TestKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export function rsaKey(kid: string, modulusLength = 2_048): TestKey {
  return { kid, alg: 'RS256', ...generateKeyPairSync('rsa', { modulusLength }) };
}

export function ellipticKey(kid: string): TestKey {
  return { kid, alg: 'ES256', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
}

export function jwkOf({ kid, alg, publicKey }: TestKey): Record<string, unknown> {
  return { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' };
}

export function json(body: unknown, status = 200): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(body)),
  };
}

export function html(status: number): Answer {
  return { status, headers: { 'content-type': 'text/html' }, body: Buffer.from(`<p>${canary}</p>`) };
}

export function partOf(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** The parts of an ID token, which tests change before it is signed. */
export interface TokenParts {
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
  key: KeyObject;
}

export function signed({ header, claims, key }: TokenParts): string {
  const content = `${partOf(header)}.${partOf(claims)}`;
  const signature =
    key.asymmetricKeyType === 'ec'
      ? sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
      : createSign(header['alg'] === 'RS512' ? 'sha512' : 'sha256')
          .update(content)
          .sign(key);
  return `${content}.${signature.toString('base64url')}`;
}

/**
 * A provider without a server: it answers each request as its test says, and records it. Like the product's own way to send
 * requests it refuses addresses inside private networks.
 */
export class ScriptedProvider {
  readonly requests: string[] = [];
  /** The last request to the token endpoint. */
  form = new URLSearchParams();
  headers: Readonly<Record<string, string>> = {};
  readonly deadlines: number[] = [];
  readonly document: Record<string, unknown> = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
    authorization_response_iss_parameter_supported: true,
  };
  keys: unknown[];
  nonce = '';
  answerSettings: Script = () => json(this.document);
  answerKeys: Script = () => json({ keys: this.keys });
  answerToken: Script = () => this.tokens();

  constructor(private readonly key: TestKey) {
    this.keys = [jwkOf(key)];
  }

  /** A good token, for a test to change. */
  parts(): TokenParts {
    const now = nowSeconds();
    return {
      header: { alg: this.key.alg, kid: this.key.kid },
      claims: {
        iss: issuer,
        aud: provider.clientId,
        sub: 'ann',
        nonce: this.nonce,
        iat: now,
        exp: now + 300,
        email: 'ann@example.com',
      },
      key: this.key.privateKey,
    };
  }

  tokens(idToken: string | undefined = signed(this.parts()), more: object = {}): Answer {
    return json({
      access_token: canary,
      token_type: 'Bearer',
      expires_in: 300,
      ...(idToken !== '' && { id_token: idToken }),
      ...more,
    });
  }

  readonly send: SendRequest = async (address, { method, headers, body, deadlineMs }) => {
    const url = new URL(address);
    if (/^(?:10|127|169)\./.test(url.hostname))
      throw new AppError('invalid-input', 'This address is inside a private network.');
    this.deadlines.push(deadlineMs);
    this.requests.push(`${method} ${url.pathname}`);
    const form = new URLSearchParams(body);
    if (url.pathname === '/keys') return await this.answerKeys(form);
    if (url.pathname !== '/token') return await this.answerSettings(form);
    this.form = form;
    this.headers = headers;
    return await this.answerToken(form);
  };
}
