import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request as sendHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { SsoServer } from './sso-server.ts';

const [first, second] = ['https://vault.example.com/login', 'https://vault.example.com/admin/login'];
const verifier = 'v'.repeat(43);

let provider: SsoServer;
beforeAll(async () => {
  // It warns that its keys and its store are for development.
  jest.spyOn(console, 'warn').mockReturnValue(undefined);
  jest.spyOn(console, 'info').mockReturnValue(undefined);
  provider = await SsoServer.open();
  provider.serve(first, second);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await provider.close();
});

interface Tokens {
  readonly id_token?: string;
  readonly refresh_token?: string;
  readonly error?: string;
}

async function ask(form: Record<string, string>): Promise<Tokens> {
  const { id, secret } = provider.client;
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const ca = readFileSync(provider.env['NODE_EXTRA_CA_CERTS'] ?? '');
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  const text = await new Promise<string>((resolve, reject) => {
    const sent = sendHttps(`${provider.issuer}/token`, { ca, method: 'POST', headers }, (response) => {
      let received = '';
      response.setEncoding('utf8').on('data', (part: string) => (received += part));
      response.on('end', () => resolve(received));
    });
    sent.on('error', reject).end(new URLSearchParams(form).toString());
  });
  return JSON.parse(text) as Tokens;
}

async function signIn(subject: string, scope: string, redirectUrl = first): Promise<Tokens> {
  provider.person = { subject, email: `${subject}@example.com`, isVerified: true, groups: ['Sales'] };
  const query = new URLSearchParams({
    client_id: provider.client.id,
    redirect_uri: redirectUrl,
    response_type: 'code',
    scope,
    nonce: `${subject} ${scope}`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const back = await provider.signIn(`${provider.issuer}/auth?${query.toString()}`);
  const code = new URLSearchParams(back).get('code') ?? '';
  return ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUrl, code_verifier: verifier });
}

const refresh = (token = '') => ask({ grant_type: 'refresh_token', refresh_token: token });

function claimsOf(token = ''): Record<string, unknown> {
  const [, claims = ''] = token.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
}

it('sends people back to each of its addresses, with their groups when they are asked for', async () => {
  const withGroups = await signIn('ann', 'openid email groups');
  expect(claimsOf(withGroups.id_token)).toMatchObject({
    sub: 'ann',
    email: 'ann@example.com',
    email_verified: true,
    groups: ['Sales'],
    sid: expect.any(String) as unknown,
  });
  expect(withGroups.refresh_token).toBeUndefined();
  const without = await signIn('ann', 'openid email', second);
  expect(claimsOf(without.id_token)).toMatchObject({ sub: 'ann' });
  expect(claimsOf(without.id_token)).not.toHaveProperty('groups');
});

it('refreshes what it knows of a person, with a new token each time', async () => {
  const { refresh_token: token } = await signIn('bo', 'openid groups offline_access');
  provider.people.set('bo', { ...provider.person, groups: ['Sales', 'Support'] });
  const renewed = await refresh(token);
  expect(claimsOf(renewed.id_token)).toMatchObject({ sub: 'bo', groups: ['Sales', 'Support'] });
  expect(renewed.refresh_token).not.toBe(token);
  expect(await refresh(token)).toMatchObject({ error: 'invalid_grant' });
});

it('refreshes nothing of a person who was removed', async () => {
  const { refresh_token: token } = await signIn('cy', 'openid offline_access');
  const other = await signIn('di', 'openid offline_access');
  provider.people.delete('cy');
  expect(await refresh(token)).toMatchObject({ error: 'invalid_grant' });
  expect(claimsOf((await refresh(other.refresh_token)).id_token)).toMatchObject({ sub: 'di' });
});

it('tells the product that a session has ended', async () => {
  const { sid } = claimsOf((await signIn('ed', 'openid')).id_token);
  const bodies: string[] = [];
  const product = createServer((request, response) => {
    let body = `${request.headers['content-type'] ?? ''} `;
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${String((product.address() as AddressInfo).port)}/sign-out`;
  expect((await provider.signOut('ed', address)).status).toBe(200);
  product.closeAllConnections();
  product.close();
  expect(bodies).toEqual([
    expect.stringMatching(/^application\/x-www-form-urlencoded;charset=UTF-8 logout_token=/),
  ]);
  const token = bodies[0]?.split('=')[2];
  expect(claimsOf(token)).toMatchObject({
    iss: provider.issuer,
    aud: provider.client.id,
    sub: 'ed',
    sid,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  await expect(provider.logoutTokenOf('nobody')).rejects.toThrow('nobody has not signed in.');
});
