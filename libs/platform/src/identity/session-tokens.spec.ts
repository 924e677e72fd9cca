import { createSign, generateKeyPairSync } from 'node:crypto';
import { SessionTokens, type Audience } from './session-tokens.ts';
import { createSigningKey } from './signing-key.ts';

const now = new Date('2026-11-20T09:30:00Z');
const later = new Date('2026-11-20T10:30:00Z');
const whom = { userId: 'ada', sessionId: 'one' };
const unauthorized = { code: 'unauthenticated', message: 'Unauthorized' };

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = createSigningKey('key-1', privateKey.export({ format: 'pem', type: 'pkcs8' }) as string);
const keys = { newest: key, find: (id: string) => (id === key.id ? key : undefined) };
const tokensOf = (audience: Audience, at = now) =>
  new SessionTokens({ audience, keys, clock: { now: () => at } });

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Record<string, unknown>;

/** A changed token, signed with the right key. */
function forged(token: string, changes: { header?: object; payload?: object }): string {
  const [header, payload] = token.split('.').map((part) => part);
  const input = [
    encode({ ...decode(header), ...changes.header }),
    encode({ ...decode(payload), ...changes.payload }),
  ].join('.');
  const signature = createSign('sha256').update(input).sign({ key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

describe(SessionTokens, () => {
  it.each(['user', 'staff'] as const)(
    'of %s identify the user and session until they expire',
    async (audience) => {
      const token = await tokensOf(audience).sign(whom, now, later);
      expect(await tokensOf(audience).verify(token)).toEqual(whom);
      expect(await tokensOf(audience).verify(forged(token, {}))).toEqual(whom);
      await expect(tokensOf(audience, later).verify(token)).rejects.toMatchObject(unauthorized);
    },
  );

  it.each([
    ['user', 'staff'],
    ['staff', 'user'],
  ] as const)('of %s are refused by those of %s', async (audience, other) => {
    const token = await tokensOf(audience).sign(whom, now, later);
    await expect(tokensOf(other).verify(token)).rejects.toMatchObject(unauthorized);
  });

  it.each([
    ['no expiry', { payload: { exp: undefined } }],
    ['an expiry that is not a number', { payload: { exp: '2100-01-01' } }],
    ['a critical extension', { header: { crit: ['b64'], b64: false } }],
    ['an empty list of extensions', { header: { crit: [] } }],
    ['both of our audiences as one string', { payload: { aud: 'user,staff' } }],
    ['no subject', { payload: { sub: undefined } }],
  ])('of users and of staff are refused with %s, although our key signed them', async (_what, changes) => {
    for (const tokens of [tokensOf('user'), tokensOf('staff')]) {
      const token = await tokens.sign(whom, now, later);
      await expect(tokens.verify(forged(token, changes))).rejects.toMatchObject(unauthorized);
    }
  });
});
