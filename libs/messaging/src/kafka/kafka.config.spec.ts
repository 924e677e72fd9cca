import { loadConfig } from '@vault/base';
import type { KafkaPassword, KafkaToken } from './connection/kafka-types.ts';
import { kafkaConfig, kafkaSecurityOf, problemsOfToken } from './kafka.config.ts';

const certificate = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----';
const account = { KAFKA_USERNAME: 'upload', KAFKA_PASSWORD: 'p' };
const securityOf = (env: Record<string, string>) => kafkaSecurityOf(loadConfig(kafkaConfig, env));

describe('brokers', () => {
  it('are contacted without TLS by default', () => expect(securityOf({})).toEqual({ ssl: false }));

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
  const problemsOf = (env: Record<string, string>) => problemsOfToken(loadConfig(kafkaConfig, env));
  const oauth = { KAFKA_SASL: 'oauthbearer' };
  const endpoint = { KAFKA_OAUTH_TOKEN_URL: 'https://id.example.com/token' };
  const client = { KAFKA_OAUTH_CLIENT_ID: 'upload', KAFKA_OAUTH_CLIENT_SECRET: 's' };

  it('is the current value of its variable', async () => {
    const config = loadConfig(kafkaConfig, { ...oauth, KAFKA_OAUTH_TOKEN: 'a' });
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
  ])('of %j has the problems %j', (env, problems) => expect(problemsOf(env)).toEqual(problems));
});

test('a new connection to the brokers uses the current password and authorities', () => {
  const config = loadConfig(kafkaConfig, { ...account, KAFKA_CA: certificate });
  const { sasl, ssl } = kafkaSecurityOf(config) as { sasl: KafkaPassword; ssl: object };
  config.KAFKA_PASSWORD = 'next';
  config.KAFKA_CA = `${certificate} next`;
  expect(sasl.password).toBe('next');
  expect(ssl).toEqual({ ca: [`${certificate} next`] });
});
