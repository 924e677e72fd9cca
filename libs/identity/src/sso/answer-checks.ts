import { isKeyUnknown, type AnswerChecks, type AnswerPart } from './sso-errors.ts';
import type { SsoProvider } from './sso-provider.ts';

interface Expected extends Pick<SsoProvider, 'issuer' | 'clientId'> {
  readonly nonce: string;
}

/** By the claims of the library's errors. */
const partOfClaim: Readonly<Record<string, AnswerPart>> = {
  iss: 'issuer',
  aud: 'audience',
  azp: 'audience',
  nonce: 'nonce',
  exp: 'time',
  nbf: 'time',
};
/** The library verifies the signature last. */
const beforeSignature = { issuer: true, audience: true, nonce: true } as const;
/** When a claim cannot be right that only is looked at then. */
export const afterSignature = { ...beforeSignature, signature: true } as const;

/**
 * Which parts of an answer are right that the library has refused. The library stops at the first wrong one: the others are
 * compared here, but for the signature, which an answer with a wrong part is not worth.
 */
export function checksOfRefused(error: unknown, { issuer, clientId, nonce }: Expected): AnswerChecks {
  const cause = error instanceof Error ? error.cause : undefined;
  const message = cause instanceof Error ? cause.message : '';
  if (isKeyUnknown(error) || message === 'JWT signature verification failed')
    return { ...beforeSignature, signature: false };
  if (message.startsWith('unexpected JWT "alg"')) return { signature: false };
  // In the query with which the person came back.
  if (message.includes('"iss" (issuer) response parameter')) return { issuer: false };
  const { claims, claim } = refusedIn(cause);
  if (!claims) return {};
  const wrong = partOfClaim[claim];
  const isRight = {
    issuer: claims['iss'] === issuer,
    audience: [claims['aud']].flat().includes(clientId),
    nonce: claims['nonce'] === nonce,
  };
  return { ...isRight, ...(wrong && { [wrong]: false }) };
}

function refusedIn(error: unknown): { claims?: Readonly<Record<string, unknown>>; claim: string } {
  const given: unknown = error instanceof Error ? error.cause : undefined;
  if (!isObject(given) || !isObject(given['claims'])) return { claim: '' };
  return { claims: given['claims'], claim: typeof given['claim'] === 'string' ? given['claim'] : '' };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
