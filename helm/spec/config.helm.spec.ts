import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority } from '../../libs/base/src/testing/test-certificates.ts';
import { readEnvironment, variablesOf as readBy } from '../../deploy/spec/app-variables.ts';
import { productCases } from './cases.ts';
import { appOf, componentOf, runningIn, secretsOf, variablesOf } from './objects.ts';
import { rendered } from './renders.ts';

/** Variables of Node itself. */
const ofNode = ['TMPDIR', 'NODE_OPTIONS', 'NODE_USE_ENV_PROXY', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

const authority = new TestAuthority();
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
/** A valid value for each key of a Secret, by file name. */
const contents: Readonly<Record<string, string>> = {
  'jwt-keys': JSON.stringify([{ kid: 'a', pem }]),
  'rpc-secret': 'a'.repeat(48),
  'mongo-url': 'mongodb://mongo:27017/?replicaSet=rs0',
  'mongo-admin-url': 'mongodb://root:secret@mongo:27017/admin',
  'kafka-ca.crt': '-----BEGIN CERTIFICATE-----',
  'smtp-url': 'smtp://user:password@mail:587',
  'admin-password': 'correct horse battery',
};

/** Reads the environment as the process does; throws the error that the process would exit with. */
function start(app: string, env: Record<string, string>): Promise<unknown> {
  if (app !== 'all-in-one') return readEnvironment(app, env);
  // all-in-one generates these itself.
  return readEnvironment(app, { ...env, MUX_TOKEN_ID: 'a', MUX_TOKEN_SECRET: 'a', MUX_WEBHOOK_SECRET: 'a' });
}

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'vault-config-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** The variables that a case adds itself. */
const addedBy = ({ defaults }: { readonly defaults?: { readonly extraEnv?: readonly { name: string }[] } }) =>
  defaults?.extraEnv?.map((variable) => variable.name) ?? [];
/** A repair of one process uses no servers. */
const processes = productCases.flatMap(({ name, values }) =>
  runningIn(rendered(name))
    .filter((object) => componentOf(object) !== 'repair' || !name.startsWith('all-in-one'))
    .map((object) => [name, componentOf(object), appOf(object), object, addedBy(values)] as const),
);

describe.each(processes)('%s: %s', (name, _component, app, { spec }, added) => {
  const pod = spec.template.spec;
  const variables = variablesOf(rendered(name), pod.containers[0]!);

  it('gets only variables that it reads', async () => {
    const known = (await readBy(app)).flatMap((variable) => [variable, `${variable}_FILE`]);
    expect(Object.keys(variables).filter((each) => ![...known, ...ofNode, ...added].includes(each))).toEqual(
      [],
    );
  });

  it('has a file for each secret, and no secret in its variables', () => {
    const files = Object.entries(variables).filter(([variable]) => variable.endsWith('_FILE'));
    const mounted = secretsOf(pod).map(({ path }) => path);
    const shown = files.map(([, path]) => path);
    expect(mounted.sort()).toEqual(shown.sort());
    const open = Object.keys(variables).filter((each) =>
      /(PASSWORD|SECRET|TOKEN_ID|KEYS?|SMTP_URL)$/.test(each),
    );
    expect(open).toEqual([]);
  });

  it('accepts its configuration', async () => {
    const { cert, key } = authority.issue({ names: [app] });
    const certificates: Readonly<Record<string, string>> = {
      'rpc-tls.crt': cert,
      'rpc-tls.key': key,
      'rpc-ca.crt': authority.ca,
      'kafka.crt': cert,
      'kafka.key': key,
      'mongo.crt': cert,
      'mongo.key': key,
      'mongo-ca.crt': authority.ca,
    };
    const env = Object.fromEntries(
      Object.entries(variables).map(([variable, value]) => {
        if (!variable.endsWith('_FILE')) return [variable, value];
        const file = value.split('/').at(-1) ?? '';
        const path = join(folder, file);
        writeFileSync(path, contents[file] ?? certificates[file] ?? `a value of ${file}`);
        return [variable, path];
      }),
    );
    await start(app, env);
  });
});

test('these tests fail for a missing variable', async () => {
  await expect(start('auth', { KAFKA_BROKERS: 'kafka:9092' })).rejects.toThrow('MONGO_URL');
});
