import { correlationId } from '../logging/correlation.ts';
import { createLogger } from '../logging/logger.ts';
import { MovingClock } from '../testing/moving-clock.ts';
import { until } from '../testing/until.ts';
import { RecordWatch, type WatchedRecord } from './record-watch.ts';

const minute = 60_000;

/** Records as a store keeps them, for as many replicas as want. */
class Kept {
  readonly clock = new MovingClock();
  readonly rows = new Map<string, WatchedRecord>();
  readonly looks: string[] = [];
  private readonly watches: RecordWatch<WatchedRecord>[] = [];
  private readonly haveSeen = Promise.withResolvers<undefined>();
  private reads = 0;

  add(id: string, nextCheckAt = this.clock.now()): void {
    this.rows.set(id, { _id: id, correlationId: `asked-for-${id}`, nextCheckAt });
  }

  /** Begins a replica. */
  watch(look: (row: WatchedRecord) => Promise<void>): void {
    const putOff = (row: WatchedRecord, nextCheckAt: Date) =>
      Promise.resolve(void this.rows.set(row._id, { ...row, nextCheckAt }));
    const watch = new RecordWatch({
      ...{ name: 'watching', clock: this.clock, logger: createLogger({ level: 'silent' }), putOff },
      records: {
        due: (now, limit) => this.due(now, limit),
        claim: (row, nextCheckAt) => {
          const isMine = this.rows.get(row._id)?.nextCheckAt === row.nextCheckAt;
          if (isMine) this.rows.set(row._id, { ...row, nextCheckAt });
          return Promise.resolve(isMine);
        },
      },
      look: (row) => {
        this.looks.push(row._id);
        return look(row);
      },
    });
    this.watches.push(watch);
    watch.start();
  }

  /** Every replica has seen what is due before one of them takes it. */
  private async due(now: Date, limit: number): Promise<WatchedRecord[]> {
    const due = [...this.rows.values()].filter((row) => row.nextCheckAt! <= now).slice(0, limit);
    this.reads += 1;
    if (this.reads === this.watches.length) this.haveSeen.resolve(undefined);
    await this.haveSeen.promise;
    return due;
  }

  looked(count: number): Promise<unknown> {
    return until(
      () => this.looks.length,
      (length) => length >= count,
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.watches.map((watch) => watch.stop()));
  }
}

describe(RecordWatch, () => {
  let kept: Kept;
  beforeEach(() => {
    kept = new Kept();
  });
  afterEach(() => kept.stop());

  it('looks once at each record whose time has come, however many replicas there are', async () => {
    for (const id of ['a', 'b']) kept.add(id);
    kept.add('later', new Date(kept.clock.now().getTime() + minute));
    const ids: string[] = [];
    for (let replica = 0; replica < 3; replica += 1)
      kept.watch(() => Promise.resolve(void ids.push(correlationId())));
    await kept.looked(2);
    await kept.stop();
    expect(kept.looks.toSorted()).toEqual(['a', 'b']);
    expect(ids.toSorted()).toEqual(['asked-for-a', 'asked-for-b']);
  });

  it('looks again after a look that failed, once its time has come', async () => {
    kept.add('a');
    let isAway = true;
    kept.watch(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()));
    await kept.looked(1);
    await until(
      () => kept.rows.get('a')!.nextCheckAt!.getTime() - kept.clock.now().getTime(),
      (ms) => ms > 0 && ms <= 5_000,
    );
    isAway = false;
    kept.clock.passSeconds(5);
    await kept.looked(2);
    expect(kept.looks).toEqual(['a', 'a']);
  });

  it('looks again at what a replica took and, having died, left', async () => {
    kept.add('a');
    const death = Promise.withResolvers<undefined>();
    kept.watch(() => death.promise);
    await kept.looked(1);
    kept.watch(() => Promise.resolve());
    kept.clock.passSeconds(20);
    await kept.looked(2);
    death.resolve(undefined);
    expect(kept.looks).toEqual(['a', 'a']);
  });
});
