import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
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

it('leaves no trace of deleted and overwritten content in its files', async () => {
  const { connection, uri, close } = await openEmbeddedFile();
  const path = uri.slice('sqlite:'.length).split('?')[0]!;
  const traces = () => ['', '-wal'].filter((end) => readFileSync(path + end).includes('analytical engine'));
  const entries = connection.collection<{ _id: number; text: string }>('entries');
  await entries.createIndex({ text: 1 }, {}, {});
  for (const [index, size] of [1, 20, 500].entries()) {
    await entries.insertOne({ _id: index, text: 'analytical engine '.repeat(size) });
    await entries.insertOne({ _id: index + 10, text: 'difference engine '.repeat(size) });
  }
  expect(traces()).not.toEqual([]);
  await entries.updateOne({ _id: 0 }, { $set: { text: 'other' } });
  await entries.deleteMany({ _id: { $in: [1, 2] } });
  const deadline = Date.now() + 60_000;
  while (traces().length > 0 && Date.now() < deadline) await wait(100);
  expect(traces()).toEqual([]);
  expect(await entries.countDocuments()).toBe(4);
  await close();
}, 90_000);
