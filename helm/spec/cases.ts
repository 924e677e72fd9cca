import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { root } from './root.ts';

/** A set of values. */
interface Case {
  readonly name: string;
  readonly chart: 'webinar-vault' | 'webinar-vault-infra';
  /** Relative to the root of the repository. */
  readonly valuesFile: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The release and namespace of all renders. */
export const release = { name: 'vault', namespace: 'webinars' };

function caseOf(name: string, valuesFile: string): Case {
  const chart = name.startsWith('infra-') ? 'webinar-vault-infra' : 'webinar-vault';
  const values = parse(readFileSync(join(root, valuesFile), 'utf8')) as Record<string, unknown>;
  return { name, chart, valuesFile, values };
}

export const cases: readonly Case[] = [
  caseOf('minimal', 'k8s/values.yaml'),
  ...globSync('helm/spec/cases/*.yaml', { cwd: root })
    .sort()
    .map((valuesFile) => caseOf(basename(valuesFile, '.yaml'), valuesFile)),
];
export const productCases = cases.filter(({ chart }) => chart === 'webinar-vault');
