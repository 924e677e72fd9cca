import { execFile } from 'node:child_process';
import { ensureKubeScore } from '../../tools/charts/kube-score.mjs';
import { productCases } from './cases.ts';
import { renderedText } from './renders.ts';

interface Scored {
  readonly object_name: string;
  readonly checks: readonly {
    readonly check: { readonly id: string };
    readonly grade: number;
    readonly skipped: boolean;
    readonly comments: readonly { readonly summary: string; readonly description: string }[] | null;
  }[];
}

/** The lowest grade that passes. */
const good = 10;
/** Checks that fail on purpose, with the reason. */
const known: Readonly<Record<string, string>> = {
  'container-image-pull-policy': 'an image version is never pushed twice',
  'deployment-replicas': 'kube-score does not know KEDA, and one case has a single pod on purpose',
  'statefulset-has-servicename': 'its Service is not headless, because browsers reach it through an ingress',
};

/** Checks that also fail in the cases of operations, beside which no service runs. */
const withoutPods = ['networkpolicy-targets-pod', 'service-targets-pod'];
/** The same for one case. */
const knownIn: Readonly<Record<string, readonly string[]>> = {
  'mux-and-operators': ['pod-networkpolicy'],
  // OpenShift chooses the ids.
  conventions: ['container-security-context-user-group-id'],
};

const program = await ensureKubeScore();

function score(text: string): Promise<Scored[]> {
  // A CPU limit would make a process wait even for cores that are idle.
  const meant = ['--ignore-container-cpu-limit'];
  const args = ['score', ...meant, '--output-format', 'json', '--kubernetes-version', 'v1.30', '-'];
  return new Promise((resolve, reject) => {
    // It exits with an error when it finds something, and prints the findings on stdout.
    const child = execFile(program, args, { maxBuffer: 1 << 26, timeout: 60_000 }, (error, stdout) => {
      if (stdout) resolve(JSON.parse(stdout) as Scored[]);
      else reject(error ?? new Error('kube-score printed nothing.'));
    });
    child.stdin?.end(text);
  });
}

test.each(productCases)('kube-score finds no unintended problem in $name', async ({ name }) => {
  const scored = await score(renderedText(name));
  expect(scored.length).toBeGreaterThanOrEqual(5);
  const faults = scored.flatMap(({ object_name: object, checks }) =>
    checks
      .filter(({ check, grade, skipped }) => !skipped && grade < good && !(check.id in known))
      .filter(({ check }) => !knownIn[name]?.includes(check.id))
      .filter(({ check }) => !name.endsWith('operations') || !withoutPods.includes(check.id))
      .map(
        ({ check, comments }) =>
          `${object}: ${check.id}: ${(comments ?? []).map(({ summary }) => summary).join()}`,
      ),
  );
  expect(faults).toEqual([]);
});
