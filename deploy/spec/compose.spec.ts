import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { appNames, root } from '../../tools/prepare.mjs';
import { variablesOf } from './app-variables.ts';
import {
  composeFile,
  composeText,
  containers,
  microservices,
  startedWith,
  type Container,
} from './compose-file.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const all = Object.entries(containers);
const ours = all.filter(([, { build }]) => build);
const runsOnce = ({ restart }: Container) => restart === 'no';

test('one container runs the product by default, one for each service in the profile', () => {
  expect(startedWith({})).toEqual({ 'all-in-one': 1 });
  expect(all.filter(([, { profiles }]) => !profiles).map(([name]) => name)).toEqual(['all-in-one']);
  for (const { profiles } of Object.values(microservices)) expect(profiles).toEqual(['microservices']);
  const named = ours.map(([name]) => name);
  expect(named.sort()).toEqual([...appNames].sort());
});

test('the default needs no settings: each variable has a default, which may be empty', () => {
  const named = composeText.match(/(?<!\$)\$\{?\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(20);
  expect(composeText.match(/(?<!\$)\$\{\w+:-[^{}]*\}/g)).toHaveLength(named.length);
});

test('every service reaches a collector of traces in the network that the guide names', () => {
  const [, network] = /--network (\S+) .*opentelemetry-collector/.exec(read('docs/containers.md'))!;
  const services = Object.entries(microservices).filter(([name, { build }]) => build && name !== 'migrate');
  expect(services).toHaveLength(9);
  for (const [name, { networks = [], environment = {} }] of services) {
    expect([name, networks.map((each) => `${composeFile.name}_${each}`)]).toEqual([
      name,
      expect.arrayContaining([network]),
    ]);
    expect(Object.keys(environment)).toContain('OTEL_EXPORTER_OTLP_ENDPOINT');
  }
});

test('all-in-one and the microservices share no volume', () => {
  const volumesOf = (container: Container) =>
    (container.volumes ?? []).map((volume) => volume.split(':')[0] ?? '').filter((from) => from[0] !== '.');
  const { 'all-in-one': one, ...others } = containers;
  const [alone, apart] = [volumesOf(one!), Object.values(others).flatMap(volumesOf)];
  expect(alone.filter((volume) => apart.includes(volume))).toEqual([]);
  expect([...alone, ...apart].sort()).toEqual(Object.keys(composeFile.volumes).sort());
});

describe.each(all)('%s', (_, container) => {
  it('has an image of one exact version', () => {
    expect(container.image).toMatch(/^[a-z/-]+:\d+\.\d+\.\d+$/);
  });

  it('has limits for memory, cores, processes and log', () => {
    const { cpus, memory, pids } = container.deploy.resources.limits;
    expect([cpus, memory, pids].every(Boolean)).toBe(true);
    expect(container.logging.options).toEqual({ 'max-size': '10m', 'max-file': '5' });
  });

  it('has only the rights that it needs', () => {
    expect(container).toMatchObject({
      init: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(container).not.toHaveProperty('privileged');
  });

  it('is restarted, has a health check and gets time to stop, unless it runs only once', () => {
    expect(Number.parseInt(container.stop_grace_period, 10)).toBeGreaterThanOrEqual(30);
    if (runsOnce(container)) expect(container.healthcheck).toEqual({ disable: true });
    else {
      expect(container.restart).toBe('unless-stopped');
      expect(container.healthcheck.test?.[0]).toBe('CMD');
    }
  });

  it('listens only on this machine, and writes only to its volumes', () => {
    for (const port of container.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    for (const volume of container.volumes ?? []) expect(volume).toMatch(/^[a-z-]+:\/|^\.\/deploy\/.*:ro$/);
  });
});

describe.each(ours)('our %s', (name, container) => {
  it('has the image of its name and of this version, and a read-only root', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(container).toMatchObject({
      image: `webinar-vault/${name}:${version}`,
      build: { context: '.', dockerfile: 'apps/Dockerfile', args: { APP: name } },
      read_only: true,
      tmpfs: ['/tmp:size=64m'],
    });
  });

  it('gets only variables that it reads', async () => {
    const documented = (await variablesOf(name)).flatMap((variable) => [variable, `${variable}_FILE`]);
    expect(
      Object.keys(container.environment ?? {}).filter((variable) => !documented.includes(variable)),
    ).toEqual([]);
  });

  it('has a readiness check whose code parses', () => {
    const code = container.healthcheck.test?.at(-1);
    if (code === undefined) expect(runsOnce(container)).toBe(true);
    else {
      expect(code).toContain("fetch('http://127.0.0.1:5000/readyz'");
      expect(() => new Script(code)).not.toThrow();
    }
  });
});

test('Kafka and MongoDB have the versions of the tests, and cannot be reached from outside', () => {
  const tested = read('tools/servers/containers.mjs');
  for (const name of ['kafka', 'mongo']) {
    expect(tested).toContain(`'${microservices[name]!.image}'`);
    expect(microservices[name]).toMatchObject({ networks: ['inner'] });
    expect(microservices[name]!.ports).toBeUndefined();
  }
  expect(composeFile.networks).toMatchObject({ inner: { internal: true } });
});

test('each dependency exists, ends or becomes healthy, and there is no circle', () => {
  const started = new Set<string>();
  let waiting = Object.entries(microservices);
  while (waiting.length > 0) {
    const isFree = ([, { depends_on: needs = {} }]: [string, Container]) =>
      Object.keys(needs).every((name) => started.has(name));
    const free = waiting.filter(isFree);
    // No container is left that can start: there is a circle or an unknown name.
    expect(free.map(([name]) => name)).not.toEqual([]);
    for (const [name] of free) started.add(name);
    waiting = waiting.filter(([name]) => !started.has(name));
  }
  for (const [waits, { depends_on: needs = {} }] of Object.entries(microservices)) {
    for (const [name, { condition }] of Object.entries(needs)) {
      const usual = runsOnce(microservices[name]!) ? 'service_completed_successfully' : 'service_healthy';
      // MongoDB accepts no writes, and so is not healthy, before this container has run.
      const expected = waits === 'mongo-replica-set' ? 'service_started' : usual;
      expect([waits, name, condition]).toEqual([waits, name, expected]);
    }
  }
});
