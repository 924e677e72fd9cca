import { z } from 'zod';
import { defineService } from '@vault/platform';
import { ledgerSchema } from '@vault/store/testing';
import { accountOf, engineAccountOf, loadMigrateConfig } from './migrate.config.ts';

const module = () => ({ module: Object });
const config = z.object({});
const services = [
  defineService({ name: 'gateway', config, module }),
  defineService({ name: 'upload', config, module, models: [{ name: 'Ledger', schema: ledgerSchema }] }),
];
const kafka = { KAFKA_BROKERS: 'kafka:9092' };

describe(loadMigrateConfig, () => {
  it('accepts an account that creates indexes', () => {
    const env = { ...kafka, MONGO_URL: 'mongodb://mongo' };
    expect(loadMigrateConfig(services, env)).toMatchObject({
      MONGO_URL: 'mongodb://mongo',
      WAIT_SECONDS: 60,
    });
  });

  it('requires the password of each service with a store when it creates accounts', () => {
    const env = { ...kafka, MONGO_ADMIN_URL: 'mongodb://root@mongo' };
    expect(() => loadMigrateConfig(services, env)).toThrow(/UPLOAD_MONGO_PASSWORD: must be set/);
    expect(() => loadMigrateConfig(services, env)).not.toThrow(/GATEWAY/);
    const passwordEnv = { ...env, UPLOAD_MONGO_PASSWORD: 'long enough for this' };
    expect(loadMigrateConfig(services, passwordEnv).UPLOAD_MONGO_PASSWORD).toBe('long enough for this');
  });

  it('accepts the subject of a certificate instead of a password', () => {
    const env = { ...kafka, MONGO_ADMIN_URL: 'mongodb://root@mongo', UPLOAD_MONGO_SUBJECT: 'CN=upload' };
    const config = loadMigrateConfig(services, env);
    expect(accountOf('upload', config)).toEqual({ service: 'upload', subject: 'CN=upload' });
    expect(() => loadMigrateConfig(services, { ...env, UPLOAD_MONGO_SUBJECT: 'upload' })).toThrow(
      'must be a subject',
    );
  });

  it('has an account of the video engine only when it is given', () => {
    const env = { ...kafka, MONGO_ADMIN_URL: 'mongodb://root@mongo', UPLOAD_MONGO_SUBJECT: 'CN=upload' };
    expect(engineAccountOf(loadMigrateConfig(services, env))).toEqual([]);
    const password = 'long enough for this';
    const given = loadMigrateConfig(services, { ...env, VIDEO_ENGINE_MONGO_PASSWORD: password });
    expect(engineAccountOf(given)).toEqual([{ service: 'video-engine', password }]);
  });

  it('reports all problems together', () => {
    const load = () => loadMigrateConfig(services, { WAIT_SECONDS: 'soon', UPLOAD_MONGO_PASSWORD: 'short' });
    for (const name of ['KAFKA_BROKERS', 'MONGO_ADMIN_URL', 'WAIT_SECONDS', 'UPLOAD_MONGO_PASSWORD'])
      expect(load).toThrow(`- ${name}: `);
    expect(load).not.toThrow(/short/);
  });
});
