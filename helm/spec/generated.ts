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

/** The chart's objects as a file for kustomize. */
export async function kustomizeBase(render: Render): Promise<Generated> {
  return {
    path: 'k8s/base/rendered.yaml',
    text: `${note}${await render('webinar-vault', ['k8s/values.yaml'])}`,
  };
}
