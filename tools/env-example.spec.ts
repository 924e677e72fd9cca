import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateConfig } from '../libs/platform/src/migrate/migrate.config.ts';
import { appNames, root, schemasOf, variablesOf, type Schema } from './app-variables.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Every line that names a variable, also one behind `#`. */
const shown = new Map(
  [...read('.env.example').matchAll(/^#?([A-Z][A-Z_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  ),
);
/** What compose reads itself. */
const ofCompose = [
  'COMPOSE_PROFILES',
  'ALL_IN_ONE_REPLICAS',
  'MEDIA_PORT',
  'MEDIA_CPUS',
  'MONGO_ROOT_PASSWORD',
];
/** It owns no data, and has no account. */
const unshown = ['GATEWAY_MONGO_PASSWORD'];

/** What one variable must be. */
interface Field {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}

let schemas: Schema[];
let variables: Set<string>;
beforeAll(async () => {
  schemas = [...new Set((await Promise.all(appNames.map(schemasOf))).flat())];
  variables = new Set((await Promise.all(appNames.map(variablesOf))).flat());
});

test('each name is read by an app or by compose', () => {
  expect([...shown.keys()].filter((name) => !variables.has(name) && !ofCompose.includes(name))).toEqual([]);
});

test('each variable that a person may set is there', () => {
  expect([...variables].filter((name) => !shown.has(name) && !unshown.includes(name))).toEqual([]);
});

test('a default that is shown is the one that holds', () => {
  const compared: string[] = [];
  for (const schema of schemas) {
    const fields: Readonly<Record<string, Field>> = schema.shape;
    for (const [name, field] of Object.entries(fields)) {
      const byDefault = field.safeParse(undefined);
      // A command prints what it does; its log is another matter.
      if (schema === migrateConfig && name === 'LOG_LEVEL') continue;
      if (!byDefault.success || byDefault.data === undefined) continue;
      compared.push(name);
      expect([name, field.safeParse(shown.get(name)).data]).toEqual([name, byDefault.data]);
    }
  }
  expect(compared).toEqual(
    expect.arrayContaining(['PORT', 'LOG_LEVEL', 'SIGN_IN_RATE', 'AUTH_RPC', 'WEB_DIR']),
  );
});

test('nothing secret has a value, nor a default', () => {
  const isSecret = (name: string) => /PASSWORD|SECRET|TOKEN|KEYS/.test(name);
  const secret = [...shown].filter(([name]) => isSecret(name));
  expect(secret.length).toBeGreaterThan(5);
  expect(secret.filter(([, value]) => value !== '')).toEqual([]);
  const byDefault = schemas.flatMap(({ shape }) =>
    Object.entries(shape as Readonly<Record<string, Field>>)
      .filter(([name]) => isSecret(name))
      .map(([name, field]) => [name, field.safeParse(undefined).data]),
  );
  expect(byDefault.length).toBeGreaterThan(5);
  expect(byDefault.filter(([, value]) => value !== undefined)).toEqual([]);
});

test('what docker-compose.yml reads is there', () => {
  // After $$ it is for a shell in the container.
  const named = [...read('docker-compose.yml').matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map(
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !shown.has(name))).toEqual([]);
});
