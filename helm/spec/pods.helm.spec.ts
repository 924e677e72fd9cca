import { stopWithinMs } from '../../libs/platform/src/host/run-main.ts';
import { productCases, release } from './cases.ts';
import {
  appOf,
  componentOf,
  ofKind,
  runningIn,
  variablesOf,
  workloadsOf,
  type Container,
  type KubeObject,
  type Labels,
  type Workload,
} from './objects.ts';
import { rendered } from './renders.ts';

const pods = productCases.flatMap(({ name }) =>
  runningIn(rendered(name)).map(
    (object) => [`${name}: ${object.metadata.name}`, object, rendered(name)] as const,
  ),
);
const served = pods.filter(([, { kind }]) => !kind.endsWith('Job'));
const containerOf = ({ spec }: KubeObject<Workload>): Container => spec.template.spec.containers[0]!;
const factors: Readonly<Record<string, number>> = { Gi: 1024, Mi: 1, M: 1e6 / 2 ** 20, '': 2 ** -20 };
const mib = (size: string) => Number.parseFloat(size) * factors[size.replace(/^[\d.]+/, '')]!;

describe.each(pods)('%s', (title, object, objects) => {
  // OpenShift gives the pods their ids.
  const ids = title.startsWith('conventions') ? {} : { runAsUser: 10_001 };
  const pod = object.spec.template.spec;
  const container = containerOf(object);

  it('fits the restricted profile of Pod Security, with a read-only root', () => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      ...ids,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const kinds = pod.volumes.flatMap((volume) => Object.keys(volume)).filter((key) => key !== 'name');
    expect(kinds.filter((kind) => kind === 'hostPath')).toEqual([]);
    const mounted = container.volumeMounts
      .filter(({ readOnly }) => !readOnly)
      .map(({ mountPath }) => mountPath);
    expect(mounted.filter((path) => !['/tmp', '/data', '/to', '/from'].includes(path))).toEqual([]);
    expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(
      pod.volumes.map(({ name }) => name).sort(),
    );
  });

  it('has its own service account, without a token', () => {
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    const accounts = ofKind(objects, 'ServiceAccount').filter(
      ({ metadata }) => metadata.name === pod.serviceAccountName,
    );
    expect(accounts).toHaveLength(1);
    expect(accounts[0]!.automountServiceAccountToken).toBe(false);
    expect(componentOf(accounts[0]!)).toBe(appOf(object));
  });

  it('has resource requests, and a heap limit for Node below its memory limit', () => {
    const { requests, limits } = container.resources;
    for (const size of ['cpu', 'memory', 'ephemeral-storage']) expect(requests).toHaveProperty([size]);
    // A processor limit slows requests down: only the media container may have one.
    if (!['all-in-one', 'video-engine'].includes(appOf(object))) expect(limits).not.toHaveProperty('cpu');
    const heap = /^--max-old-space-size=(\d+)$/.exec(
      variablesOf(objects, container)['NODE_OPTIONS'] ?? '',
    )?.[1];
    expect(Number(heap)).toBeGreaterThan(100);
    expect(Number(heap)).toBeLessThan(mib(limits['memory'] ?? '') * 0.8);
    expect(mib(requests['memory'] ?? '')).toBeLessThanOrEqual(mib(limits['memory'] ?? ''));
  });
});

describe.each(served)('%s', (title, object, objects) => {
  const pod = object.spec.template.spec;
  const container = containerOf(object);

  it('has different probes for liveness and readiness', () => {
    const at = (path: string) => ({ httpGet: { path, port: 'http' } });
    expect(container.startupProbe).toMatchObject(at('/livez'));
    expect(container.livenessProbe).toMatchObject(at('/livez'));
    expect(container.readinessProbe).toMatchObject(at('/readyz'));
    expect(container.ports).toContainEqual({ name: 'http', containerPort: 5000 });
  });

  it('leaves the Service before it stops, and has time to finish its work', () => {
    const { seconds } = container.lifecycle.preStop.sleep;
    expect(seconds).toBeGreaterThanOrEqual(1);
    const delay = Number(variablesOf(objects, container)['STOP_DELAY_SECONDS']);
    // A pod with a volume must end before the next one can start.
    expect(delay > 0).toBe(object.kind === 'Deployment');
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(seconds + delay + stopWithinMs / 1000);
  });

  it('stops only after its replacement is ready, unless it has a volume', () => {
    const surge = { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
    expect(object.spec.strategy).toEqual(object.kind === 'Deployment' ? surge : undefined);
    // The migrate job may wait for the servers as long as new pods wait for the job.
    expect(object.spec.progressDeadlineSeconds).toBe(object.kind === 'Deployment' ? 1200 : undefined);
  });

  it('is spread over zones and nodes', () => {
    expect(pod.topologySpreadConstraints).toHaveLength(title.startsWith('conventions') ? 1 : 2);
    for (const { labelSelector } of pod.topologySpreadConstraints)
      expect(labelSelector.matchLabels).toEqual(object.spec.selector.matchLabels);
  });

  it('has a selector with only labels that never change', () => {
    const selector = {
      'app.kubernetes.io/name': 'webinar-vault',
      'app.kubernetes.io/instance': release.name,
      'app.kubernetes.io/component': componentOf(object),
    };
    expect(object.spec.selector.matchLabels).toEqual(selector);
    expect(object.spec.template.metadata.labels).toMatchObject(selector);
    expect(object.metadata.name).toBe(`${release.name}-${componentOf(object)}`);
  });
});

describe.each(productCases.map(({ name }) => name))('%s', (name) => {
  const objects = rendered(name);
  const scaled = [
    ...ofKind<{ scaleTargetRef: { name: string }; minReplicas: number }>(objects, 'HorizontalPodAutoscaler'),
    ...ofKind<{ scaleTargetRef: { name: string }; minReplicaCount: number }>(objects, 'ScaledObject'),
  ];
  const fewestOf = ({ metadata, spec }: KubeObject<Workload>) => {
    const scaler = scaled.find((each) => each.spec.scaleTargetRef.name === metadata.name)?.spec;
    if (!scaler) return spec.replicas;
    return 'minReplicas' in scaler ? scaler.minReplicas : scaler.minReplicaCount;
  };

  it('sets the number of replicas only where there is no autoscaler', () => {
    const targets = scaled.map(({ spec }) => spec.scaleTargetRef.name);
    expect(new Set(targets).size).toBe(targets.length);
    for (const { metadata, spec } of workloadsOf(objects))
      expect([metadata.name, spec.replicas === undefined]).toEqual([
        metadata.name,
        targets.includes(metadata.name),
      ]);
  });

  it('has a disruption budget for each workload with several replicas', () => {
    const budgets = ofKind<{ maxUnavailable: number; selector: { matchLabels: Labels } }>(
      objects,
      'PodDisruptionBudget',
    );
    const several = workloadsOf(objects).filter((workload) => (fewestOf(workload) ?? 0) > 1);
    expect(budgets.map(componentOf).sort()).toEqual(several.map(componentOf).sort());
    for (const { spec, metadata } of budgets) {
      expect(spec.maxUnavailable).toBe(1);
      expect(spec.selector.matchLabels['app.kubernetes.io/component']).toBe(componentOf({ metadata }));
    }
  });

  it('keeps its volumes after an uninstall, and mounts each in one pod', () => {
    const claims = ofKind(objects, 'PersistentVolumeClaim');
    const owners = workloadsOf(objects).filter(({ kind }) => kind === 'StatefulSet');
    // While a job of `operations` runs, the owner of its volume is stopped.
    if (!name.endsWith('operations')) expect(claims.map(componentOf)).toEqual(owners.map(componentOf));
    for (const { metadata } of claims)
      expect(metadata.annotations).toMatchObject({ 'helm.sh/resource-policy': 'keep' });
    for (const owner of owners) {
      expect(owner.spec.replicas).toBe(1);
      const { volumes } = owner.spec.template.spec;
      expect(volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [])).toEqual([
        owner.metadata.name,
      ]);
    }
  });
});
