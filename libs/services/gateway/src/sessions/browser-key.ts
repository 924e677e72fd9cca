import { AppError } from '@vault/base';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** As long as a sign-in may take. */
const maxAgeSeconds = 600;
const keyPattern = /^[\w-]{1,64}$/;

/**
 * The origin of the pages, to which a provider sends a browser back. Without `PUBLIC_URL` only this machine has one:
 * anybody may write another host into a request.
 * @throws {AppError} conflict
 */
export function pageOrigin(publicUrl: string | undefined, { host }: Pick<FastifyRequest, 'host'>): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  if (/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)) return `http://${host}`;
  throw new AppError('conflict', 'Single sign-on needs the public address of this product (PUBLIC_URL).');
}

/** Gives a browser the key of a sign-in that it has begun; empty takes it away. */
export function setBrowserKey(reply: FastifyReply, origin: string, key: string): void {
  const age = key === '' ? 0 : maxAgeSeconds;
  const parts = [`${nameAt(origin)}=${key}`, 'Path=/', `Max-Age=${String(age)}`, 'HttpOnly', 'SameSite=Lax'];
  void reply.header('set-cookie', [...parts, ...(isSecure(origin) ? ['Secure'] : [])].join('; '));
}

/** The key that {@link setBrowserKey} gave; empty when the browser has none. */
export function readBrowserKey({ headers }: Pick<FastifyRequest, 'headers'>, origin: string): string {
  const name = `${nameAt(origin)}=`;
  const found = headers.cookie?.split(/;\s*/).find((cookie) => cookie.startsWith(name));
  const key = found?.slice(name.length) ?? '';
  return keyPattern.test(key) ? key : '';
}

/** With the prefix, no other site of the domain can set it. */
function nameAt(origin: string): string {
  return isSecure(origin) ? '__Host-vault-sso' : 'vault-sso';
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:');
}
