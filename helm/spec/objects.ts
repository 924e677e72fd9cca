import { parseAllDocuments } from 'yaml';

export type Labels = Readonly<Record<string, string>>;

/** Any Kubernetes object; its `spec` has the type of its kind. */
export interface KubeObject<Spec = unknown> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels: Labels;
    readonly annotations?: Labels;
  };
  readonly spec: Spec;
  readonly data?: Labels;
  readonly automountServiceAccountToken?: boolean;
}

export interface Port {
  readonly name: string;
  readonly containerPort: number;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports?: readonly Port[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly resources: { readonly requests: Labels; readonly limits: Labels };
  readonly volumeMounts: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly?: true;
  }[];
}

export interface Volume {
  readonly name: string;
  readonly projected?: {
    readonly sources: readonly {
      readonly secret?: { readonly name: string; readonly items: readonly { key: string; path: string }[] };
      readonly serviceAccountToken?: { readonly audience: string; readonly path: string };
    }[];
  };
  readonly secret?: { readonly secretName: string; readonly items: readonly { key: string; path: string }[] };
  readonly persistentVolumeClaim?: { readonly claimName: string };
  readonly emptyDir?: { readonly sizeLimit: string };
}

export interface PodSpec {
  readonly runtimeClassName?: string;
  readonly serviceAccountName: string;
  readonly automountServiceAccountToken: boolean;
  readonly enableServiceLinks: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly nodeSelector?: Labels;
  readonly topologySpreadConstraints: readonly { readonly labelSelector: { readonly matchLabels: Labels } }[];
  readonly containers: readonly Container[];
  readonly volumes: readonly Volume[];
}

export interface Workload {
  readonly strategy?: unknown;
  readonly progressDeadlineSeconds?: number;
  readonly replicas?: number;
  readonly selector: { readonly matchLabels: Labels };
  readonly template: {
    readonly metadata: { readonly labels: Labels; readonly annotations?: Labels };
    readonly spec: PodSpec;
  };
}

/** Parses all objects of a text with YAML documents. */
export function objectsIn(text: string): KubeObject[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw error;
    const object = document.toJSON() as KubeObject | null;
    return object ? [object] : [];
  });
}

export function ofKind<Spec>(objects: readonly KubeObject[], ...kinds: string[]): KubeObject<Spec>[] {
  return objects.filter(({ kind }) => kinds.includes(kind)) as KubeObject<Spec>[];
}

/** The component that an object belongs to. */
export function componentOf({ metadata }: Pick<KubeObject, 'metadata'>): string {
  return metadata.labels['app.kubernetes.io/component'] ?? '';
}

/** Deployments and stateful sets. */
export function workloadsOf(objects: readonly KubeObject[]): KubeObject<Workload>[] {
  return ofKind<Workload>(objects, 'Deployment', 'StatefulSet');
}

/** All objects with pods: the workloads, and the jobs, also those that are made from a CronJob. */
export function runningIn(objects: readonly KubeObject[]): KubeObject<Workload>[] {
  const scheduled = ofKind<{ jobTemplate: { spec: Workload } }>(objects, 'CronJob');
  return [
    ...workloadsOf(objects),
    ...ofKind<Workload>(objects, 'Job'),
    ...scheduled.map((object) => ({ ...object, spec: object.spec.jobTemplate.spec })),
  ];
}

/** What a component runs, which is there once. */
export function runBy(objects: readonly KubeObject[], component: string): KubeObject<Workload> {
  const found = runningIn(objects).find((object) => componentOf(object) === component);
  if (!found) throw new Error(`Nothing runs ${component}.`);
  return found;
}

/** Its pod. */
export function podIn(objects: readonly KubeObject[], component: string): PodSpec {
  return runBy(objects, component).spec.template.spec;
}

/** The variables of its container. */
export function environmentIn(objects: readonly KubeObject[], component: string): Labels {
  const [container] = podIn(objects, component).containers;
  return container ? variablesOf(objects, container) : {};
}

/** The app whose image a pod runs. */
export function appOf({ spec }: KubeObject<Workload>): string {
  return /([a-z-]+)[:@][^/]+$/.exec(spec.template.spec.containers[0]?.image ?? '')?.[1] ?? '';
}

/** The variables of a container, including those of its ConfigMap. */
export function variablesOf(objects: readonly KubeObject[], { env = [], envFrom = [] }: Container): Labels {
  const maps = envFrom.map(({ configMapRef: { name } }) => {
    const map = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    if (!map?.data) throw new Error(`There is no ConfigMap ${name}.`);
    return map.data;
  });
  return Object.assign(
    {},
    ...maps,
    Object.fromEntries(env.map(({ name, value }) => [name, value])),
  ) as Labels;
}

/** The keys of Secrets that a pod reads, by the path of the file that holds each. */
export function secretsOf({ volumes }: PodSpec): { secret: string; key: string; path: string }[] {
  return volumes.flatMap(({ projected }) =>
    (projected?.sources ?? []).flatMap(({ secret: from, serviceAccountToken: token }) => {
      const items = from?.items ?? (token ? [{ key: token.audience, path: token.path }] : []);
      return items.map(({ key, path }) => ({
        secret: from?.name ?? '',
        key,
        path: `/run/secrets/vault/${path}`,
      }));
    }),
  );
}
