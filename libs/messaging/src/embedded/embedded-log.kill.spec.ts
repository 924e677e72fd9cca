import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sourceFlags, until } from '@vault/base/testing';
import { makeMessage } from '../events/contract/make-message.ts';
import { EmbeddedLog } from './embedded-log.ts';

const workerFile = fileURLToPath(new URL('./embedded-log.kill-worker.ts', import.meta.url));
const killCount = 10;

describe('an embedded log whose process is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-log-kill-'));
  const [file, accepted, handled] = ['log.sqlite', 'accepted', 'handled'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  afterAll(() => rmSync(folder, { recursive: true }));

  function start(mode: 'run' | 'drain' | 'die') {
    const options = [...sourceFlags, workerFile, file, accepted, handled, mode];
    return spawn(process.execPath, options, { stdio: ['ignore', 'inherit', 'inherit'], env: {} });
  }

  /** Ids by key, in order, each once. */
  function read(path: string): Map<string, string[]> {
    const ids = new Map<string, Set<string>>();
    for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []) {
      const [key = '', id] = line.split(' ');
      if (id) ids.set(key, (ids.get(key) ?? new Set()).add(id));
    }
    return new Map([...ids].map(([key, set]) => [key, [...set]]));
  }

  const count = (path: string) => [...read(path).values()].flat().length;

  it('loses no accepted message and keeps the order of each key', async () => {
    for (let kill = 0; kill < killCount; kill += 1) {
      const before = count(handled);
      const worker = start('run');
      const exited = once(worker, 'exit');
      await until(() => count(handled) > before);
      await sleep(Math.random() * 60);
      worker.kill('SIGKILL');
      await exited;
    }
    const [code] = (await once(start('drain'), 'exit')) as [number];
    expect(code).toBe(0);

    const done = read(handled);
    expect(count(accepted)).toBeGreaterThan(killCount);
    for (const [key, ids] of read(accepted)) {
      // Messages that were durable but not yet recorded as accepted when the process died are handled too.
      const publishedIds = new Set(ids);
      expect(done.get(key)?.filter((id) => publishedIds.has(id))).toEqual(ids);
    }
  }, 120_000);

  it('gives a message up whose handler ends the process each time, and no other one', async () => {
    const own = join(folder, 'deadly.sqlite');
    const ids = join(folder, 'deadly-handled');
    const publisher = new EmbeddedLog({ file: own });
    const texts = ['one', 'deadly', 'two', 'three'];
    const messages = texts.map((data, index) => ({
      ...makeMessage(String(index), data),
      subject: `key-${String(index)}`,
    }));
    await publisher.publish('topic', messages);
    await publisher.close();
    const ends: unknown[] = [];
    for (let run = 0; run < 6; run += 1) {
      const options = [...sourceFlags, workerFile, own, accepted, ids, 'die'];
      const worker = spawn(process.execPath, options, { stdio: ['ignore', 'inherit', 'inherit'], env: {} });
      const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null];
      ends.push(code ?? signal);
    }
    expect(ends).toEqual([...Array<string>(5).fill('SIGKILL'), 0]);
    const reader = new EmbeddedLog({ file: own });
    const letters = await reader.deadLetters();
    await reader.close();
    expect(letters).toMatchObject([
      {
        key: 'key-1',
        error: 'EndedProcessError: The process ended 5 times while it handled this message.',
      },
    ]);
    const handled = readFileSync(ids, 'utf8');
    const missing = messages.filter(({ id }) => !handled.includes(id));
    expect(missing.map(({ data }) => data)).toEqual(['deadly']);
  }, 120_000);
});
