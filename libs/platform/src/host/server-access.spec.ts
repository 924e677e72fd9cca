import { loadConfig } from '../config/load-config.ts';
import type { KafkaPassword } from '../events/kafka/kafka-types.ts';
import { hostConfig } from './host.config.ts';
import { loadConfigs } from './load-configs.ts';
import { incompleteAccounts, kafkaSecurityOf, withAccount } from './server-access.ts';

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

test('an incomplete account is refused, naming the missing variable', () => {
  expect(incompleteAccounts((name) => name === 'MONGO_USERNAME' || name === 'KAFKA_PASSWORD')).toEqual([
    'KAFKA_USERNAME: must be set when KAFKA_PASSWORD is',
    'MONGO_PASSWORD: must be set when MONGO_USERNAME is',
  ]);
  const env = { KAFKA_BROKERS: 'a:1', MONGO_URL: 'mongodb://a:1/', KAFKA_USERNAME: 'upload' };
  expect(() => loadConfigs([], env)).toThrow('KAFKA_PASSWORD: must be set when KAFKA_USERNAME is');
});
