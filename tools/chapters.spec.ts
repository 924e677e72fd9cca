import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tool = fileURLToPath(new URL('./chapters.mjs', import.meta.url));
const talks = fileURLToPath(new URL('../libs/kit/chapter-engine/fixtures/own-talks.jsonl', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chapters-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const run = (...files: string[]): { status: number | null; stdout: string; stderr: string } => {
  const env = { ...process.env, NODE_OPTIONS: '' };
  return spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', tool, ...files], {
    encoding: 'utf8',
    env,
  });
};
const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

describe('npm run chapters', () => {
  it('prints one line for each recording, in order, the same each time', () => {
    const { status, stdout } = run(talks, talks);
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids).toEqual(['garden', 'three-topics', 'garden', 'three-topics']);
    expect(lines.slice(2)).toEqual(lines.slice(0, 2));
    const first = JSON.parse(lines[0] ?? '') as { chapters: { start: number; title: string }[] };
    expect(first.chapters[0]).toEqual({ start: 0, title: expect.any(String) as string });
  });

  it.each([
    ['broken JSON', '{"id":'],
    ['no id', '{"cues":[]}'],
    ['no cues', '{"id":"x"}'],
    ['a cue without text', '{"id":"x","cues":[{"start":0,"end":1}]}'],
    ['a bare word', 'null'],
  ])('names the file and line of %s', (_, bad) => {
    const [good = ''] = readFileSync(talks, 'utf8').split('\n');
    const file = write('bad.jsonl', `${good}\n\n${bad}\n`);
    const { status, stdout, stderr } = run(file);
    expect(status).toBe(1);
    expect(stderr).toContain(`${file}:3: `);
    expect(stdout.split('\n')).toHaveLength(2);
  });

  it('compares titles with those of people, a recording counting the same however many chapters it has', () => {
    const [, line = ''] = readFileSync(talks, 'utf8').split('\n');
    const talk = JSON.parse(line) as { chapters: { start: number; title: string }[] };
    const [solar, bees, bread] = talk.chapters;
    const recordings = [
      { ...talk, chapters: [solar, bees, { ...bread, title: 'Something else' }] },
      { ...talk, chapters: [bees] },
    ];
    const file = write('people.jsonl', recordings.map((each) => JSON.stringify(each)).join('\n'));
    const { status, stdout } = run('--titles', file, file);
    expect(status).toBe(0);
    expect(stdout).toBe(`0.833 ${file} (2)\n0.833 ${file} (2)\n0.833 all (4)\n`);
  });

  it.each([
    ['no chapters', '{"id":"x","cues":[],"chapters":[]}'],
    ['a chapter without title', '{"id":"x","cues":[],"chapters":[{"start":0}]}'],
  ])('names the file and line of a recording to compare with %s', (_, bad) => {
    const file = write('untitled.jsonl', `${bad}\n`);
    expect(run('--titles', file)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${file}:1: `) as string,
    });
  });

  it('prints texts of chapters drawn by lot, the same each time', () => {
    const { status, stdout } = run('--sample', '4', talks);
    expect(status).toBe(0);
    const counts = stdout.split('\n\n## ').map((list) => list.match(/^\d+\. .+$/gmu)?.length);
    expect(counts).toEqual([4, 2, 2]);
    expect(run('--sample', '4', talks).stdout).toBe(stdout);
  });

  it('prints its usage, and which file is missing', () => {
    for (const args of [[], ['--titles'], ['--sample'], ['--sample', 'many']])
      expect(run(...args)).toMatchObject({ status: 1, stderr: expect.stringContaining('usage') as string });
    const missing = join(folder, 'missing.jsonl');
    expect(run(missing)).toMatchObject({ status: 1, stderr: expect.stringContaining(missing) as string });
  });
});
