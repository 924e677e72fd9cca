import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { cases } from './cases.ts';
import { dashboardText } from './dashboard.ts';
import { kafkaAccess } from './kafka-access.ts';
import { root } from './root.ts';
import { sizingText } from './sizing.ts';
import { valuesTable } from './values-table.ts';

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
export function generatedTexts(): Generated[] {
  const access = {
    path: 'helm/webinar-vault-infra/files/kafka.yaml',
    text: `${note}${stringify(kafkaAccess(), { aliasDuplicateObjects: false })}`,
  };
  const dashboard = { path: 'helm/webinar-vault/files/dashboards/webinar-vault.json', text: dashboardText() };
  const readmes = ['webinar-vault', 'webinar-vault-infra'].map((chart) => {
    const path = `helm/${chart}/README.md`;
    const withTable = between(readFileSync(join(root, path), 'utf8'), 'values', valuesTable(chart));
    return { path, text: between(withTable, 'sizing', sizingText()) };
  });
  return [access, dashboard, ...readmes];
}

const kindIn = (document: string) => /^kind: (\w+)$/m.exec(document)?.[1] ?? '';

/** The folder of k8s/ that an object belongs to. */
const folderOf: Readonly<Record<string, string>> = {
  NetworkPolicy: 'components/policies',
  HTTPRoute: 'components/gateway',
  ServiceMonitor: 'components/monitoring',
  PrometheusRule: 'components/monitoring',
};

/** The chart's objects as files for kustomize, divided into base and components. */
export async function kustomizeFiles(render: Render): Promise<Generated[]> {
  const text = await render('webinar-vault', ['k8s/values.yaml']);
  const documents = text.split(/^---\n/m).filter((document) => kindIn(document));
  const placeOf = (document: string) => folderOf[kindIn(document)] ?? 'base';
  const folders = [...new Set(documents.map(placeOf))];
  const parts = folders.map((folder) => ({
    path: `k8s/${folder}/rendered.yaml`,
    text: `${note}---\n${documents.filter((each) => placeOf(each) === folder).join('---\n')}`,
  }));
  const one = await render('webinar-vault', ['k8s/overlays/all-in-one/values.yaml']);
  return [...parts, { path: 'k8s/overlays/all-in-one/rendered.yaml', text: `${note}${one}` }];
}

/** The render of each case. */
export function goldenRenders(render: Render): Promise<Generated[]> {
  return Promise.all(
    cases.map(async ({ name, chart, valuesFile }) => ({
      path: `helm/spec/golden/${name}.yaml`,
      text: `${note}${await render(chart, [valuesFile])}`,
    })),
  );
}
