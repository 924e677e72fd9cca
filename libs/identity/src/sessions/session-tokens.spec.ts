import { createSign, generateKeyPairSync } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { jwtOptions, SessionTokens, type Audience } from './session-tokens.ts';
import { createSigningKey } from '../keys/signing-key.ts';
import { SigningKeys } from '../keys/signing-keys.ts';

const now = new Date('2026-11-20T09:30:00Z');
const later = new Date('2026-11-20T10:30:00Z');
const whom = { userId: 'ada', sessionId: 'one' };
const unauthorized = { code: 'unauthenticated', message: 'Unauthorized' };

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = createSigningKey('key-1', privateKey.export({ format: 'pem', type: 'pkcs8' }) as string);
const keys = { newest: key, find: (id: string) => (id === key.id ? key : undefined) };
const tokensOf = (audience: Audience, at = now, of: ConstructorParameters<typeof SessionTokens>[1] = keys) =>
  new SessionTokens(new JwtService(jwtOptions(audience)), of, { now: () => at });

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
  ] as const)('of %s are refused where tokens of %s are required', async (audience, other) => {
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

describe('a change of the signing key', () => {
  const { privateKey: next } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const fresh = createSigningKey('key-2', next.export({ format: 'jwk' }));
  const steps = [[key], [fresh, key], [key, fresh], [fresh]];

  it('ends no session while replicas have read different steps of it', async () => {
    // The last step is taken when the sessions of the old key have expired.
    for (const [a, b] of [steps.slice(0, 2), steps.slice(1, 3)]) {
      const [one, other] = [a, b].map((JWT_KEYS) => {
        const replica = new SigningKeys({ DATA_DIR: '', JWT_KEYS });
        return tokensOf('user', now, replica);
      });
      expect(await other!.verify(await one!.sign(whom, now, later))).toEqual(whom);
      expect(await one!.verify(await other!.sign(whom, now, later))).toEqual(whom);
    }
  });

  it('is used as soon as the configuration has it', async () => {
    const config = { DATA_DIR: '', JWT_KEYS: steps[0] };
    const tokens = tokensOf('user', now, new SigningKeys(config));
    const old = await tokens.sign(whom, now, later);
    config.JWT_KEYS = steps[2];
    const kidOf = (token: string) => decode(token.split('.')[0])['kid'];
    expect(kidOf(await tokens.sign(whom, now, later))).toBe('key-2');
    expect(await tokens.verify(old)).toEqual(whom);
    config.JWT_KEYS = steps[3];
    await expect(tokens.verify(old)).rejects.toMatchObject(unauthorized);
  });
});
