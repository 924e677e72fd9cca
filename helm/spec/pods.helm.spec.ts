import { stopWithinMs } from '../../libs/platform/src/host/run-main.ts';
import { productCases, release } from './cases.ts';
import { appOf, componentOf, ofKind, runningIn, variablesOf, workloadsOf } from './objects.ts';
import type { Container, KubeObject, Labels, Workload } from './objects.ts';
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

interface Scaler {
  readonly scaleTargetRef: { readonly name: string };
  readonly minReplicas?: number;
  readonly minReplicaCount?: number;
}

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
    expect(pod.volumes.filter((volume) => 'hostPath' in volume)).toEqual([]);
    const written = container.volumeMounts.filter(({ readOnly }) => !readOnly);
    for (const { mountPath } of written) expect(['/tmp', '/data', '/to', '/from']).toContain(mountPath);
    const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).sort();
    expect(names(container.volumeMounts)).toEqual(names(pod.volumes));
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
    const { NODE_OPTIONS = '' } = variablesOf(objects, container);
    const heap = Number(NODE_OPTIONS.replace(/^--max-old-space-size=/, ''));
    expect(heap).toBeGreaterThan(100);
    expect(heap).toBeLessThan(mib(limits['memory'] ?? '') * 0.8);
    expect(mib(requests['memory'] ?? '')).toBeLessThanOrEqual(mib(limits['memory'] ?? ''));
  });
});

describe.each(served)('%s', (title, object, objects) => {
  const pod = object.spec.template.spec;
  const container = containerOf(object);

  it('has different probes for liveness and readiness', () => {
    const at = (path: string) => ({ httpGet: { path, port: 'http' } });
    const alive = { startupProbe: at('/livez'), livenessProbe: at('/livez') };
    expect(container).toMatchObject({ ...alive, readinessProbe: at('/readyz') });
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
    // A changed ConfigMap alone replaces no pod.
    expect(object.spec.template.metadata.annotations?.['checksum/config']).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe.each(productCases.map(({ name }) => name))('%s', (name) => {
  const objects = rendered(name);
  const scalers = ofKind<Scaler>(objects, 'HorizontalPodAutoscaler', 'ScaledObject').map(({ spec }) => spec);
  const scalerOf = (name: string) => scalers.find(({ scaleTargetRef }) => scaleTargetRef.name === name);
  const fewestOf = ({ metadata, spec }: KubeObject<Workload>) => {
    const scaler = scalerOf(metadata.name);
    return (scaler ? (scaler.minReplicas ?? scaler.minReplicaCount) : spec.replicas) ?? 0;
  };

  it('sets the number of replicas only where there is no autoscaler', () => {
    const workloads = workloadsOf(objects).map(
      ({ metadata, spec }) => [metadata.name, spec.replicas] as const,
    );
    const free = workloads.filter(([, replicas]) => replicas === undefined).map(([each]) => each);
    expect(free.sort()).toEqual(scalers.map(({ scaleTargetRef }) => scaleTargetRef.name).sort());
  });

  it('has a disruption budget for each workload with several replicas', () => {
    const budgets = ofKind<{ maxUnavailable: number; selector: { matchLabels: Labels } }>(
      objects,
      'PodDisruptionBudget',
    );
    const several = workloadsOf(objects).filter((workload) => fewestOf(workload) > 1);
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
