import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateConfig } from '../../apps/migrate/src/common/migrate.config.ts';
import { appNames, root } from '../../tools/prepare.mjs';
import { schemasOf, variablesOf, type Schema } from './app-variables.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Every line that names a variable, also commented-out ones. */
const shown = new Map(
  [...read('.env.example').matchAll(/^#?([A-Z][A-Z_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  ),
);
/** Variables that compose reads itself. */
const ofCompose = [
  'COMPOSE_PROFILES',
  'ALL_IN_ONE_REPLICAS',
  'MEDIA_PORT',
  'MEDIA_CPUS',
  'MONGO_ROOT_PASSWORD',
];
/** The gateway owns no data and has no MongoDB account. */
const unshown = ['GATEWAY_MONGO_PASSWORD', 'GATEWAY_MONGO_SUBJECT'];

/** The schema of one variable. */
interface Field {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}

let schemas: Schema[];
let variables: Set<string>;
beforeAll(async () => {
  schemas = [...new Set((await Promise.all(appNames.map(schemasOf))).flat())];
  variables = new Set((await Promise.all(appNames.map(variablesOf))).flat());
});

test('an app or compose reads each name', () => {
  expect([...shown.keys()].filter((name) => !variables.has(name) && !ofCompose.includes(name))).toEqual([]);
});

test('each variable that a person may set is listed', () => {
  expect([...variables].filter((name) => !shown.has(name) && !unshown.includes(name))).toEqual([]);
});

test('each default that is shown is the real one', () => {
  const compared: string[] = [];
  for (const schema of schemas) {
    const fields: Readonly<Record<string, Field>> = schema.shape;
    for (const [name, field] of Object.entries(fields)) {
      const byDefault = field.safeParse(undefined);
      // migrate is a command that prints its progress, so its log level has another default.
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

test('no secret has a value or a default', () => {
  const isSecret = (name: string) => /PASSWORD|SECRET|TOKEN|KEYS|^MUX_/.test(name);
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

test('each variable that docker-compose.yml reads is listed', () => {
  // $$ is a variable of a shell in the container.
  const named = [...read('docker-compose.yml').matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map(
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !shown.has(name))).toEqual([]);
});
