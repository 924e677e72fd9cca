import { serviceNames } from '@vault/contracts';
import { Schema } from 'mongoose';
import { z } from 'zod';
import { TestAuthority } from '@vault/base/testing';
import { rpcVariableOf } from '@vault/rpc';
import { relayRpc } from '../testing/relay-services.fixture.ts';
import { defineService } from './define-service.ts';
import { loadConfigs } from './load-configs.ts';

const definition = defineService({
  name: 'auth',
  config: z.object({ KEYS: z.string().optional(), COUNT: z.coerce.number().default(1) }),
  models: [{ name: 'Thing', schema: new Schema({}) }],
  sharedByReplicas: ['KEYS'],
  rpc: relayRpc,
  module: (platform) => platform,
});
const gateway = defineService({ name: 'gateway', config: z.object({}), module: (platform) => platform });
const secret = 'a-secret-of-thirty-two-characters';
const authority = new TestAuthority();
const servers = {
  KAFKA_BROKERS: 'a:9092, b:9092',
  MONGO_URL: 'mongodb://db',
  RPC_ADDRESS: 'unix:/rpc.sock',
};

function tlsOf(name: string) {
  const { cert, key } = authority.issue({ names: [name] });
  return { RPC_TLS_CERT: cert, RPC_TLS_KEY: key, RPC_TLS_CA: authority.ca };
}

describe(loadConfigs, () => {
  it('requires nothing in one process', () => {
    const { host, configs } = loadConfigs([definition], {});
    expect(host.KAFKA_BROKERS).toBeUndefined();
    expect(configs.auth).toEqual({ COUNT: 1 });
  });

  it.each([
    'mongodb://auth:word@db',
    'mongodb://CN=auth@db/?authMechanism=MONGODB-X509',
    'mongodb://db:27017',
  ])('accepts %s: a complete account or none', (MONGO_URL) => {
    expect(loadConfigs([definition], { ...servers, KEYS: 'k', MONGO_URL }).host.MONGO_URL).toBe(MONGO_URL);
  });

  it('reads the servers and the gRPC targets', () => {
    const { host } = loadConfigs([definition], { ...servers, KEYS: 'k', AUTH_RPC: '127.0.0.1:1' });
    expect(host.KAFKA_BROKERS).toEqual(['a:9092', 'b:9092']);
    expect(host.AUTH_RPC).toBe('127.0.0.1:1');
    expect(host.UPLOAD_RPC).toBe('dns:///upload:50051');
  });

  it.each([
    [{ KAFKA_BROKERS: 'a:9092' }, ['MONGO_URL', 'KEYS', 'RPC_SECRET']],
    [{ MONGO_URL: 'mongodb://db' }, ['KAFKA_BROKERS', 'KEYS']],
    [servers, ['KEYS']],
    [{ ...servers, KEYS: 'k', KAFKA_BROKERS: 'a' }, ['KAFKA_BROKERS']],
    [{ ...servers, KEYS: 'k', MONGO_URL: 'mongodb://auth:@a:1,b:2/?replicaSet=rs0' }, ['MONGO_URL']],
    [{ ...servers, COUNT: 'x', PORT: 'door', NAMESPACE: 'A B' }, ['KEYS', 'COUNT', 'PORT', 'NAMESPACE']],
  ])('names every problem of %j', (env, names) => {
    let problems: readonly string[] = [];
    try {
      loadConfigs([definition], env);
    } catch (error) {
      ({ problems } = error as { problems: readonly string[] });
    }
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([...names].sort());
  });

  it('requires no database for a service without data', () => {
    const env = { KAFKA_BROKERS: 'a:9092', RPC_SECRET: secret };
    expect(loadConfigs([gateway], env).host.MONGO_URL).toBeUndefined();
  });

  it.each([
    ['receives calls', definition, { RPC_ADDRESS: '127.0.0.1:50051' }],
    ['sends calls', gateway, { ADMIN_RPC: 'dns:///admin:50051' }],
  ])('requires certificates or the secret from a process that %s over TCP', (_what, one, tcp) => {
    const sockets = Object.fromEntries(serviceNames.map((each) => [rpcVariableOf(each), 'unix:/rpc.sock']));
    const onSockets = { ...servers, KEYS: 'k', ...sockets };
    const env = { ...onSockets, ...tcp };
    const missing = 'RPC_SECRET: must be set, the same for every process, unless the RPC_TLS_ variables are';
    expect(() => loadConfigs([one], env)).toThrow(missing);
    expect(loadConfigs([one], { ...env, RPC_SECRET: secret }).host.RPC_SECRET).toEqual([secret]);
    expect(loadConfigs([one], { ...env, ...tlsOf(one.name) }).host.RPC_SECRET).toBeUndefined();
    expect(loadConfigs([one], onSockets).host.RPC_SECRET).toBeUndefined();
  });

  it.each([
    [{ RPC_TLS_CA: '' }, 'RPC_TLS_CA: must be set when another RPC_TLS_ variable is'],
    [{ RPC_TLS_CA: 'ca' }, 'RPC_TLS_CA: must be certificates in PEM'],
    [{ RPC_TLS_KEY: 'key' }, 'RPC_TLS_KEY: must be a private key in PEM'],
    [{ RPC_TLS_KEY: tlsOf('auth').RPC_TLS_KEY }, 'RPC_TLS_KEY: must be the key of RPC_TLS_CERT'],
    [tlsOf('upload'), 'RPC_TLS_CERT: must have the DNS name auth'],
  ])('refuses certificates that cannot work: %#', (wrong, problem) => {
    const env = { ...servers, KEYS: 'k', ...tlsOf('auth'), ...wrong };
    expect(() => loadConfigs([definition], env)).toThrow(problem);
  });

  it.each([
    'a'.repeat(31),
    `${'a'.repeat(32)},`,
    `${'a'.repeat(16)} ${'a'.repeat(16)}`,
    [1, 2, 3].map(() => secret).join(),
  ])('refuses the secret %s', (RPC_SECRET) => {
    expect(() => loadConfigs([definition], { ...servers, KEYS: 'k', RPC_SECRET })).toThrow(
      'RPC_SECRET: must have at least 32 characters',
    );
  });

  it('treats a secret in a file as set, even if the variable is empty', () => {
    const env = { ...servers, KEYS: '', KEYS_FILE: '/nowhere' };
    expect(() => loadConfigs([definition], env)).toThrow(/KEYS_FILE/);
    expect(() => loadConfigs([definition], env)).not.toThrow(/KEYS: must be set/);
  });
});
