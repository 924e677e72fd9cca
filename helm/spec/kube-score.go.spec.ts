import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ensureKubeScore } from '../../tools/kube-score.mjs';
import { productCases } from './cases.ts';
import { root } from './root.ts';

interface Scored {
  readonly object_name: string;
  readonly checks: readonly {
    readonly check: { readonly id: string };
    readonly grade: number;
    readonly skipped: boolean;
    readonly comments: readonly { readonly summary: string; readonly description: string }[] | null;
  }[];
}

/** From this grade on all is well. */
const good = 10;
/** What it would have otherwise, and why it is not so. */
const known: Readonly<Record<string, string>> = {
  'container-image-pull-policy': 'a version is never pushed twice',
  'deployment-replicas': 'KEDA is not known to it, and one case asks for a single pod',
  'statefulset-has-servicename':
    'its Service has an address of its own: browsers reach it through an ingress',
};

const program = await ensureKubeScore();

function score(file: string): Promise<Scored[]> {
  // A bound on processors makes a process wait for what nobody else uses.
  const meant = ['--ignore-container-cpu-limit'];
  const args = ['score', ...meant, '--output-format', 'json', '--kubernetes-version', 'v1.30', file];
  return new Promise((resolve, reject) => {
    // It fails when it finds something; what it found is on stdout.
    execFile(program, args, { cwd: root, maxBuffer: 1 << 26, timeout: 60_000 }, (error, stdout) => {
      if (stdout) resolve(JSON.parse(stdout) as Scored[]);
      else reject(error ?? new Error('kube-score says nothing.'));
    });
  });
}

test.each(productCases)('kube-score finds nothing in $name that is not meant', async ({ name }) => {
  const scored = await score(join('helm/spec/golden', `${name}.yaml`));
  expect(scored.length).toBeGreaterThanOrEqual(5);
  const faults = scored.flatMap(({ object_name: object, checks }) =>
    checks
      .filter(({ check, grade, skipped }) => !skipped && grade < good && !(check.id in known))
      // Without policies of its own an installation is left to those of its cluster.
      .filter(({ check }) => !(name === 'mux-and-operators' && check.id === 'pod-networkpolicy'))
      .map(
        ({ check, comments }) =>
          `${object}: ${check.id}: ${(comments ?? []).map(({ summary }) => summary).join()}`,
      ),
  );
  expect(faults).toEqual([]);
});
