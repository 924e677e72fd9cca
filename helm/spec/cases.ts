import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { root } from './root.ts';

/** A set of values, and the files that have what the chart renders with it. */
interface Case {
  readonly name: string;
  readonly chart: 'webinar-vault' | 'webinar-vault-infra';
  /** Relative to the root of the repository. */
  readonly valuesFile: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Relative to the root, too. */
  readonly renders: readonly string[];
}

/** The release and namespace of all renders. */
export const release = { name: 'vault', namespace: 'webinars' };

function caseOf(name: string, valuesFile: string, renders: readonly string[]): Case {
  const chart = name.startsWith('infra-') ? 'webinar-vault-infra' : 'webinar-vault';
  const values = parse(readFileSync(join(root, valuesFile), 'utf8')) as Record<string, unknown>;
  return { name, chart, valuesFile, values, renders };
}

export const cases: readonly Case[] = [
  // The smallest values: k8s/ needs their render too, so that it is there.
  caseOf('minimal', 'k8s/values.yaml', ['k8s/base/rendered.yaml', 'k8s/components/policies/rendered.yaml']),
  ...globSync('helm/spec/cases/*.yaml', { cwd: root })
    .sort()
    .map((valuesFile) => {
      const name = basename(valuesFile, '.yaml');
      return caseOf(name, valuesFile, [`helm/spec/golden/${name}.yaml`]);
    }),
];
export const productCases = cases.filter(({ chart }) => chart === 'webinar-vault');
