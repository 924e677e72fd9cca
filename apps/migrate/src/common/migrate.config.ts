import { serviceNames } from '@vault/contracts';
import { z } from 'zod';
import { ConfigError, isSet, loadConfig, type Environment } from '@vault/base';
import { kafkaConfig, problemsOfToken } from '@vault/messaging/kafka';
import { type ServiceDefinition, hostConfig, incompleteAccounts } from '@vault/platform';
import { type DatabaseOwner, mongoConfig } from '@vault/store';
import type { Account } from './make-accounts.ts';

type VariableName<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Uppercase<First>}_${VariableName<Rest>}`
  : Uppercase<Name>;
type PasswordVariable = `${VariableName<DatabaseOwner>}_MONGO_PASSWORD`;
type SubjectVariable = `${VariableName<DatabaseOwner>}_MONGO_SUBJECT`;

const owners: readonly DatabaseOwner[] = [...serviceNames, 'video-engine'];

/** `AUTH_MONGO_PASSWORD`, `UPLOAD_MONGO_PASSWORD` …: the passwords of the services' accounts. */
const passwords = Object.fromEntries(
  owners.map((name) => [
    passwordVariableOf(name),
    z.string().min(12, 'must have at least 12 characters').optional(),
  ]),
) as Record<PasswordVariable, z.ZodOptional<z.ZodString>>;

/** `AUTH_MONGO_SUBJECT` …: the subject of a service's certificate, if that is its account: `CN=auth,O=Example`. */
const subjects = Object.fromEntries(
  owners.map((name) => [
    subjectVariableOf(name),
    z.string().includes('=', 'must be a subject such as CN=auth,O=Example').optional(),
  ]),
) as Record<SubjectVariable, z.ZodOptional<z.ZodString>>;

/** The configuration of the migrate command. */
export const migrateConfig = z.object({
  ...kafkaConfig.omit({ KAFKA_SESSION_SECONDS: true }).required({ KAFKA_BROKERS: true }).shape,
  /** Copies of each topic's partitions: 3 with three or more brokers. */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().min(1).max(9).default(1),
  /** `MONGO_URL` has an account that may create indexes in every service's database, unless there is `MONGO_ADMIN_URL`. */
  ...mongoConfig.shape,
  /** The url with an account that may create accounts. If set, each service gets one for only its own database. */
  MONGO_ADMIN_URL: mongoConfig.shape.MONGO_URL,
  ...passwords,
  ...subjects,
  NAMESPACE: hostConfig.shape.NAMESPACE,
  /** How long Kafka and MongoDB may take to answer, in seconds. */
  WAIT_SECONDS: z.coerce.number().int().min(0).max(3_600).default(60),
  LOG_LEVEL: hostConfig.shape.LOG_LEVEL.default('silent'),
});

export type MigrateConfig = z.infer<typeof migrateConfig>;

/** The variable with the password of a service's account. */
export function passwordVariableOf(owner: DatabaseOwner): PasswordVariable {
  return `${variableNameOf(owner)}_MONGO_PASSWORD`;
}

function subjectVariableOf(owner: DatabaseOwner): SubjectVariable {
  return `${variableNameOf(owner)}_MONGO_SUBJECT`;
}

function variableNameOf(owner: DatabaseOwner): VariableName<DatabaseOwner> {
  return owner.toUpperCase().replace('-', '_') as VariableName<DatabaseOwner>;
}

/** The account of a service as it is configured: a subject, else a password. */
export function accountOf(service: DatabaseOwner, config: MigrateConfig): Account {
  const subject = config[subjectVariableOf(service)];
  if (subject !== undefined) return { service, subject };
  return { service, password: config[passwordVariableOf(service)] ?? '' };
}

/** The account of the video engine, which needs one only when its media are in a bucket. */
export function engineAccountOf(config: MigrateConfig): readonly Account[] {
  const isGiven = [passwordVariableOf('video-engine'), subjectVariableOf('video-engine')].some(
    (name) => config[name] !== undefined,
  );
  return isGiven ? [accountOf('video-engine', config)] : [];
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
