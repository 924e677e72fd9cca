import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageOrigin, readBrowserKey, setBrowserKey } from './browser-key.ts';

const at = (host: string) => ({ host }) as FastifyRequest;

test('pages are at the public address; without one, only this machine has them', () => {
  expect(pageOrigin('https://vault.example.com/', at('evil.example.com'))).toBe('https://vault.example.com');
  for (const host of ['localhost:5000', '127.0.0.1:5000', '[::1]:5000'])
    expect(pageOrigin(undefined, at(host))).toBe(`http://${host}`);
  for (const host of [
    'evil.example.com',
    'localhost.example.com',
    '127.0.0.1.example.com',
    'localhost:5000@x',
  ])
    expect(() => pageOrigin(undefined, at(host))).toThrow('PUBLIC_URL');
});

function cookieOf(origin: string, key: string): string {
  let value = '';
  const reply = { header: (_name: string, text: string) => (value = text) };
  setBrowserKey(reply as unknown as FastifyReply, origin, key);
  return value;
}

test('the key of a browser is a cookie that no script and no other site has', () => {
  expect(cookieOf('https://vault.example.com', 'k-1')).toBe(
    '__Host-vault-sso=k-1; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure',
  );
  expect(cookieOf('http://localhost:5000', '')).toBe('vault-sso=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
});

test.each([
  ['k-1', 'a=b; __Host-vault-sso=k-1; c=d'],
  // Another site of the domain can set this one.
  ['', 'vault-sso=k-1'],
  ['', '__Host-vault-sso=<script>'],
  ['', `__Host-vault-sso=${'k'.repeat(65)}`],
  ['', ''],
  ['', undefined],
])('the key %j is read from %j', (key, cookie) => {
  expect(readBrowserKey({ headers: { cookie } }, 'https://vault.example.com')).toBe(key);
});
