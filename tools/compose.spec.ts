import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { parse } from 'yaml';
import { engineConfig } from '../apps/video-engine/src/engine.config.ts';
import { serviceNames } from '../libs/contracts/src/index.ts';
import { loadConfigs } from '../libs/platform/src/host/load-configs.ts';
import { hostConfig, loadAll } from '../libs/platform/src/index.ts';
import { loadMigrateConfig } from '../libs/platform/src/migrate/migrate.config.ts';
import { appNames, definitionOf, root, variablesOf } from './app-variables.ts';

type Values = Record<string, string>;

interface Service {
  image: string;
  restart: string;
  build?: { context: string; dockerfile: string; args: { APP: string } };
  environment?: Values;
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  tmpfs: string[];
  init: boolean;
  read_only?: boolean;
  cap_drop: string[];
  security_opt: string[];
  stop_grace_period: string;
  depends_on?: Record<string, { condition: string }>;
  healthcheck: { test?: string[]; disable?: boolean };
  deploy: { resources: { limits: { cpus: string; memory: string; pids: number } } };
  logging: { options: { 'max-size': string; 'max-file': string } };
}

const files = ['docker-compose.yml', 'docker-compose.microservices.yml'];
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const servicesOf = (file: string) =>
  (parse(read(file), { merge: true }) as { services: Record<string, Service> }).services;
const services = files.flatMap((file) => Object.entries(servicesOf(file)));
const ours = services.filter(([, { build }]) => build);
const microservices = servicesOf('docker-compose.microservices.yml');
const runsOnce = ({ restart }: Service) => restart === 'no';

test('one container runs the product by default, one for each service otherwise', () => {
  expect(Object.keys(servicesOf('docker-compose.yml'))).toEqual(['all-in-one']);
  const named = ours.map(([name]) => name);
  expect(named.sort()).toEqual([...appNames].sort());
});

describe.each(services)('%s', (_, service) => {
  it('is one exact version', () => {
    expect(service.image).toMatch(/^[a-z/-]+:\d+\.\d+\.\d+$/);
  });

  it('is bounded in memory, cores, processes and log', () => {
    const { cpus, memory, pids } = service.deploy.resources.limits;
    expect([cpus, memory, pids].every(Boolean)).toBe(true);
    expect(service.logging.options).toEqual({ 'max-size': '10m', 'max-file': '5' });
  });

  it('has no more rights than it needs', () => {
    expect(service).toMatchObject({
      init: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(service).not.toHaveProperty('privileged');
  });

  it('comes back, is looked after, and gets time to stop; what runs once does so once', () => {
    expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThanOrEqual(30);
    if (runsOnce(service)) expect(service.healthcheck).toEqual({ disable: true });
    else {
      expect(service.restart).toBe('unless-stopped');
      expect(service.healthcheck.test?.[0]).toBe('CMD');
    }
  });

  it('listens on this machine alone, and writes to its volumes alone', () => {
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    for (const volume of service.volumes ?? []) expect(volume).toMatch(/^[a-z-]+:\/|^\.\/deploy\/.*:ro$/);
  });

  it('has no secret written here, nor a default for one', () => {
    const secret = Object.entries(service.environment ?? {}).filter(([name]) =>
      /(PASSWORD|SECRET|TOKEN_ID|KEYS)$/.test(name),
    );
    for (const [, value] of secret) expect(value).toMatch(/^\$\{\w+:\?[^}]{10,}\}$/);
  });
});

describe.each(ours)('our %s', (name, service) => {
  it('is built for its name and this version, and changes nothing of its root', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(service).toMatchObject({
      image: `webinar-vault/${name}:${version}`,
      build: { context: '.', dockerfile: 'apps/Dockerfile', args: { APP: name } },
      read_only: true,
      tmpfs: ['/tmp:size=64m'],
    });
  });

  it('is told only what it reads', async () => {
    const known = (await variablesOf(name)).flatMap((variable) => [variable, `${variable}_FILE`]);
    expect(Object.keys(service.environment ?? {}).filter((variable) => !known.includes(variable))).toEqual(
      [],
    );
  });

  it('is asked about its health in code that can be read', () => {
    const code = service.healthcheck.test?.at(-1);
    if (code !== undefined) expect(() => new Script(code)).not.toThrow();
    else expect(runsOnce(service)).toBe(true);
  });
});

test('Kafka and MongoDB are those of the tests, and out of reach from outside', () => {
  const tested = read('tools/containers.mjs');
  for (const name of ['kafka', 'mongo']) {
    expect(tested).toContain(`'${microservices[name]!.image}'`);
    expect(microservices[name]).toMatchObject({ networks: ['inner'] });
    expect(microservices[name]!.ports).toBeUndefined();
  }
  expect(parse(read('docker-compose.microservices.yml'), { merge: true })).toMatchObject({
    networks: { inner: { internal: true } },
  });
});

test('what each waits for is there, ends or becomes healthy, and never waits for it in turn', () => {
  const started = new Set<string>();
  let waiting = Object.entries(microservices);
  while (waiting.length > 0) {
    const isFree = ([, { depends_on: needs = {} }]: [string, Service]) =>
      Object.keys(needs).every((name) => started.has(name));
    const free = waiting.filter(isFree);
    // Nobody can start: a circle, or a name that is not there.
    expect(free.map(([name]) => name)).not.toEqual([]);
    for (const [name] of free) started.add(name);
    waiting = waiting.filter(([name]) => !started.has(name));
  }
  for (const [waits, { depends_on: needs = {} }] of Object.entries(microservices)) {
    for (const [name, { condition }] of Object.entries(needs)) {
      const usual = runsOnce(microservices[name]!) ? 'service_completed_successfully' : 'service_healthy';
      // MongoDB takes no writes, and so is not healthy, before this one has been there.
      const wanted = waits === 'mongo-replica-set' ? 'service_started' : usual;
      expect([waits, name, condition]).toEqual([waits, name, wanted]);
    }
  }
});

describe('with what make-secrets makes', () => {
  let folder: string;
  let settings: Values;
  const make = () => execFileSync('sh', [join(folder, 'deploy/make-secrets.sh')], { encoding: 'utf8' });
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    for (const path of ['deploy', '.env.example'])
      cpSync(join(root, path), join(folder, path), { recursive: true });
    make();
    const lines = readFileSync(join(folder, '.env'), 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm);
    settings = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** The environment of a container, as compose fills it in. */
  const environmentOf = (name: string): Values => {
    const filled = (text: string) =>
      text.replaceAll(
        /\$\{(\w+)(?::([?-])([^}]*))?\}/g,
        (_whole, variable: string, kind: string, rest: string) => {
          const value = settings[variable];
          if (value) return value;
          if (kind === '?') throw new Error(`${variable} is missing`);
          return kind === '-' ? rest : '';
        },
      );
    const entries = Object.entries(microservices[name]!.environment ?? {});
    const values = Object.fromEntries(entries.map(([variable, text]) => [variable, filled(text)]));
    if (values.JWT_KEYS_FILE) values.JWT_KEYS_FILE = join(folder, 'secrets/jwt-keys.json');
    return values;
  };

  it.each(serviceNames)('%s has all it needs', async (name) => {
    const { host, configs } = loadConfigs([await definitionOf(name)], environmentOf(name));
    expect(host.KAFKA_BROKERS).toEqual(['kafka:9092']);
    if (name === 'auth') expect(configs.auth).toMatchObject({ JWT_KEYS: [expect.anything()] });
  });

  it('migrate has all it needs, a password for each account among it', async () => {
    const services = await Promise.all(serviceNames.map(definitionOf));
    const config = loadMigrateConfig(services, environmentOf('migrate'));
    expect(config).toMatchObject({ AUTH_MONGO_PASSWORD: settings['AUTH_MONGO_PASSWORD'] });
    expect(environmentOf('auth')['MONGO_URL']).toContain(`auth:${config.AUTH_MONGO_PASSWORD ?? ''}@`);
  });

  it('the video engine has all it needs, and shares its secrets with the upload service', () => {
    const env = environmentOf('video-engine');
    expect(loadAll({ host: hostConfig, engine: engineConfig }, env)).toHaveProperty('engine');
    const { MUX_TOKEN_ID, MUX_TOKEN_SECRET, MUX_WEBHOOK_SECRET, VIDEO_ENGINE_PUBLIC_URL } = env;
    expect(environmentOf('upload')).toMatchObject({
      MUX_TOKEN_ID,
      MUX_TOKEN_SECRET,
      MUX_WEBHOOK_SECRET,
      VIDEO_ENGINE_PUBLIC_URL,
    });
  });

  it('each secret is its own, kept from others, and stays when it is made again', () => {
    const secrets = Object.entries(settings).filter(([name]) => /(PASSWORD|SECRET|TOKEN_ID)$/.test(name));
    expect(new Set(secrets.map(([, value]) => value)).size).toBe(secrets.length);
    for (const [, value] of secrets) expect(value).toMatch(/^[0-9a-f]{48}$/);
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    const before = readFileSync(join(folder, '.env'), 'utf8');
    expect(make()).toMatch(/stays[^]*stays/);
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(before);
  });
});
