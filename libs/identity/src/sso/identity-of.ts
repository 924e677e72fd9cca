import { decodeProtectedHeader } from 'jose';
import type { IDToken } from 'openid-client';
import { afterSignature } from './answer-checks.ts';
import { InvalidAnswer, type AnswerPart } from './sso-errors.ts';
import type { SsoIdentity, SsoProof } from './sso-provider.ts';

/** By how much the clocks of a provider and of this machine may differ. */
export const clockToleranceSeconds = 60;
/** Entra says that a token is five minutes older than it is; no sign-in takes longer than this. */
const maxAgeSeconds = 10 * 60;
export const maxSubjectLength = 255;
const maxKeyIdLength = 64;
const maxEmailLength = 254;
const maxNameLength = 100;

/** What the library accepts, and no honest provider says. @throws {AppError} */
export function assertPlausible({ sub, iat, azp }: IDToken, clientId: string, nowSeconds: number): void {
  if (sub.length < 1 || sub.length > maxSubjectLength) throw implausible('sub');
  if (iat > nowSeconds + clockToleranceSeconds) throw implausible('iat', 'time');
  if (iat < nowSeconds - clockToleranceSeconds - maxAgeSeconds) throw implausible('iat', 'time');
  if (azp !== undefined && azp !== clientId) throw implausible('azp', 'audience');
}

export function identityOf(claims: IDToken, groupsClaim?: string): Omit<SsoIdentity, 'proof'> {
  const email = text(claims.email, maxEmailLength);
  const isVerified: unknown = claims.email_verified;
  const providerSession = text(claims['sid'], maxSubjectLength);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    ...(email !== undefined && { email }),
    // Some providers send the word. Everything else that is not true counts as false.
    ...(isVerified !== undefined && { isEmailVerified: isVerified === true || isVerified === 'true' }),
    ...namesOf(claims),
    groups: groupsOf(claims, groupsClaim),
    ...(providerSession !== undefined && { providerSession }),
  };
}

/** @param idToken whose signature is verified */
export function proofOf(
  idToken: string,
  claims: IDToken,
  { groupsClaim, nowSeconds }: { readonly groupsClaim: string | undefined; readonly nowSeconds: number },
): SsoProof {
  const { alg = '', kid } = decodeProtectedHeader(idToken);
  const keyId = text(kid, maxKeyIdLength);
  return {
    algorithm: alg,
    ...(keyId !== undefined && { keyId }),
    clockSeconds: Math.round(claims.iat - nowSeconds),
    namesGroups: claimOf(claims, groupsClaim) !== undefined,
  };
}

/** A provider that has one group of a person may send it alone. */
export function groupsOf(claims: IDToken, groupsClaim: string | undefined): string[] {
  const groups = claimOf(claims, groupsClaim);
  const list: unknown[] = Array.isArray(groups) ? groups : [groups];
  return list.filter((group) => typeof group === 'string' && group !== '') as string[];
}

function claimOf(claims: IDToken, name = 'groups'): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}

function namesOf(claims: IDToken): { firstname: string; lastname: string } {
  const firstname = name(claims.given_name);
  const lastname = name(claims.family_name);
  if (firstname !== '' || lastname !== '') return { firstname, lastname };
  const [first = '', ...rest] = typeof claims.name === 'string' ? claims.name.trim().split(/\s+/) : [];
  return { firstname: name(first), lastname: name(rest.join(' ')) };
}

function name(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, maxNameLength).trim() : '';
}

/** An address or an id that is too long is none: a part of it would be another one. */
function text(value: unknown, maxLength: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : undefined;
}

function implausible(claim: string, wrong?: AnswerPart): Error {
  const checks = { ...afterSignature, ...(wrong && { [wrong]: false }) };
  return new InvalidAnswer(new Error(`The claim ${claim} cannot be right.`), checks);
}
