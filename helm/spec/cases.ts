import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { root } from './root.ts';

/** A set of values whose rendered objects are kept in `golden/`. */
interface Case {
  readonly name: string;
  readonly chart: 'webinar-vault' | 'webinar-vault-infra';
  /** Relative to the root of the repository. */
  readonly valuesFile: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The release and namespace of all renders. */
export const release = { name: 'vault', namespace: 'webinars' };

export const cases: readonly Case[] = globSync('helm/spec/cases/*.yaml', { cwd: root })
  .sort()
  .map((valuesFile) => {
    const name = basename(valuesFile, '.yaml');
    return {
      name,
      chart: name.startsWith('infra-') ? ('webinar-vault-infra' as const) : ('webinar-vault' as const),
      valuesFile,
      values: parse(readFileSync(join(root, valuesFile), 'utf8')) as Record<string, unknown>,
    };
  });
export const productCases = cases.filter(({ chart }) => chart === 'webinar-vault');
