import { serviceNames, type ServiceName } from '@vault/contracts';
import { z } from 'zod';
import { ConfigError, isSet, loadConfig, type Environment } from '@vault/base';
import { type ServiceDefinition, hostConfig, incompleteAccounts, problemsOfToken } from '@vault/platform';
import type { Account } from './make-accounts.ts';

type PasswordVariable = `${Uppercase<ServiceName>}_MONGO_PASSWORD`;
type SubjectVariable = `${Uppercase<ServiceName>}_MONGO_SUBJECT`;

/** `AUTH_MONGO_PASSWORD`, `UPLOAD_MONGO_PASSWORD` …: the passwords of the services' accounts. */
const passwords = Object.fromEntries(
  serviceNames.map((name) => [
    passwordVariableOf(name),
    z.string().min(12, 'must have at least 12 characters').optional(),
  ]),
) as Record<PasswordVariable, z.ZodOptional<z.ZodString>>;

/** `AUTH_MONGO_SUBJECT` …: the subject of a service's certificate, if that is its account: `CN=auth,O=Example`. */
const subjects = Object.fromEntries(
  serviceNames.map((name) => [
    subjectVariableOf(name),
    z.string().includes('=', 'must be a subject such as CN=auth,O=Example').optional(),
  ]),
) as Record<SubjectVariable, z.ZodOptional<z.ZodString>>;

const { KAFKA_BROKERS, KAFKA_TLS, KAFKA_CA, KAFKA_USERNAME, KAFKA_PASSWORD, KAFKA_SASL } = hostConfig.shape;
const { KAFKA_CERT, KAFKA_KEY, KAFKA_OAUTH_TOKEN, KAFKA_OAUTH_TOKEN_URL } = hostConfig.shape;
const { KAFKA_OAUTH_CLIENT_ID, KAFKA_OAUTH_CLIENT_SECRET, KAFKA_OAUTH_SCOPE } = hostConfig.shape;
const { MONGO_URL, MONGO_USERNAME, MONGO_PASSWORD, MONGO_CA, MONGO_CERT, MONGO_KEY } = hostConfig.shape;
const { NAMESPACE, LOG_LEVEL } = hostConfig.shape;

/** The configuration of the migrate command. */
export const migrateConfig = z.object({
  KAFKA_BROKERS: KAFKA_BROKERS.unwrap(),
  ...{ KAFKA_TLS, KAFKA_CA, KAFKA_CERT, KAFKA_KEY, KAFKA_USERNAME, KAFKA_PASSWORD, KAFKA_SASL },
  ...{
    KAFKA_OAUTH_TOKEN,
    KAFKA_OAUTH_TOKEN_URL,
    KAFKA_OAUTH_CLIENT_ID,
    KAFKA_OAUTH_CLIENT_SECRET,
    KAFKA_OAUTH_SCOPE,
  },
  /** Copies of each topic's partitions: 3 with three or more brokers. */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().min(1).max(9).default(1),
  /** The url with an account that may create indexes in every service's database; needed without `MONGO_ADMIN_URL`. */
  MONGO_URL,
  /** The url with an account that may create accounts. If set, each service gets one for only its own database. */
  MONGO_ADMIN_URL: MONGO_URL,
  /** The account, if neither url contains one. */
  MONGO_USERNAME,
  MONGO_PASSWORD,
  ...{ MONGO_CA, MONGO_CERT, MONGO_KEY },
  ...passwords,
  ...subjects,
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

function subjectVariableOf(service: ServiceName): SubjectVariable {
  return `${service.toUpperCase() as Uppercase<ServiceName>}_MONGO_SUBJECT`;
}

/** The account of a service as it is configured: a subject, else a password. */
export function accountOf(service: ServiceName, config: MigrateConfig): Account {
  const subject = config[subjectVariableOf(service)];
  if (subject !== undefined) return { service, subject };
  return { service, password: config[passwordVariableOf(service)] ?? '' };
}

/** @throws {ConfigError} naming every problem */
export function loadMigrateConfig(services: readonly ServiceDefinition[], env: Environment): MigrateConfig {
  const problems = incompleteAccounts((name) => isSet(env, name));
  const withAccounts = isSet(env, 'MONGO_ADMIN_URL');
  if (!withAccounts && !isSet(env, 'MONGO_URL')) problems.push('MONGO_ADMIN_URL: must be set, or MONGO_URL');
  if (withAccounts) {
    const needed = services.filter(({ models }) => models).map(({ name }) => name);
    problems.push(
      ...needed
        .filter((name) => !isSet(env, passwordVariableOf(name)) && !isSet(env, subjectVariableOf(name)))
        .map(passwordVariableOf)
        .map((name) => `${name}: must be set when MONGO_ADMIN_URL is, or ${name}_FILE`),
    );
  }
  try {
    const config = loadConfig(migrateConfig, env);
    problems.push(...problemsOfToken(config));
    if (problems.length === 0) return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.problems);
  }
  throw new ConfigError(problems);
}
