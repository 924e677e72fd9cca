import { TestAuthority } from '@vault/base/testing';
import { kafkaSecurityOf } from '@vault/messaging/kafka';
import { loadConfigs } from '../host/load-configs.ts';
import { incompleteAccounts } from './incomplete-accounts.ts';

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

test('an incomplete account is refused, naming the missing variable', () => {
  expect(incompleteAccounts((name) => name === 'MONGO_USERNAME' || name === 'KAFKA_PASSWORD')).toEqual([
    'KAFKA_USERNAME: must be set when KAFKA_PASSWORD is',
    'MONGO_PASSWORD: must be set when MONGO_USERNAME is',
  ]);
  const env = { KAFKA_BROKERS: 'a:1', MONGO_URL: 'mongodb://a:1/', KAFKA_USERNAME: 'upload' };
  expect(() => loadConfigs([], env)).toThrow('KAFKA_PASSWORD: must be set when KAFKA_USERNAME is');
});
