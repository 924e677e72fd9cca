import { componentOf, ofKind, podIn, runningIn, type KubeObject } from './objects.ts';
import { rendered } from './renders.ts';
import { version } from './root.ts';

const isOfUser = ({ metadata }: KubeObject) => metadata.name === 'company';
const objects = rendered('conventions').filter((object) => !isOfUser(object));
const pods = runningIn(objects).map((object) => [componentOf(object), object] as const);
const podOf = (name: string) => podIn(objects, name);
const containerOf = (name: string) => podOf(name).containers[0]!;
const own = (name: string, kind: string) =>
  ofKind<Record<string, unknown>>(objects, kind).find((object) => componentOf(object) === name)!;

test('common labels and annotations are on every object, but not in selectors', () => {
  const common = {
    labels: expect.objectContaining({ team: 'video', 'cost-centre': '42' }) as object,
    annotations: expect.objectContaining({ 'example.com/owner': 'video' }) as object,
  };
  for (const { metadata, kind } of objects) expect({ kind, ...metadata }).toMatchObject({ kind, ...common });
  for (const [, { spec }] of pods) expect(spec.template.metadata.labels).toMatchObject({ team: 'video' });
  const specs = ofKind(objects, 'Service', 'NetworkPolicy').map(({ spec }) => spec);
  expect(JSON.stringify(specs)).not.toContain('cost-centre');
});

test.each(pods)('the pod of %s takes what `defaults` adds, and the ids of the platform', (_, { spec }) => {
  const pod = spec.template.spec;
  const [container] = pod.containers;
  expect(container!.env).toEqual(
    expect.arrayContaining([
      { name: 'NODE_EXTRA_CA_CERTS', value: '/etc/company/ca.crt' },
      { name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
    ]),
  );
  const name = 'company-ca';
  expect(container!.volumeMounts).toContainEqual({ name, mountPath: '/etc/company', readOnly: true });
  expect(pod.volumes).toContainEqual({ name, configMap: { name } });
  expect(pod).toMatchObject({
    tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'vault', effect: 'NoSchedule' }],
    imagePullSecrets: [{ name: 'registry' }, { name: 'mirror' }],
  });
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

test('quantities may be numbers or fractions', () => {
  expect(containerOf('gateway').resources).toMatchObject({
    requests: { cpu: '2', memory: '536870912' },
    limits: { memory: '1.5Gi' },
  });
});

test('autoscaling of all services leaves out those that own a volume', () => {
  const scaled = ofKind(objects, 'ScaledObject', 'HorizontalPodAutoscaler').map(componentOf).sort();
  expect(scaled).toEqual(['auth', 'chaptering', 'clip', 'gateway', 'portal', 'search', 'upload']);
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
