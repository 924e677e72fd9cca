import { FairQueue, QueueFullError } from './fair-queue.ts';

const options = { slots: 2, slotsPerOwner: 1, waiting: 3, waitingPerOwner: 2 };

/** Work that ends when it is told to. */
class Work {
  readonly started: string[] = [];
  private readonly ends: (() => void)[] = [];

  run = (name: string) => () => {
    this.started.push(name);
    return new Promise<string>((resolve) => this.ends.push(() => resolve(name)));
  };

  async endAll(): Promise<void> {
    do {
      this.ends.splice(0).forEach((end) => end());
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.ends.length > 0);
  }
}

describe(FairQueue, () => {
  let work: Work;
  let queue: FairQueue;
  beforeEach(() => {
    work = new Work();
    queue = new FairQueue(options);
  });

  it('lets owners take turns, whoever came first', async () => {
    const all = ['anna 1', 'anna 2', 'anna 3', 'ben 1', 'cleo 1'].map((name) =>
      queue.run(name.slice(0, -2), work.run(name)),
    );
    await work.endAll();
    await expect(Promise.all(all)).resolves.toHaveLength(5);
    expect(work.started).toEqual(['anna 1', 'ben 1', 'anna 2', 'cleo 1', 'anna 3']);
  });

  it('refuses the work of an owner whose share waits, and all work when the queue is full', async () => {
    const all = ['anna', 'anna', 'anna', 'ben', 'ben'].map((owner) => queue.run(owner, work.run(owner)));
    await expect(queue.run('anna', work.run('anna'))).rejects.toEqual(new QueueFullError(true));
    await expect(queue.run('cleo', work.run('cleo'))).rejects.toEqual(new QueueFullError(false));
    await work.endAll();
    await Promise.all(all);
    await expect(Promise.all([queue.run('cleo', () => Promise.resolve('done'))])).resolves.toEqual(['done']);
  });

  it('frees the slot of work that fails, and the place of work that is given up', async () => {
    const failed = queue.run('anna', () => Promise.reject(new Error('it failed')));
    await expect(failed).rejects.toThrow('it failed');
    const running = queue.run('anna', work.run('anna'));
    const gone = new AbortController();
    const given = queue.run('anna', work.run('never'), gone.signal);
    gone.abort(new Error('gone'));
    await expect(given).rejects.toThrow('gone');
    const next = queue.run('anna', work.run('next'));
    await work.endAll();
    await Promise.all([running, next]);
    expect(work.started).toEqual(['anna', 'next']);
  });
});
