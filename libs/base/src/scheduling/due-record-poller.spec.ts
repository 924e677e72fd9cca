import { correlationId } from '../tracing/correlation.ts';
import { createLogger } from '../logging/logger.ts';
import { MovingClock } from '../testing/moving-clock.ts';
import { until } from '../testing/until.ts';
import { DueRecordPoller, type PolledRecord } from './due-record-poller.ts';

const minute = 60_000;

/** An in-memory store of records for several replicas. */
class RecordStore {
  readonly clock = new MovingClock();
  readonly rows = new Map<string, PolledRecord>();
  readonly checks: string[] = [];
  private readonly watches: DueRecordPoller<PolledRecord>[] = [];
  private readonly haveRead = Promise.withResolvers<undefined>();
  private reads = 0;

  add(id: string, nextCheckAt = this.clock.now()): void {
    this.rows.set(id, { _id: id, correlationId: `correlation-${id}`, nextCheckAt });
  }

  /** Starts a replica. */
  watch(check: (row: PolledRecord) => Promise<void>): void {
    const postpone = (row: PolledRecord, nextCheckAt: Date) =>
      Promise.resolve(void this.rows.set(row._id, { ...row, nextCheckAt }));
    const watch = new DueRecordPoller({
      name: 'watching',
      clock: this.clock,
      logger: createLogger({ level: 'silent' }),
      records: {
        postpone,
        due: (now, limit) => this.due(now, limit),
        claim: (row, nextCheckAt) => {
          const isMine = this.rows.get(row._id)?.nextCheckAt === row.nextCheckAt;
          if (isMine) this.rows.set(row._id, { ...row, nextCheckAt });
          return Promise.resolve(isMine);
        },
      },
      check: (row) => {
        this.checks.push(row._id);
        return check(row);
      },
    });
    this.watches.push(watch);
    watch.start();
  }

  /** Waits until every replica has read the due records, so that they compete for them. */
  private async due(now: Date, limit: number): Promise<PolledRecord[]> {
    const due = [...this.rows.values()].filter((row) => row.nextCheckAt! <= now).slice(0, limit);
    this.reads += 1;
    if (this.reads === this.watches.length) this.haveRead.resolve(undefined);
    await this.haveRead.promise;
    return due;
  }

  checked(count: number): Promise<unknown> {
    return until(
      () => this.checks.length,
      (length) => length >= count,
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.watches.map((watch) => watch.stop()));
  }
}

describe(DueRecordPoller, () => {
  let store: RecordStore;
  beforeEach(() => {
    store = new RecordStore();
  });
  afterEach(() => store.stop());

  it('checks each due record once, however many replicas there are', async () => {
    for (const id of ['a', 'b']) store.add(id);
    store.add('later', new Date(store.clock.now().getTime() + minute));
    const ids: string[] = [];
    for (let replica = 0; replica < 3; replica += 1)
      store.watch(() => Promise.resolve(void ids.push(correlationId())));
    await store.checked(2);
    await store.stop();
    expect(store.checks.toSorted()).toEqual(['a', 'b']);
    expect(ids.toSorted()).toEqual(['correlation-a', 'correlation-b']);
  });

  it('checks again after a failed check, once it is due', async () => {
    store.add('a');
    let isUnavailable = true;
    store.watch(() => (isUnavailable ? Promise.reject(new Error('away')) : Promise.resolve()));
    await store.checked(1);
    await until(
      () => store.rows.get('a')!.nextCheckAt!.getTime() - store.clock.now().getTime(),
      (ms) => ms > 0 && ms <= 5_000,
    );
    isUnavailable = false;
    store.clock.passSeconds(5);
    await store.checked(2);
    expect(store.checks).toEqual(['a', 'a']);
  });

  it('checks a record again that a dead replica had claimed', async () => {
    store.add('a');
    const death = Promise.withResolvers<undefined>();
    store.watch(() => death.promise);
    await store.checked(1);
    store.watch(() => Promise.resolve());
    store.clock.passSeconds(20);
    await store.checked(2);
    death.resolve(undefined);
    expect(store.checks).toEqual(['a', 'a']);
  });
});
