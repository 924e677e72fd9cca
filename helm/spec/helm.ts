import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureHelm } from '../../tools/charts/helm-program.mjs';
import { release } from './cases.ts';
import { objectsIn } from './objects.ts';
import { root } from './root.ts';

const run = promisify(execFile);
const withinMs = 60_000;
const place = ['--namespace', release.namespace];
const programs = await ensureHelm();
// Keeps out the settings, caches and clusters of the user.
const env = { PATH: process.env['PATH'], HOME: '/nonexistent', KUBECONFIG: '/nonexistent' };

async function execute(program: 'helm' | 'kubectl', args: readonly string[]): Promise<string> {
  const options = { cwd: root, env, timeout: withinMs, maxBuffer: 1 << 26 };
  const { stdout } = await run(programs[program], args, options);
  return stdout;
}

/** Renders a chart with files of values, and with more values as JSON. */
export function render(chart: string, valuesFiles: readonly string[], more: object = {}): Promise<string> {
  return withValues(valuesFiles, more, (files) =>
    execute('helm', ['template', release.name, `helm/${chart}`, ...place, ...files]),
  );
}

/** Renders the product with more values than a file has: by default the four that it needs. */
export const product = (more: object, file = 'k8s/values.yaml') => render('webinar-vault', [file], more);
/** The same with a case, and its objects. */
export const productIn = async (name: string, more: object) =>
  objectsIn(await product(more, `helm/spec/cases/${name}.yaml`));
export const infra = (more: object, name = 'infra-scram') =>
  render('webinar-vault-infra', [`helm/spec/cases/${name}.yaml`], more);

/** What Helm prints after an installation. */
export async function notes(
  chart: string,
  valuesFiles: readonly string[],
  more: object = {},
): Promise<string> {
  const text = await withValues(valuesFiles, more, (files) =>
    execute('helm', ['install', release.name, `helm/${chart}`, ...place, '--dry-run=client', ...files]),
  );
  return text.slice(text.indexOf('\nNOTES:\n') + 8);
}

async function withValues(
  valuesFiles: readonly string[],
  more: object,
  action: (args: readonly string[]) => Promise<string>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-helm-'));
  try {
    const path = join(folder, 'more.json');
    writeFileSync(path, JSON.stringify(more));
    const files = [...valuesFiles, path].flatMap((file) => ['--values', file]);
    return await action(files);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Throws an error with the linter's findings. */
export async function lint(chart: string, valuesFile: string): Promise<void> {
  await execute('helm', ['lint', '--strict', '--quiet', `helm/${chart}`, '--values', valuesFile]);
}

/** Builds a folder with kustomize. */
export function kustomize(folder: string): Promise<string> {
  return execute('kubectl', ['kustomize', folder]);
}
