import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openEmbeddedFile } from './testing/embedded-file.ts';

const writer = fileURLToPath(new URL('./testing/write-until-killed.ts', import.meta.url));

/** The environment without the test runner's options. */
const plain = (): NodeJS.ProcessEnv => ({ ...process.env, NODE_OPTIONS: '' });

/** Starts the writer and kills it hard after some acknowledged writes; the numbers it acknowledged. */
async function writeAndKill(uri: string, from: number, atLeast: number): Promise<number[]> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', writer, uri, String(from)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: plain(),
    },
  );
  const acknowledged: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line));
    if (acknowledged.length === atLeast) child.kill('SIGKILL');
  }
  return acknowledged;
}

describe('a store whose process is killed', () => {
  it('opens again and holds every acknowledged write', async () => {
    const file = await openEmbeddedFile();
    await file.connection.close();
    const acknowledged: number[] = [];
    for (const atLeast of [1, 40, 211, 333]) {
      acknowledged.push(...(await writeAndKill(file.uri, 10_000 * atLeast, atLeast)));
    }
    const connection = await file.mongoose.createConnection(file.uri).asPromise();
    const entries = connection.collection<{ _id: number; half?: number; count?: number }>('entries');
    const stored = (await entries.find({ _id: { $gte: 0 } }).toArray()).map(({ _id }) => _id);
    const byIndex = (await entries.find({ half: { $gte: 0 } }).toArray()).map(({ _id }) => _id);
    await connection.close();
    expect(acknowledged.length).toBeGreaterThanOrEqual(585);
    expect(acknowledged.filter((n) => !stored.includes(n))).toEqual([]);
    expect(byIndex.toSorted((a, b) => a - b)).toEqual(stored);
    await file.close();
  }, 60_000);

  it('is refused to a second process', async () => {
    const file = await openEmbeddedFile();
    const child = spawn(process.execPath, [writer, file.uri], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: plain(),
    });
    const complaint = (await child.stderr.toArray()).join('');
    expect(complaint).toMatch(/Cannot open the store .*store\.sqlite: database is locked/);
    await file.close();
  }, 20_000);

  it('is shared by the connections of one process', async () => {
    const file = await openEmbeddedFile();
    const second = await file.mongoose.createConnection(file.uri).asPromise();
    await second.collection('things').insertOne({ n: 1 });
    expect(await file.connection.collection('things').countDocuments()).toBe(1);
    await second.close();
    expect(await file.connection.collection('things').countDocuments()).toBe(1);
    await file.close();
  });

  it('wants an absolute path', async () => {
    const file = await openEmbeddedFile();
    await expect(file.mongoose.createConnection('sqlite:relative.sqlite').asPromise()).rejects.toThrow(
      'absolute',
    );
    await expect(file.mongoose.createConnection('mongodb://127.0.0.1/x').asPromise()).rejects.toThrow(
      'sqlite:',
    );
    await file.close();
  });
});
