import { runBeside } from './step-pool.mjs';

interface Job {
  readonly name: string;
  readonly load: number;
}

/** Runs jobs that end when they are told to. */
function start(jobs: Job[], capacity: number) {
  const running = new Map<string, { end: () => void; fail: (error: Error) => void }>();
  const begun: string[] = [];
  const ended = runBeside(jobs, capacity, ({ name }: Job) => {
    begun.push(name);
    return new Promise<void>((resolve, reject) => {
      running.set(name, { end: resolve, fail: reject });
    });
  });
  const end = async (name: string): Promise<void> => {
    running.get(name)?.end();
    running.delete(name);
    await new Promise(setImmediate);
  };
  return { begun, end, ended, running };
}

describe('runBeside', () => {
  it('begins in order what fits beside what runs', async () => {
    const jobs = [
      { name: 'a', load: 2 },
      { name: 'b', load: 2 },
      { name: 'c', load: 2 },
      { name: 'light', load: 1 },
    ];
    const { begun, end, ended } = start(jobs, 5);
    expect(begun).toEqual(['a', 'b', 'light']);
    await end('light');
    expect(begun).toHaveLength(3);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'light', 'c']);
    await end('a');
    await end('c');
    await ended;
  });

  it('runs alone what is beyond the capacity', async () => {
    const jobs = [
      { name: 'a', load: 1 },
      { name: 'huge', load: 9 },
      { name: 'b', load: 1 },
    ];
    const { begun, end, ended } = start(jobs, 2);
    expect(begun).toEqual(['a', 'b']);
    await end('a');
    await end('b');
    expect(begun).toEqual(['a', 'b', 'huge']);
    await end('huge');
    await ended;
  });

  it('ends at once when there is nothing to do', async () => {
    await expect(start([], 2).ended).resolves.toBeUndefined();
  });
});
