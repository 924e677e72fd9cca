import { generateKeyPairSync } from 'node:crypto';
import { ConfigError, loadConfig } from '@vault/base';
import { identityConfig } from './identity.config.ts';
import { parseKeyList } from './key-list.ts';

function ecKey(namedCurve = 'P-256') {
  return generateKeyPairSync('ec', { namedCurve });
}

const jwk = (kid: string) => ({ ...ecKey().privateKey.export({ format: 'jwk' }), kid });
const pem = (kid: string, curve?: string) => ({
  kid,
  pem: ecKey(curve).privateKey.export({ format: 'pem', type: 'pkcs8' }),
});

describe('parseKeyList', () => {
  it('accepts JWK and PEM keys together, in their order', () => {
    const { keys, problem } = parseKeyList(JSON.stringify([jwk('old'), pem('new')]));
    expect(problem).toBeUndefined();
    expect(keys.map(({ id }) => id)).toEqual(['old', 'new']);
    for (const { publicPem } of keys) expect(publicPem).toMatch(/^-----BEGIN PUBLIC KEY-----/);
  });

  const publicJwk = { ...ecKey().publicKey.export({ format: 'jwk' }), kid: 'public' };
  const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  it.each([
    ['no JSON', 'secret-text'],
    ['an empty list', '[]'],
    ['one key outside of a list', JSON.stringify(jwk('a'))],
    ['a key without a kid', JSON.stringify([{ ...jwk('a'), kid: undefined }])],
    ['the same kid twice', JSON.stringify([jwk('a'), jwk('a')])],
    ['a public key', JSON.stringify([publicJwk])],
    ['another curve', JSON.stringify([pem('a', 'P-384')])],
    ['an RSA key', JSON.stringify([{ kid: 'a', pem: rsa.export({ format: 'pem', type: 'pkcs8' }) }])],
    ['a broken PEM', JSON.stringify([{ kid: 'a', pem: '-----BEGIN secret-text' }])],
    ['more than ten', JSON.stringify(Array.from({ length: 11 }, (_, index) => jwk(String(index))))],
  ])('refuses %s', (_what, text) => {
    const { keys, problem } = parseKeyList(text);
    expect(keys).toEqual([]);
    expect(problem).toEqual(expect.any(String));
    expect(problem).not.toContain('secret-text');
  });
});

describe('identityConfig', () => {
  it('reads the keys, which are optional', () => {
    expect(loadConfig(identityConfig, {})).toEqual({ DATA_DIR: './data' });
    expect(loadConfig(identityConfig, { JWT_KEYS: JSON.stringify([jwk('a')]) }).JWT_KEYS).toHaveLength(1);
  });

  it('names the variable when they are invalid', () => {
    expect(() => loadConfig(identityConfig, { JWT_KEYS: 'x' })).toThrow(ConfigError);
    expect(() => loadConfig(identityConfig, { JWT_KEYS: 'x' })).toThrow(/JWT_KEYS: must be a JSON list/);
  });
});
