import { serviceNames } from '../../libs/contracts/src/index.ts';
import { calledBy } from '../../deploy/spec/app-variables.ts';
import { product, productIn } from './helm.ts';
import {
  componentOf,
  environmentIn,
  objectsIn,
  ofKind,
  podIn,
  runningIn,
  secretsOf,
  workloadsOf,
  type KubeObject,
  type Labels,
} from './objects.ts';
import { rendered } from './renders.ts';
import { read } from './root.ts';

interface Peer {
  readonly podSelector?: { readonly matchLabels: Labels };
  readonly namespaceSelector?: object;
}

interface Rule {
  readonly ports: readonly { readonly port: number; readonly protocol?: string }[];
  readonly to?: readonly Peer[];
  readonly from?: readonly Peer[];
}

interface Policy {
  readonly podSelector: { readonly matchLabels: Labels };
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
}

const component = 'app.kubernetes.io/component';
const engines = ['video-engine', 'video-engine-media', 'video-engine-speech'];
const policiesIn = (objects: readonly KubeObject[]) => ofKind<Policy>(objects, 'NetworkPolicy');
const policyOf = (name: string, service: string) =>
  policiesIn(rendered(name)).find((each) => componentOf(each) === service)!.spec;
const namesOf = (peers: readonly Peer[] = []) =>
  peers.flatMap(({ podSelector }) => podSelector?.matchLabels[component] ?? []);
const rulesAt = (rules: readonly Rule[] = [], port: number) =>
  rules.filter(({ ports }) => ports.some((each) => each.port === port));
/** The components of which a rule lets to a port. */
const reaching = (objects: readonly KubeObject[], port: number) =>
  policiesIn(objects)
    .filter(({ spec }) => rulesAt(spec.egress, port).length > 0)
    .map(componentOf)
    .sort();
const namespace = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
});
const reachedBy = (name: string, service: string, port: number) =>
  rulesAt(policyOf(name, service).egress, port)
    .flatMap(({ to }) => namesOf(to))
    .sort();
const mayReach = (name: string, service: string, port: number) =>
  rulesAt(policyOf(name, service).ingress, port)
    .flatMap(({ from }) => namesOf(from))
    .sort();

/** The gRPC calls in the table of the chart's README. */
function callsInTable(): Record<string, string[]> {
  const rows = read('helm/webinar-vault/README.md').matchAll(/^\| `([a-z-]+)` +\| ([a-z, ]*?) *\| /gm);
  return Object.fromEntries(
    [...rows].map(([, name = '', called = '']) => [name, called.split(', ').filter(Boolean).sort()]),
  );
}

test('connections that are not allowed explicitly are denied', () => {
  for (const name of ['minimal', 'everything', 'all-in-one']) {
    const [all] = policiesIn(rendered(name)).filter(({ metadata }) => metadata.name.endsWith('default-deny'));
    expect(all?.spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
    expect(all?.spec.ingress ?? all?.spec.egress).toBeUndefined();
    expect(Object.keys(all!.spec.podSelector.matchLabels)).not.toContain(component);
    for (const object of [...workloadsOf(rendered(name)), ...ofKind(rendered(name), 'Job')])
      expect(policyOf(name, componentOf(object)).policyTypes).toEqual(['Ingress', 'Egress']);
  }
});

describe.each([...serviceNames])('%s', (service) => {
  const calls = calledBy(service).sort();

  it('may call over gRPC only the services of the contracts, which are those in the table', () => {
    expect(callsInTable()[service]).toEqual(calls);
    for (const name of ['minimal', 'everything']) {
      expect(reachedBy(name, service, 50_051)).toEqual(calls);
      const variables = environmentIn(rendered(name), service);
      const named = Object.keys(variables).filter((variable) => variable.endsWith('_RPC'));
      expect(named.sort()).toEqual(calls.map((each) => `${each.toUpperCase()}_RPC`));
      for (const each of calls) {
        const address = variables[`${each.toUpperCase()}_RPC`];
        expect(address).toBe(`dns:///vault-${each}:50051`);
        const [found] = ofKind(rendered(name), 'Service').filter(
          ({ metadata }) => metadata.name === `vault-${each}`,
        );
        // Headless, so that callers see every pod.
        expect(found?.spec).toMatchObject({ clusterIP: 'None' });
      }
    }
  });

  it('accepts connections only from the services that call it', () => {
    const callers = serviceNames.filter((each) => calledBy(each).includes(service)).sort();
    expect(mayReach('minimal', service, 50_051)).toEqual(callers);
  });
});

test('each service has a certificate of its own name, and the authority of all', () => {
  const issued = ofKind<{ secretName: string; dnsNames?: string[]; usages: string[] }>(
    rendered('infra-scram'),
    'Certificate',
  ).filter(({ spec }) => spec.secretName.startsWith('vault-rpc-') && spec.dnsNames);
  expect(issued.map(({ spec }) => spec.dnsNames)).toEqual(serviceNames.toSorted().map((name) => [name]));
  for (const name of serviceNames) {
    const mounted = secretsOf(podIn(rendered('everything'), name)).filter(({ path }) =>
      path.includes('/rpc-'),
    );
    expect(mounted.map(({ secret, key }) => [secret, key])).toEqual(
      ['tls.crt', 'tls.key', 'ca.crt'].map((key) => [`vault-rpc-${name}`, key]),
    );
    expect(issued.find((each) => each.spec.secretName === `vault-rpc-${name}`)?.spec).toMatchObject({
      dnsNames: [name],
      usages: ['digital signature', 'server auth', 'client auth'],
    });
  }
});

test.each([
  // Admin sends audit logs to collectors of teams, and auth asks their providers.
  ['everything', 443, ['admin', 'auth', 'chaptering']],
  ['everything', 6514, ['admin', 'auth']],
  ['everything', 8000, ['video-engine']],
  ['everything', 587, ['auth']],
  ['everything', 9093, [...serviceNames, 'migrate', 'operator']],
  ['everything', 27_017, [...serviceNames.filter((name) => name !== 'gateway'), 'migrate', 'operator']],
  // Tokens for Kafka.
  ['mux-and-ports', 8443, [...serviceNames, 'migrate', 'operator']],
  ['mux-and-ports', 3128, ['chaptering', 'clip', 'gateway', 'upload']],
  // The bucket, and the agent that gives its identities on EKS.
  ['bucket', 9000, engines],
  ['bucket', 80, []],
  ['bucket-operations', 80, ['move-media', 'video-engine']],
  ['repair-bucket-operations', 9000, ['repair', 'video-engine']],
  ['all-in-one-bucket-operations', 9000, ['all-in-one', 'repair']],
])('%s: only what uses the server at port %i reaches it', (name, port, components) => {
  expect(reaching(rendered(name), port)).toEqual(components.toSorted());
});

test('servers are reached at the addresses in the values', () => {
  for (const [name, service, port, to] of [
    ['everything', 'migrate', 9093, namespace('kafka')],
    ...serviceNames.map((service) => ['everything', service, 9093, namespace('kafka')] as const),
    ...engines.map((engine) => ['bucket', engine, 9000, { ipBlock: { cidr: '10.1.0.0/16' } }] as const),
  ] as const)
    expect(rulesAt(policyOf(name, service).egress, port)).toEqual([{ ports: [{ port }], to: [to] }]);
  expect(rulesAt(policyOf('bucket-operations', 'video-engine').egress, 80)[0]?.to).toContainEqual({
    ipBlock: { cidr: '169.254.170.23/32' },
  });
  // Services that follow a redirect read media from its origin.
  expect(rulesAt(policyOf('bucket', 'gateway').egress, 443)).toHaveLength(1);
});

test('only services that use the video engine reach it, and it the gateway', () => {
  // chaptering fetches transcripts, and the gateway the recordings of an archive.
  const users = ['chaptering', 'clip', 'gateway', 'upload'];
  const names = [...serviceNames, 'video-engine'];
  expect(
    names.filter((service) => reachedBy('everything', service, 5000).includes('video-engine')).sort(),
  ).toEqual(users);
  expect(mayReach('everything', 'video-engine', 5000)).toEqual([...users, 'test'].sort());
  expect(reachedBy('everything', 'test', 5000)).toEqual(['gateway', 'video-engine']);
  expect(reachedBy('everything', 'video-engine', 5000)).toEqual(['gateway']);
  expect(mayReach('everything', 'gateway', 5000)).toEqual(['test', 'video-engine']);
  // Its parts answer nobody.
  const open = engines.filter((name) => rulesAt(policyOf('bucket', name).ingress, 5000).length > 0);
  expect(open).toEqual(['video-engine']);
});

test('only the sources in the values reach what is public, and the metrics', () => {
  const from = (service: string, port: number) =>
    rulesAt(policyOf('everything', service).ingress, port).map((rule) => rule.from);
  for (const service of ['gateway', 'video-engine'])
    expect(from(service, 5000)).toContainEqual([namespace('ingress')]);
  for (const service of ['gateway', 'upload', 'video-engine'])
    expect(from(service, 9464)).toEqual([[namespace('monitoring')]]);
});

/** All ports that a component reaches: those of the addresses in the values, and those that are set in addition. */
const ports: readonly (readonly [name: string, component: string, ports: string])[] = [
  ['conventions', 'gateway', '53 5353 50051 5000 9092 9096'],
  ['all-in-one', 'all-in-one', '53 11434 465 587 443 6514'],
  ['everything', 'chaptering', '53 50051 5000 9093 27017 443 4318'],
  ['mux-and-ports', 'chaptering', '53 50051 443 9094 19092 8443 27117 27118 8000 3128 4317 15008 15012'],
  ['mux-and-ports', 'migrate', '53 9094 19092 8443 27117 27118 4317 15008 15012'],
  ['repair-operations', 'repair', '53 9092 27017'],
  ['repair-bucket-operations', 'repair', '53 9092 27017 9000'],
  ['repair-bucket-operations', 'migrate', '53 9092 27017'],
  ['repair-bucket-operations', 'operator', '53 9092 27017'],
  ['all-in-one-bucket-operations', 'repair', '53 9000'],
];

test.each(ports)('%s: %s reaches the ports of the values, and no others', (name, component, expected) => {
  const { egress = [] } = policyOf(name, component);
  const reached = egress.flatMap((rule) => rule.ports.map(({ port }) => String(port)));
  expect([...new Set(reached)].join(' ')).toBe(expected);
});

test('a repair of one process without a bucket reaches nothing', () => {
  expect(policiesIn(rendered('all-in-one-operations')).map(componentOf)).not.toContain('repair');
});

test('DNS is reached at Kubernetes, at its cache on the node, and at OpenShift', () => {
  const { egress = [] } = policyOf('minimal', 'gateway');
  expect(rulesAt(egress, 53)[0]?.to).toContainEqual({ ipBlock: { cidr: '169.254.20.10/32' } });
  expect(rulesAt(policyOf('conventions', 'migrate').egress, 5353)[0]?.to).toEqual([
    namespace('openshift-dns'),
  ]);
});

test('the policies can be disabled, and an empty list of ports opens nothing', async () => {
  expect(policiesIn(rendered('mux-and-operators'))).toEqual([]);
  const none = { ports: [] };
  const networkPolicy = { dns: none, mail: none, mux: none };
  const objects = objectsIn(await product({ networkPolicy, mail: { enabled: true, from: 'a@b.c' } }));
  const egress = policiesIn(objects).flatMap(({ spec }) => spec.egress ?? []);
  expect(egress.length).toBeGreaterThan(20);
  for (const { ports } of egress) expect(ports.length).toBeGreaterThan(0);
  expect(rulesAt(egress, 53)).toEqual([]);
});

test('a mesh gets its rules in every policy, and a proxy is used where servers outside are reached', async () => {
  const objects = rendered('mux-and-ports');
  for (const { metadata, spec } of policiesIn(objects)) {
    if (metadata.name.endsWith('default-deny')) continue;
    expect(spec.ingress).toContainEqual({ ports: [{ port: 15_008 }] });
    expect(spec.egress).toContainEqual({ ports: [{ port: 15_008 }, { port: 15_012 }] });
  }
  for (const name of runningIn(objects).map(componentOf)) {
    const { HTTPS_PROXY, NODE_USE_ENV_PROXY, NO_PROXY } = environmentIn(objects, name);
    const isProxied = reaching(objects, 3128).includes(name);
    expect([name, HTTPS_PROXY, NODE_USE_ENV_PROXY]).toEqual(
      isProxied ? [name, 'http://proxy.example.com:3128', '1'] : [name, undefined, undefined],
    );
    const direct = ['.svc', 'vault-video-engine', 'collector.observability', 'model.models'];
    if (isProxied) expect(NO_PROXY?.split(',')).toEqual(expect.arrayContaining(direct));
  }
  const url = 'http://proxy.example.com:3128';
  const copying = await productIn('bucket-operations', { proxy: { url } });
  expect(environmentIn(copying, 'move-media')).toMatchObject({ HTTPS_PROXY: url });
  expect(reaching(copying, 3128)).toEqual(['move-media', 'video-engine']);
});

test('pods listen on IPv6 too if the values say so', () => {
  for (const [name, host, ipFamilyPolicy] of [
    ['mux-and-ports', '::', 'PreferDualStack'],
    ['minimal', '0.0.0.0', undefined],
  ] as const) {
    const address = `${host === '::' ? '[::]' : host}:50051`;
    for (const component of workloadsOf(rendered(name)).map(componentOf)) {
      const { HOST, RPC_ADDRESS = address } = environmentIn(rendered(name), component);
      expect([HOST, RPC_ADDRESS]).toEqual([host, address]);
    }
    expect(environmentIn(rendered(name), 'auth')).toHaveProperty('RPC_ADDRESS');
    for (const { spec } of ofKind<{ ipFamilyPolicy?: string }>(rendered(name), 'Service'))
      expect(spec.ipFamilyPolicy).toBe(ipFamilyPolicy);
  }
});
