import { serviceNames, type ServiceName } from '@vault/contracts';
import { z } from 'zod';
import { ConfigError, isSet, loadConfig, type Environment } from '../config/load-config.ts';
import type { ServiceDefinition } from '../host/define-service.ts';
import { hostConfig } from '../host/host.config.ts';
import { halfAccounts } from '../host/server-access.ts';

type PasswordVariable = `${Uppercase<ServiceName>}_MONGO_PASSWORD`;

/** `AUTH_MONGO_PASSWORD`, `UPLOAD_MONGO_PASSWORD` …: each service's account gets this one. */
const passwords = Object.fromEntries(
  serviceNames.map((name) => [
    passwordVariableOf(name),
    z.string().min(12, 'must have at least 12 characters').optional(),
  ]),
) as Record<PasswordVariable, z.ZodOptional<z.ZodString>>;

const { KAFKA_BROKERS, KAFKA_TLS, KAFKA_CA, KAFKA_USERNAME, KAFKA_PASSWORD, KAFKA_SASL } = hostConfig.shape;
const { MONGO_URL, MONGO_USERNAME, MONGO_PASSWORD, NAMESPACE, LOG_LEVEL } = hostConfig.shape;

/** What the migrate command reads. */
export const migrateConfig = z.object({
  KAFKA_BROKERS: KAFKA_BROKERS.unwrap(),
  ...{ KAFKA_TLS, KAFKA_CA, KAFKA_USERNAME, KAFKA_PASSWORD, KAFKA_SASL },
  /** Copies of each topic's partitions: 3 on three brokers and more. */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().min(1).max(9).default(1),
  /** An account that may make indexes in every service's database; needed when `MONGO_ADMIN_URL` is not set. */
  MONGO_URL,
  /** An account that may make accounts. With it, each service gets one that opens its own database alone. */
  MONGO_ADMIN_URL: MONGO_URL,
  /** The account, where neither url names one. */
  MONGO_USERNAME,
  MONGO_PASSWORD,
  ...passwords,
  NAMESPACE,
  /** How long Kafka and MongoDB may take to answer, in seconds. */
  WAIT_SECONDS: z.coerce.number().int().min(0).max(3_600).default(60),
  LOG_LEVEL: LOG_LEVEL.default('silent'),
});

export type MigrateConfig = z.infer<typeof migrateConfig>;

/** The variable with the password of a service's account. */
export function passwordVariableOf(service: ServiceName): PasswordVariable {
  return `${service.toUpperCase() as Uppercase<ServiceName>}_MONGO_PASSWORD`;
}

/** @throws {ConfigError} naming every problem */
export function loadMigrateConfig(services: readonly ServiceDefinition[], env: Environment): MigrateConfig {
  const problems = halfAccounts((name) => isSet(env, name));
  const withAccounts = isSet(env, 'MONGO_ADMIN_URL');
  if (!withAccounts && !isSet(env, 'MONGO_URL')) problems.push('MONGO_ADMIN_URL: must be set, or MONGO_URL');
  if (withAccounts) {
    const needed = services.filter(({ models }) => models).map(({ name }) => passwordVariableOf(name));
    problems.push(
      ...needed
        .filter((name) => !isSet(env, name))
        .map((name) => `${name}: must be set when MONGO_ADMIN_URL is, or ${name}_FILE`),
    );
  }
  try {
    const config = loadConfig(migrateConfig, env);
    if (problems.length === 0) return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.problems);
  }
  throw new ConfigError(problems);
}
