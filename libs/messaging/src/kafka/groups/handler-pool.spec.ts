import { HandlerPool } from './handler-pool.ts';
import type { KafkaRecord } from '../connection/kafka-types.ts';
import { PartitionLanes } from './partition-lanes.ts';

function record(offset: number): KafkaRecord {
  return { topic: 't', partition: 0, offset, key: 'a key', value: Buffer.from('x'), headers: {} };
}

describe(HandlerPool, () => {
  const worked: number[] = [];
  let lanes: PartitionLanes;
  let pool: HandlerPool;

  beforeEach(() => {
    worked.length = 0;
    lanes = new PartitionLanes('topic', 0, { messages: 100, bytes: 10_000, span: 100 }, () => pool.wake());
    pool = new HandlerPool(
      1,
      () => [lanes],
      (task) => {
        worked.push(task.record.offset);
        lanes.settle(task);
        lanes.finish(task, 0);
        return Promise.resolve();
      },
    );
    lanes.open(0);
  });

  it('starts before the next macrotask, but not within the call that adds the work', async () => {
    lanes.add([record(0)], () => true);
    expect(worked).toEqual([]);
    await Promise.resolve();
    expect(worked).toEqual([0]);
  });

  it('lets macrotasks run between messages, however quick the handlers are', async () => {
    lanes.add([record(0), record(1), record(2)], () => true);
    let workedBefore = 0;
    await new Promise<void>((resolve) => {
      setImmediate(() => {
        workedBefore = worked.length;
        resolve();
      });
    });
    expect(workedBefore).toBeLessThan(3);
    while (worked.length < 3) await new Promise(setImmediate);
    expect(worked).toEqual([0, 1, 2]);
  });
});
