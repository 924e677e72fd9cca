import { createHmac, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

type Claims = Record<string, unknown>;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Original {
  readonly head: string;
  readonly payload: string;
  readonly signature: string;
  readonly header: Claims;
  readonly claims: Claims;
  /** The key that the product itself signs with. */
  readonly own: KeyObject;
}

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const past = Math.floor(Date.now() / 1_000) - 60;

const forgeries: Readonly<Record<string, (original: Original) => string>> = {
  'another payload': ({ head, claims, signature }) =>
    `${head}.${encode({ ...claims, sub: 'somebody-else' })}.${signature}`,
  'another signature': ({ head, payload, signature }) => `${head}.${payload}.${flip(signature)}`,
  'no signature': ({ head, payload }) => `${head}.${payload}.`,
  'only two parts': ({ head, payload }) => `${head}.${payload}`,
  'alg none': ({ header, payload }) => `${encode({ ...header, alg: 'none' })}.${payload}.`,
  'alg None with a signature': ({ header, payload, signature }) =>
    `${encode({ ...header, alg: 'None' })}.${payload}.${signature}`,
  'the public key as a shared secret': ({ header, payload, own }) => {
    const input = `${encode({ ...header, alg: 'HS256' })}.${payload}`;
    return `${input}.${hmac(input, createPublicKey(own).export({ type: 'spki', format: 'pem' }).toString())}`;
  },
  'signed with another key': ({ header, claims }) => signed(header, claims, stranger),
  'with its key in the header': ({ header, claims }) =>
    signed({ ...header, jwk: publicJwk(stranger) }, claims, stranger),
  'an unknown key id': ({ header, claims, own }) =>
    signed({ ...header, kid: '../../../../dev/null' }, claims, own),
  expired: ({ header, claims, own }) => signed(header, { ...claims, iat: past - 60, exp: past }, own),
  'for staff': ({ header, claims, own }) => signed(header, { ...claims, aud: 'staff' }, own),
  'from another issuer': ({ header, claims, own }) => signed(header, { ...claims, iss: 'somebody' }, own),
  'of an unknown session': ({ header, claims, own }) =>
    signed(header, { ...claims, sid: 'none', jti: 'none' }, own),
  'very long': ({ head, payload }) => `${head}.${payload}.${'A'.repeat(4_000)}`,
  'no token at all': () => 'x'.repeat(40),
};

/** All tested kinds of forged tokens. */
export const forgedKinds = Object.keys(forgeries);

/** Makes a token that must be refused from a valid one. @param own the product's signing key */
export function forge(kind: string, token: string, own: KeyObject): string {
  return forgeries[kind]!(read(token, own));
}

/** Signs a token again with the product's key. It must be accepted; otherwise the forgeries prove nothing. */
export function resign(token: string, own: KeyObject): string {
  const { header, claims } = read(token, own);
  return signed(header, claims, own);
}

function read(token: string, own: KeyObject): Original {
  const [head = '', payload = '', signature = ''] = token.split('.');
  return { head, payload, signature, header: decode(head), claims: decode(payload), own };
}

function decode(part: string): Claims {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;
}

function signed(header: Claims, claims: Claims, key: KeyObject): string {
  const input = `${encode(header)}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

function hmac(input: string, secret: string): string {
  return createHmac('sha256', secret).update(input).digest('base64url');
}

function publicJwk(key: KeyObject): unknown {
  return createPublicKey(key).export({ format: 'jwk' });
}

function flip(signature: string): string {
  return `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
}
