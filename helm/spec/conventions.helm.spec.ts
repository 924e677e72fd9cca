import { componentOf, ofKind, runningIn, type KubeObject, type Workload } from './objects.ts';
import { rendered } from './renders.ts';
import { version } from './root.ts';

const isOfUser = ({ metadata }: KubeObject) => metadata.name === 'company';
const objects = rendered('conventions').filter((object) => !isOfUser(object));
const pods = runningIn(objects).map((object) => [componentOf(object), object] as const);
const podOf = (name: string) => pods.find(([component]) => component === name)![1].spec.template.spec;
const containerOf = (name: string) => podOf(name).containers[0]!;
const own = (name: string, kind: string) =>
  ofKind<Record<string, unknown>>(objects, kind).find((object) => componentOf(object) === name)!;

test('common labels and annotations are on every object, but not in selectors', () => {
  for (const { metadata, kind } of objects) {
    expect([kind, metadata.labels]).toEqual([
      kind,
      expect.objectContaining({ team: 'video', 'cost-centre': '42' }),
    ]);
    expect([kind, metadata.annotations]).toEqual([
      kind,
      expect.objectContaining({ 'example.com/owner': 'video' }),
    ]);
  }
  for (const [, { spec }] of pods) expect(spec.template.metadata.labels).toMatchObject({ team: 'video' });
  expect(
    JSON.stringify([...ofKind(objects, 'Service', 'NetworkPolicy')].map(({ spec }) => spec)),
  ).not.toContain('cost-centre');
});

test.each(pods)('the pod of %s takes what `defaults` adds, and the ids of the platform', (_, { spec }) => {
  const pod = spec.template.spec as KubeObject<Workload>['spec']['template']['spec'] & {
    tolerations: unknown;
    imagePullSecrets: unknown;
  };
  const [container] = pod.containers;
  expect(container!.env).toEqual(
    expect.arrayContaining([
      { name: 'NODE_EXTRA_CA_CERTS', value: '/etc/company/ca.crt' },
      { name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
    ]),
  );
  expect(container!.volumeMounts).toContainEqual({
    name: 'company-ca',
    mountPath: '/etc/company',
    readOnly: true,
  });
  expect(pod.volumes).toContainEqual({ name: 'company-ca', configMap: { name: 'company-ca' } });
  expect(pod.tolerations).toEqual([
    { key: 'dedicated', operator: 'Equal', value: 'vault', effect: 'NoSchedule' },
  ]);
  expect(pod.imagePullSecrets).toEqual([{ name: 'registry' }, { name: 'mirror' }]);
  // A null removes a default; a fixed id would be refused by OpenShift.
  expect(pod.securityContext).toEqual({
    runAsNonRoot: true,
    seccompProfile: { type: 'RuntimeDefault' },
    supplementalGroups: [5555],
  });
  expect(Object.keys(container!.securityContext).sort()).toEqual([
    'allowPrivilegeEscalation',
    'capabilities',
    'readOnlyRootFilesystem',
  ]);
});

test('service accounts and services have their annotations and types', () => {
  const role = 'eks.amazonaws.com/role-arn';
  expect(own('auth', 'ServiceAccount').metadata.annotations?.[role]).toMatch(/role\/vault$/);
  expect(own('migrate', 'ServiceAccount').metadata.annotations?.[role]).toMatch(/role\/migrate$/);
  expect(own('gateway', 'Service').spec['type']).toBe('LoadBalancer');
  expect(own('gateway', 'Service').metadata.annotations).toMatchObject({
    'networking.gke.io/load-balancer-type': 'Internal',
  });
  expect(own('auth', 'Service').spec['type']).toBeUndefined();
});

test('an image may have its own registry or a digest; the version label names the version of the chart', () => {
  expect(containerOf('search').image).toBe(`mirror.example.com/vault/search:${version}`);
  expect(containerOf('auth').image).toBe(`registry.example.com/webinar-vault/auth:${version}`);
  expect(containerOf('video-engine').image).toMatch(
    /^registry\.example\.com\/webinar-vault\/video-engine@sha256:[0-9a-f]{64}$/,
  );
  for (const name of ['everything', 'conventions'])
    for (const { metadata } of rendered(name).filter((object) => !isOfUser(object)))
      expect(metadata.labels['app.kubernetes.io/version']).toBe(version);
});

test('quantities may be numbers or fractions, and the heap follows the limit', () => {
  expect(containerOf('gateway').resources).toMatchObject({
    requests: { cpu: '2', memory: '536870912' },
    limits: { memory: '1.5Gi' },
  });
  const heapOf = (name: string) =>
    objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === `vault-${name}`)?.data?.[
      'NODE_OPTIONS'
    ];
  expect(heapOf('gateway')).toBe('--max-old-space-size=921');
  expect(heapOf('search')).toBe('--max-old-space-size=571');
});

test('autoscaling of all services leaves out those that own a volume', () => {
  const scaled = ofKind(objects, 'ScaledObject', 'HorizontalPodAutoscaler').map(componentOf).sort();
  expect(scaled).toEqual(['auth', 'chaptering', 'clip', 'gateway', 'portal', 'search', 'upload']);
});

test("encodes and captions use the container's cores, never those of the node", () => {
  const coresOf = (name: string, service: string) =>
    rendered(name).find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === `vault-${service}`)
      ?.data;
  // Without a limit the request counts, but one core alone would make uploads wait for each other.
  expect(coresOf('minimal', 'video-engine')).toMatchObject({ MEDIA_CORES: '2' });
  expect(coresOf('conventions', 'video-engine')).toMatchObject({ MEDIA_CORES: '8' });
  expect(coresOf('everything', 'video-engine')).toMatchObject({ MEDIA_CORES: '4' });
  expect(coresOf('all-in-one', 'all-in-one')).toMatchObject({ MEDIA_CORES: '1' });
});

test('pods have the rules, containers and limits of the values, and the release has further objects', () => {
  const portal = podOf('portal') as unknown as Record<string, readonly { readonly name: string }[]>;
  expect(portal).toMatchObject({
    topologySpreadConstraints: [
      {
        topologyKey: 'topology.kubernetes.io/zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { 'app.kubernetes.io/component': 'portal' } },
      },
    ],
    hostAliases: [{ ip: '10.1.2.3', hostnames: ['mongo.data'] }],
    dnsConfig: { options: [{ name: 'ndots', value: '2' }] },
    runtimeClassName: 'gvisor',
    initContainers: [{ name: 'wait' }],
  });
  expect(portal['containers']!.map(({ name }) => name)).toEqual(['portal', 'ship']);
  expect(containerOf('portal').livenessProbe).toMatchObject({ periodSeconds: 10, failureThreshold: 20 });
  expect(containerOf('portal').startupProbe).toMatchObject({ initialDelaySeconds: 5, failureThreshold: 60 });
  expect(podOf('migrate')).toMatchObject({ runtimeClassName: 'gvisor', hostAliases: [{ ip: '10.1.2.3' }] });
  expect(podOf('operator')).not.toHaveProperty('topologySpreadConstraints');
  expect(rendered('conventions').filter(isOfUser)).toMatchObject([{ data: { motto: 'more' } }]);
});
