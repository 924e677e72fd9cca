// A minimal provider of OpenID Connect, whose person is the one that `login_hint` names. It signs an ID token while the
// browser is there, so that its token endpoint answers from memory. The argument is the folder for the certificate of its
// authority.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TestAuthority } from '@vault/base/testing';

/** What a product needs to know of it. */
export interface BareProvider {
  readonly issuer: string;
  /** The file with the certificate of its authority. */
  readonly caFile: string;
}

const lifeSeconds = 600;
const groups = ['Everybody', 'Marketing', 'Berlin'];
const algorithm = 'RS256';
const kid = 'k1';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: algorithm, use: 'sig' };
/** The answers of the token endpoint, by code. */
const answers = new Map<string, string>();

const authority = new TestAuthority();
const caFile = join(process.argv[2] ?? '.', 'ca.pem');
writeFileSync(caFile, authority.ca);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function answerFor(email: string, clientId: string, nonce?: string): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    ...{ iss: issuer(), sub: email, aud: clientId, iat: now, exp: now + lifeSeconds, nonce, groups },
    ...{ email, email_verified: true, given_name: 'Ada', family_name: 'Lovelace', sid: randomUUID() },
  };
  const signed = `${encode({ alg: algorithm, kid })}.${encode(claims)}`;
  return JSON.stringify({
    ...{ access_token: randomUUID(), token_type: 'Bearer', expires_in: lifeSeconds },
    // As long as those of large providers.
    refresh_token: `${encode({ email, clientId })}.${'r'.repeat(800)}.${randomUUID()}`,
    id_token: `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`,
  });
}

function authorize({ searchParams }: URL): string {
  const asked = (name: string) => searchParams.get(name) ?? '';
  const code = randomUUID();
  answers.set(code, answerFor(asked('login_hint'), asked('client_id'), asked('nonce')));
  return `${asked('redirect_uri')}?${new URLSearchParams({ code, state: asked('state') }).toString()}`;
}

async function answerToken(request: IncomingMessage): Promise<string> {
  const form = new URLSearchParams(await text(request));
  const [person = ''] = form.get('refresh_token')?.split('.') ?? [];
  if (person !== '') {
    const { email, clientId } = JSON.parse(Buffer.from(person, 'base64url').toString()) as Record<
      'email' | 'clientId',
      string
    >;
    return answerFor(email, clientId);
  }
  const code = form.get('code') ?? '';
  const answer = answers.get(code) ?? '';
  answers.delete(code);
  return answer;
}

const server = createServer(authority.issue({ names: ['127.0.0.1'] }), (request, response) => {
  const url = new URL(request.url ?? '', issuer());
  const send = (body: string) => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  if (url.pathname === '/authorize') response.writeHead(302, { location: authorize(url) }).end();
  else if (url.pathname === '/token') void answerToken(request).then(send);
  else if (url.pathname === '/keys') send(JSON.stringify({ keys: [jwk] }));
  else send(settings());
});

function issuer(): string {
  return `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

function settings(): string {
  return JSON.stringify({
    issuer: issuer(),
    authorization_endpoint: `${issuer()}/authorize`,
    token_endpoint: `${issuer()}/token`,
    jwks_uri: `${issuer()}/keys`,
    id_token_signing_alg_values_supported: [algorithm],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    scopes_supported: ['openid', 'email', 'profile', 'groups', 'offline_access'],
  });
}

server.listen(0, '127.0.0.1', () => {
  const provider: BareProvider = { issuer: issuer(), caFile };
  process.send?.(provider);
});
process.once('disconnect', () => process.exit(0));
