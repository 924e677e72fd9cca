import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { clockToleranceSeconds, maxSubjectLength } from './identity-of.ts';
import { invalidLogout } from './sso-errors.ts';
import type { SsoLogout, SsoProvider } from './sso-provider.ts';

const maxTokenLength = 8 * 1024;
/** Providers send a sign-out at once. */
const maxAgeSeconds = 150;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

const id = z.string().min(1).max(maxSubjectLength);
const header = z.object({ typ: z.enum(['JWT', 'logout+jwt']).optional() });
const claims = z.object({
  jti: id,
  iat: z.number(),
  // Keycloak adds a member of its own.
  events: z.object({ [logoutEvent]: z.object({}) }),
  // An ID token has one: it must not count as a sign-out.
  nonce: z.undefined().optional(),
  sub: id.optional(),
  sid: id.optional(),
});

/**
 * Reads what a token says, before anything is asked of the provider: whoever knows the address can send made-up ones.
 * @returns what may be used once the same token is verified
 */
export function readUnverified(token: string, nowSeconds: number): SsoLogout {
  if (token.length > maxTokenLength) throw refused('The token is too long.');
  read(header, () => decodeProtectedHeader(token));
  const { jti, iat, sub, sid } = read(claims, () => decodeJwt(token));
  if (iat > nowSeconds + clockToleranceSeconds || iat < nowSeconds - maxAgeSeconds) throw implausible('iat');
  if (sub === undefined && sid === undefined) throw implausible('sub');
  return {
    tokenId: jti,
    ...(sub !== undefined && { subject: sub }),
    ...(sid !== undefined && { providerSession: sid }),
  };
}

/** @param keys are asked for only when the token is signed in an accepted way */
export async function verify(
  token: string,
  { issuer, clientId }: SsoProvider,
  algorithms: readonly string[],
  keys: () => Promise<JSONWebKeySet>,
): Promise<void> {
  await jwtVerify(token, async (head, signed) => createLocalJWKSet(await keys())(head, signed), {
    algorithms: [...algorithms],
    issuer,
    audience: clientId,
    clockTolerance: clockToleranceSeconds,
  });
}

function read<Schema extends z.ZodType>(schema: Schema, decode: () => unknown): z.output<Schema> {
  let value;
  try {
    value = decode();
  } catch {
    throw refused('The token cannot be read.');
  }
  const { data, error } = schema.safeParse(value);
  if (error) throw implausible(String(error.issues[0]?.path[0]));
  return data;
}

/** @param name one of those above, never one that only the token has */
function implausible(name: string): Error {
  return refused(`The value of ${name} cannot be right.`);
}

function refused(why: string): Error {
  return invalidLogout(new Error(why));
}
