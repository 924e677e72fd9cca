import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { defaultMediaLimits } from '../common/limits.ts';
import { encodeVideo } from '../packaging/packaging-plan.ts';
import { makeFolder, makeVideo } from '../testing/fixtures.ts';
import { makeTools } from '../testing/media-tools.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let source: string;

beforeAll(async () => {
  folder = await makeFolder();
  source = await makeVideo(join(folder.path, 'source.mp4'), 1);
});
afterAll(() => folder.remove());

test.each([1, 3])('an encode has at most %i threads, whatever the machine has', async (maxThreads) => {
  const tools = await makeTools({ ...defaultMediaLimits, maxThreads });
  const target = join(folder.path, `${String(maxThreads)}.mp4`);
  const encode = encodeVideo({ width: 320, height: 180 }, 25);
  await tools.ffmpeg({
    input: source,
    output: ['-map', '0:V:0', ...encode, '-f', 'mp4', `file:${target}`],
    timeoutMs: 60_000,
  });
  // x264 writes its settings into its stream.
  const [, threads] = / threads=(\d+)/.exec(await readFile(target, 'latin1'))!;
  expect(threads).toBe(String(maxThreads));
});
