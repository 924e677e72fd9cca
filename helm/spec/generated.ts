import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { stringify } from 'yaml';
import { dashboardText } from './dashboard.ts';
import { kafkaAccess } from './kafka-access.ts';
import { root } from './root.ts';
import { sizingText } from './sizing.ts';

/** A generated file. */
export interface Generated {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly text: string;
}

type Render = (chart: string, valuesFiles: readonly string[], more?: object) => Promise<string>;

const note = '# Made by `npm run generate:helm`.\n';
const between = (text: string, name: string, content: string) =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\\n)[^]*?(\\n<!-- /${name} -->)`),
    (_whole, begin: string, end: string) => `${begin}\n${content}\n${end}`,
  );

/** The files that are generated from contracts and values, without rendering a chart. */
export async function generatedTexts(): Promise<Generated[]> {
  const access = {
    path: 'helm/webinar-vault-infra/files/kafka.yaml',
    text: `${note}${stringify(kafkaAccess(), { aliasDuplicateObjects: false })}`,
  };
  const dashboard = { path: 'helm/webinar-vault/files/dashboards/webinar-vault.json', text: dashboardText() };
  const path = 'helm/webinar-vault/README.md';
  const text = between(readFileSync(join(root, path), 'utf8'), 'sizing', sizingText());
  const settings = { ...(await resolveConfig(join(root, path))), filepath: path };
  return [access, dashboard, { path, text: await format(text, settings) }];
}

const kindIn = (document: string) => /^kind: (\w+)$/m.exec(document)?.[1] ?? '';

/** The component of k8s/ that an object belongs to; all others are in the base. */
const componentOf: Readonly<Record<string, string>> = {
  NetworkPolicy: 'policies',
  HTTPRoute: 'gateway',
  ServiceMonitor: 'monitoring',
  PrometheusRule: 'monitoring',
};

/** The chart's objects as files for kustomize, divided into base and components. */
export async function kustomizeFiles(render: Render): Promise<Generated[]> {
  const documentsOf = async (...files: readonly string[]) =>
    (await render('webinar-vault', files)).split(/^---\n/m).filter((document) => kindIn(document));
  const ofBase = await documentsOf('k8s/values.yaml');
  const all = await documentsOf('k8s/values.yaml', 'k8s/components/values.yaml');
  const file = (folder: string, documents: readonly string[], component?: string) => ({
    path: `k8s/${folder}/rendered.yaml`,
    text: `${note}---\n${documents.filter((each) => componentOf[kindIn(each)] === component).join('---\n')}`,
  });
  const parts = [
    file('base', ofBase),
    file('components/policies', ofBase, 'policies'),
    file('components/gateway', all, 'gateway'),
    file('components/monitoring', all, 'monitoring'),
  ];
  const one = await render('webinar-vault', ['k8s/overlays/all-in-one/values.yaml']);
  return [...parts, { path: 'k8s/overlays/all-in-one/rendered.yaml', text: `${note}${one}` }];
}
