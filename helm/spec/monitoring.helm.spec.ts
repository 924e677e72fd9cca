import { globSync } from 'node:fs';
import { ofKind } from './objects.ts';
import { rendered } from './renders.ts';
import { read, root } from './root.ts';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly runbook_url: string };
    }[];
  }[];
}

const sources = globSync('{libs,apps}/{*,services/*}/src/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.spec.ts'))
  .map(read)
  .join('\n');
const runbook = read('helm/webinar-vault/RUNBOOK.md');
const [rules] = ofKind<Rules>(rendered('everything'), 'PrometheusRule');
const alerts = rules?.spec.groups.flatMap((group) => group.rules) ?? [];
const [installed] = ofKind(rendered('everything'), 'ConfigMap').filter(
  ({ metadata }) => metadata.name === 'vault-dashboard',
);
const board = JSON.parse(installed!.data!['webinar-vault.json']!) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};

/** Metrics of the Node process, which the Prometheus library adds. */
const ofNode = ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'];
/** Metrics of kube-state-metrics, about objects of Kubernetes. */
const ofKubernetes = (name: string) => name.startsWith('kube_');
/** Metrics whose names contain a side, `client` or `server`. */
const bothSides = (name: string) => name.replace(/^rpc_(client|server)_/, 'rpc_${side}_');

/** The names of the metrics in an expression. */
function metricsIn(expression: string): string[] {
  const names =
    expression.replaceAll(/by \([^)]*\)|"[^"]*"/g, '').match(/[a-z]+(_[a-z0-9]+)+(?=[{[) ]|$)/g) ?? [];
  return names.filter((name) => !name.startsWith('histogram_')).map((name) => name.replace(/_bucket$/, ''));
}

test('alerts and panels read only metrics that exist', () => {
  const expressions = [
    ...alerts.map(({ expr }) => expr),
    ...board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ];
  const read = [...new Set(expressions.flatMap(metricsIn))].filter(
    (name) => !ofNode.includes(name) && !ofKubernetes(name),
  );
  expect(read.length).toBeGreaterThan(10);
  expect(read.filter((name) => !sources.includes(bothSides(name)))).toEqual([]);
});

test('each alert is about this release, and has the address of its section in the runbook', () => {
  for (const { alert, expr, annotations } of alerts) {
    const bound = expr.match(/\{[^}]*\}/g) ?? [];
    expect([alert, bound.length > 0]).toEqual([alert, true]);
    const own = /(?=.*namespace="webinars").*(vault_release="vault"|job_name=~"vault-|cronjob="vault-)/;
    expect([alert, bound.filter((selector) => !own.test(selector))]).toEqual([alert, []]);
    expect(annotations.runbook_url).toBe(`https://git.example.com/vault/RUNBOOK.md#${alert.toLowerCase()}`);
  }
  const relabelings = [{ targetLabel: 'vault_release', replacement: 'vault' }];
  const [monitor] = ofKind(rendered('everything'), 'ServiceMonitor');
  expect(monitor!.spec).toMatchObject({ endpoints: [{ relabelings }] });
});

test('the runbook has a section for each alert, with what to look at and what to do', () => {
  expect(alerts.length).toBeGreaterThan(8);
  const sections = [...runbook.matchAll(/^## (Vault\w+)\n\n([^]*?)(?=^## |$(?![^]))/gm)];
  expect(sections.map(([, name]) => name).sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  for (const [, name, text] of sections)
    expect([name, text]).toEqual([name, expect.stringMatching(/^- Look/m)]);
});

test('monitoring is off by default', () => {
  const scaling = ['ScaledObject', 'HorizontalPodAutoscaler'];
  const kinds = ['ServiceMonitor', 'PrometheusRule', 'Ingress', 'HTTPRoute', ...scaling];
  expect(ofKind(rendered('minimal'), ...kinds)).toEqual([]);
  expect(ofKind(rendered('everything'), 'ServiceMonitor')).toHaveLength(1);
});
