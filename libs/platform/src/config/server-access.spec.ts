import { loadConfig } from '@vault/base';
import type { KafkaPassword, KafkaToken } from '@vault/messaging/kafka';
import { TestAuthority } from '@vault/base/testing';
import { hostConfig } from './host.config.ts';
import { loadConfigs } from '../host/load-configs.ts';
import {
  incompleteAccounts,
  kafkaSecurityOf,
  mongoAccessOf,
  problemsOfToken,
  withAccount,
} from './server-access.ts';

const certificate = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----';
const account = { KAFKA_USERNAME: 'upload', KAFKA_PASSWORD: 'p' };
const securityOf = (env: Record<string, string>) => kafkaSecurityOf(loadConfig(hostConfig, env));

describe('brokers', () => {
  it('are contacted without TLS by default', () => {
    expect(securityOf({})).toEqual({ ssl: false });
  });

  it('are verified by public authorities, or only by the given one', () => {
    expect(securityOf({ KAFKA_TLS: 'true' })).toEqual({ ssl: true });
    expect(securityOf({ KAFKA_CA: certificate })).toEqual({ ssl: { ca: [certificate] } });
    expect(() => securityOf({ KAFKA_CA: 'a path' })).toThrow('KAFKA_CA: must be certificates in PEM');
  });

  it('receive the account, by SCRAM by default', () => {
    const sasl = { mechanism: 'scram-sha-512', username: 'upload', password: 'p' };
    expect(securityOf(account).sasl).toEqual(sasl);
    expect(securityOf({ ...account, KAFKA_SASL: 'plain' }).sasl).toEqual({ ...sasl, mechanism: 'plain' });
  });
});

describe('a token for the brokers', () => {
  const problemsOf = (env: Record<string, string>) => problemsOfToken(loadConfig(hostConfig, env));
  const oauth = { KAFKA_SASL: 'oauthbearer' };
  const endpoint = { KAFKA_OAUTH_TOKEN_URL: 'https://id.example.com/token' };
  const client = { KAFKA_OAUTH_CLIENT_ID: 'upload', KAFKA_OAUTH_CLIENT_SECRET: 's' };

  it('is the current value of its variable', async () => {
    const config = loadConfig(hostConfig, { ...oauth, KAFKA_OAUTH_TOKEN: 'a' });
    const { sasl } = kafkaSecurityOf(config) as { sasl: KafkaToken };
    expect([sasl.mechanism, await sasl.token()]).toEqual(['oauthbearer', 'a']);
    config.KAFKA_OAUTH_TOKEN = 'b';
    expect(await sasl.token()).toBe('b');
  });

  it.each<[Record<string, string>, string[]]>([
    [{ ...oauth, KAFKA_OAUTH_TOKEN: 'a' }, []],
    [{ ...oauth, ...endpoint, ...client }, []],
    [oauth, ['KAFKA_OAUTH_TOKEN: must be set when KAFKA_SASL is oauthbearer, or KAFKA_OAUTH_TOKEN_URL']],
    [
      { ...oauth, ...endpoint },
      [
        'KAFKA_OAUTH_CLIENT_ID: must be set when KAFKA_OAUTH_TOKEN_URL is',
        'KAFKA_OAUTH_CLIENT_SECRET: must be set when KAFKA_OAUTH_TOKEN_URL is',
      ],
    ],
    [
      { ...oauth, ...endpoint, ...client, KAFKA_OAUTH_TOKEN: 'a' },
      ['KAFKA_OAUTH_TOKEN and KAFKA_OAUTH_TOKEN_URL are both set; keep one.'],
    ],
    [{ KAFKA_OAUTH_TOKEN: 'a' }, ['KAFKA_SASL: must be oauthbearer when a KAFKA_OAUTH_ variable is set']],
    [
      { ...oauth, ...account, KAFKA_OAUTH_TOKEN: 'a' },
      ['KAFKA_USERNAME: has no effect when KAFKA_SASL is oauthbearer'],
    ],
  ])('of %j has the problems %j', (env, problems) => {
    expect(problemsOf(env)).toEqual(problems);
  });
});

test('a certificate for the brokers needs its own key', () => {
  const authority = new TestAuthority();
  const [one, other] = [authority.issue({ names: ['a'] }), authority.issue({ names: ['b'] })];
  const env = { KAFKA_BROKERS: 'a:1', MONGO_URL: 'mongodb://a:1/', RPC_SECRET: 'x'.repeat(32) };
  const load = (more: object) => loadConfigs([], { ...env, KAFKA_CERT: one.cert, ...more });
  expect(kafkaSecurityOf(load({ KAFKA_KEY: one.key }).host).ssl).toEqual({
    cert: one.cert,
    key: one.key,
  });
  expect(() => load({ KAFKA_KEY: other.key })).toThrow('KAFKA_KEY: must be the key of KAFKA_CERT');
  expect(() => load({})).toThrow('KAFKA_KEY: must be set when KAFKA_CERT is');
});

test('a new connection to the brokers uses the current password and authorities', () => {
  const config = loadConfig(hostConfig, { ...account, KAFKA_CA: certificate });
  const { sasl, ssl } = kafkaSecurityOf(config) as { sasl: KafkaPassword; ssl: object };
  config.KAFKA_PASSWORD = 'next';
  config.KAFKA_CA = `${certificate} next`;
  expect(sasl.password).toBe('next');
  expect(ssl).toEqual({ ca: [`${certificate} next`] });
});

describe(withAccount, () => {
  const given = { MONGO_USERNAME: 'upload', MONGO_PASSWORD: 'p@ss/w:rd' };

  it('inserts the account into the address, escaped', () => {
    expect(withAccount('mongodb://a:1,b:2/?replicaSet=rs0', given)).toBe(
      'mongodb://upload:p%40ss%2Fw%3Ard@a:1,b:2/?replicaSet=rs0',
    );
    expect(withAccount('mongodb+srv://a', given)).toBe('mongodb+srv://upload:p%40ss%2Fw%3Ard@a');
  });

  it('does not change an address that has an account, or when none is given', () => {
    expect(withAccount('mongodb://x:y@a:1/', given)).toBe('mongodb://x:y@a:1/');
    expect(withAccount('mongodb://a:1/', { MONGO_USERNAME: 'upload', MONGO_PASSWORD: undefined })).toBe(
      'mongodb://a:1/',
    );
  });
});

describe(mongoAccessOf, () => {
  const tls = { MONGO_CA: 'authorities', MONGO_CERT: 'certificate', MONGO_KEY: 'key' };
  const none = { MONGO_USERNAME: undefined, MONGO_PASSWORD: undefined };

  it('uses TLS only with certificates', () => {
    const unset = { MONGO_CA: undefined, MONGO_CERT: undefined, MONGO_KEY: undefined };
    expect(mongoAccessOf('mongodb://a:1/', { ...none, ...unset })).toEqual({ url: 'mongodb://a:1/' });
    expect(mongoAccessOf('mongodb://a:1/', { ...none, ...unset, MONGO_CA: 'authorities' }).options).toEqual({
      tls: true,
      ca: 'authorities',
    });
  });

  it('signs in with the certificate unless there is an account', () => {
    const own = { tls: true, ca: 'authorities', cert: 'certificate', key: 'key' };
    const x509 = { authMechanism: 'MONGODB-X509', authSource: '$external' };
    expect(mongoAccessOf('mongodb://a:1/', { ...none, ...tls }).options).toEqual({ ...own, ...x509 });
    expect(mongoAccessOf('mongodb://x:y@a:1/', { ...none, ...tls }).options).toEqual(own);
    const account = { MONGO_USERNAME: 'upload', MONGO_PASSWORD: 'secret' };
    expect(mongoAccessOf('mongodb://a:1/?w=@', { ...account, ...tls })).toEqual({
      url: 'mongodb://upload:secret@a:1/?w=@',
      options: own,
    });
  });
});

test('an incomplete account is refused, naming the missing variable', () => {
  expect(incompleteAccounts((name) => name === 'MONGO_USERNAME' || name === 'KAFKA_PASSWORD')).toEqual([
    'KAFKA_USERNAME: must be set when KAFKA_PASSWORD is',
    'MONGO_PASSWORD: must be set when MONGO_USERNAME is',
  ]);
  const env = { KAFKA_BROKERS: 'a:1', MONGO_URL: 'mongodb://a:1/', KAFKA_USERNAME: 'upload' };
  expect(() => loadConfigs([], env)).toThrow('KAFKA_PASSWORD: must be set when KAFKA_USERNAME is');
});
