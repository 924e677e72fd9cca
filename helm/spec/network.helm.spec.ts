import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '../../libs/contracts/src/index.ts';
import { calledBy } from '../../deploy/spec/app-variables.ts';
import { render } from './helm.ts';
import {
  componentOf,
  objectsIn,
  ofKind,
  runningIn,
  secretsOf,
  variablesOf,
  workloadsOf,
  type Labels,
} from './objects.ts';
import { rendered } from './renders.ts';
import { root } from './root.ts';

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
const policiesOf = (name: string) => ofKind<Policy>(rendered(name), 'NetworkPolicy');
const policyOf = (name: string, service: string) =>
  policiesOf(name).find((each) => componentOf(each) === service)!.spec;
const namesOf = (peers: readonly Peer[] = []) =>
  peers.flatMap(({ podSelector }) => podSelector?.matchLabels[component] ?? []);
const rulesAt = (rules: readonly Rule[] = [], port: number) =>
  rules.filter(({ ports }) => ports.some((each) => each.port === port));
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
  const text = readFileSync(join(root, 'helm/webinar-vault/README.md'), 'utf8');
  const rows = text.matchAll(/^\| `([a-z-]+)` +\| ([a-z, ]*?) *\| /gm);
  return Object.fromEntries(
    [...rows].map(([, name = '', called = '']) => [name, called.split(', ').filter(Boolean).sort()]),
  );
}

test('connections that are not allowed explicitly are denied', () => {
  for (const name of ['minimal', 'everything', 'all-in-one']) {
    const [all] = policiesOf(name).filter(({ metadata }) => metadata.name.endsWith('default-deny'));
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
      const { spec } = workloadsOf(rendered(name)).find((each) => componentOf(each) === service)!;
      const variables = variablesOf(rendered(name), spec.template.spec.containers[0]!);
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
    const { spec } = workloadsOf(rendered('everything')).find((each) => componentOf(each) === name)!;
    const mounted = secretsOf(spec.template.spec).filter(({ path }) => path.includes('/rpc-'));
    expect(mounted.map(({ secret, key }) => [secret, key])).toEqual(
      ['tls.crt', 'tls.key', 'ca.crt'].map((key) => [`vault-rpc-${name}`, key]),
    );
    expect(issued.find((each) => each.spec.secretName === `vault-rpc-${name}`)?.spec).toMatchObject({
      dnsNames: [name],
      usages: ['digital signature', 'server auth', 'client auth'],
    });
  }
});

test('only the services that use them reach the models, mail and the video host', () => {
  const names = [...serviceNames, 'video-engine'];
  const withPort = (port: number) =>
    names.filter((service) => rulesAt(policyOf('everything', service).egress, port).length > 0).sort();
  expect(withPort(443)).toEqual(['chaptering']);
  expect(withPort(8000)).toEqual(['video-engine']);
  expect(withPort(587)).toEqual(['auth']);
  // chaptering fetches transcripts, and the gateway the recordings of an archive.
  expect(names.filter((service) => reachedBy('everything', service, 5000).includes('video-engine'))).toEqual([
    'gateway',
    'upload',
    'chaptering',
    'clip',
  ]);
  expect(mayReach('everything', 'video-engine', 5000)).toEqual([
    'chaptering',
    'clip',
    'gateway',
    'test',
    'upload',
  ]);
  expect(reachedBy('everything', 'test', 5000)).toEqual(['gateway', 'video-engine']);
  expect(reachedBy('everything', 'video-engine', 5000)).toEqual(['gateway']);
  expect(mayReach('everything', 'gateway', 5000)).toEqual(['test', 'video-engine']);
});

test('only the services that use them reach Kafka and MongoDB, at the addresses in the values', () => {
  const kafka = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kafka' } } };
  for (const service of [...serviceNames, 'migrate'])
    expect(rulesAt(policyOf('everything', service).egress, 9093)[0]?.to).toEqual([kafka]);
  expect(rulesAt(policyOf('everything', 'video-engine').egress, 9093)).toEqual([]);
  const onMongo = [...serviceNames, 'video-engine'].filter(
    (service) => rulesAt(policyOf('everything', service).egress, 27_017).length > 0,
  );
  expect(onMongo).toEqual(serviceNames.filter((service) => service !== 'gateway'));
});

test('the ports are those of the addresses in the values, and those that are set in addition', () => {
  const portsOf = (name: string, service: string) =>
    (policyOf(name, service).egress ?? []).flatMap(({ ports }) => ports.map(({ port }) => port));
  expect(portsOf('conventions', 'gateway')).toEqual(expect.arrayContaining([9092, 9096]));
  expect(portsOf('mux-and-ports', 'chaptering')).toEqual(
    expect.arrayContaining([9094, 19_092, 27_117, 27_118, 8000, 4317]),
  );
  expect(portsOf('mux-and-ports', 'migrate')).toEqual(expect.arrayContaining([9094, 19_092, 27_117, 8443]));
  expect(portsOf('all-in-one', 'all-in-one')).toContain(11_434);
  expect(portsOf('everything', 'chaptering')).toEqual(expect.arrayContaining([443, 27_017, 4318]));
  // 9092 and 4318 are in no value there.
  expect(
    portsOf('mux-and-ports', 'chaptering').filter((port) => [9092, 27_017, 4318].includes(port)),
  ).toEqual([]);
});

test('DNS is reached at Kubernetes, at its cache on the node, and at OpenShift', () => {
  const { egress = [] } = policyOf('minimal', 'gateway');
  expect(rulesAt(egress, 53)[0]?.to).toContainEqual({ ipBlock: { cidr: '169.254.20.10/32' } });
  const namespace = { matchLabels: { 'kubernetes.io/metadata.name': 'openshift-dns' } };
  expect(rulesAt(policyOf('conventions', 'migrate').egress, 5353)[0]?.to).toEqual([
    { namespaceSelector: namespace },
  ]);
});

test('the policies can be disabled', () => {
  expect(policiesOf('mux-and-operators')).toEqual([]);
});

test('an empty list of ports opens nothing', async () => {
  const none = { ports: [] };
  const closed = {
    networkPolicy: { dns: none, mail: none, mux: none },
    mail: { enabled: true, from: 'a@b.c' },
  };
  const text = await render('webinar-vault', ['k8s/values.yaml'], closed);
  const policies = ofKind<Policy>(objectsIn(text), 'NetworkPolicy');
  const egress = policies.flatMap(({ spec }) => spec.egress ?? []);
  expect(egress.length).toBeGreaterThan(20);
  for (const { ports } of egress) expect(ports.length).toBeGreaterThan(0);
  expect(egress.filter(({ ports }) => ports.some(({ port }) => port === 53))).toEqual([]);
});

test('a mesh gets its rules in every policy, and a proxy is reached where servers outside are', () => {
  for (const { metadata, spec } of policiesOf('mux-and-ports')) {
    if (metadata.name.endsWith('default-deny')) continue;
    expect(spec.ingress).toContainEqual({ ports: [{ port: 15_008 }] });
    expect(spec.egress).toContainEqual({ ports: [{ port: 15_008 }, { port: 15_012 }] });
  }
  const proxied = policiesOf('mux-and-ports').filter(({ spec }) => rulesAt(spec.egress, 3128).length > 0);
  expect(proxied.map(componentOf).sort()).toEqual(['chaptering', 'clip', 'gateway', 'upload']);
  for (const { spec, ...object } of runningIn(rendered('mux-and-ports'))) {
    const found = variablesOf(rendered('mux-and-ports'), spec.template.spec.containers[0]!);
    const isProxied = proxied.some((each) => componentOf(each) === componentOf(object));
    expect([componentOf(object), found['HTTPS_PROXY'], found['NODE_USE_ENV_PROXY']]).toEqual(
      isProxied
        ? [componentOf(object), 'http://proxy.example.com:3128', '1']
        : [componentOf(object), undefined, undefined],
    );
    if (isProxied)
      expect(found['NO_PROXY']?.split(',')).toEqual(
        expect.arrayContaining(['.svc', 'vault-video-engine', 'collector.observability', 'model.models']),
      );
  }
});

test('a job that copies to the bucket uses the proxy too', async () => {
  const proxy = { url: 'http://proxy.example.com:3128' };
  const objects = objectsIn(
    await render('webinar-vault', ['helm/spec/cases/bucket-operations.yaml'], { proxy }),
  );
  const job = runningIn(objects).find((object) => componentOf(object) === 'move-media')!;
  expect(variablesOf(objects, job.spec.template.spec.containers[0]!)).toMatchObject({
    HTTPS_PROXY: 'http://proxy.example.com:3128',
  });
  const reaching = ofKind<Policy>(objects, 'NetworkPolicy').filter(
    ({ spec }) => rulesAt(spec.egress, 3128).length > 0,
  );
  expect(reaching.map(componentOf)).toEqual(['video-engine', 'move-media']);
});

test('pods listen on IPv6 too if the values say so', () => {
  const listening = (name: string) =>
    workloadsOf(rendered(name)).map(({ spec }) => {
      const found = variablesOf(rendered(name), spec.template.spec.containers[0]!);
      return [found['HOST'], found['RPC_ADDRESS']];
    });
  expect(listening('mux-and-ports')).toContainEqual(['::', '[::]:50051']);
  expect(listening('mux-and-ports').filter(([host]) => host !== '::')).toEqual([]);
  expect(listening('minimal')).toContainEqual(['0.0.0.0', '0.0.0.0:50051']);
  for (const { spec } of ofKind(rendered('mux-and-ports'), 'Service'))
    expect(spec).toMatchObject({ ipFamilyPolicy: 'PreferDualStack' });
  for (const { spec } of ofKind(rendered('minimal'), 'Service'))
    expect(spec).not.toHaveProperty('ipFamilyPolicy');
});
