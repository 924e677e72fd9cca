import { until } from '@vault/base/testing';
import type { KafkaRecord } from '../connection/kafka-types.ts';
import { PartitionLanes } from './partition-lanes.ts';

const smallLimits = { messages: 4, bytes: 1_000_000, span: 6 };
const toAll = () => true;

function record(offset: number, key: string): KafkaRecord {
  return { topic: 't', partition: 0, offset, key, value: Buffer.from('x'), headers: {} };
}

function open(limits = smallLimits): PartitionLanes {
  const lanes = new PartitionLanes('t', 0, limits, () => undefined);
  lanes.open(0);
  return lanes;
}

/** Takes the next message and settles it. */
function handle(lanes: PartitionLanes): number | undefined {
  const task = lanes.take();
  if (!task) return undefined;
  lanes.settle(task);
  lanes.finish(task);
  return task.record.offset;
}

describe(PartitionLanes, () => {
  it('runs one message of a key at a time, and other keys in parallel', () => {
    const lanes = open();
    lanes.add([record(0, 'a'), record(1, 'a'), record(2, 'b')], toAll);
    expect([lanes.take()?.record.offset, lanes.take()?.record.offset, lanes.take()]).toEqual([
      0,
      2,
      undefined,
    ]);
  });

  it('has its low-water mark at the first unhandled message', () => {
    const lanes = open();
    lanes.add([record(0, 'a'), record(1, 'b')], toAll);
    const slow = lanes.take();
    expect(handle(lanes)).toBe(1);
    expect(lanes.window.lowWater).toBe(0);
    if (slow) lanes.settle(slow);
    expect(lanes.window.lowWater).toBe(2);
  });

  it('accepts no more than its window allows, by messages and by span', () => {
    const lanes = open();
    expect(
      lanes.add(
        [0, 1, 2, 3, 4].map((n) => record(n, `k${String(n)}`)),
        toAll,
      ),
    ).toBe(3);
    const stuck = lanes.take();
    for (let n = 0; n < 3; n += 1) handle(lanes);
    expect(
      lanes.add(
        [4, 5, 6].map((n) => record(n, `k${String(n)}`)),
        toAll,
      ),
    ).toBe(5);
    expect(lanes.hasRoom).toBe(false);
    if (stuck) lanes.settle(stuck);
    expect(lanes.hasRoom).toBe(true);
  });

  it('accepts one message of any size when it is empty', () => {
    const lanes = open({ ...smallLimits, bytes: 1 });
    expect(lanes.add([record(0, 'a'), record(1, 'b')], toAll)).toBe(0);
  });

  it('skips messages for other groups and messages that it already has', () => {
    const lanes = open();
    lanes.add([record(0, 'a')], toAll);
    expect(lanes.add([record(0, 'a'), record(1, 'other')], ({ key }) => key !== 'other')).toBe(1);
    expect(handle(lanes)).toBe(0);
    expect(lanes.take()).toBeUndefined();
    expect(lanes.window.lowWater).toBe(2);
  });

  it('delays a key', async () => {
    const lanes = open();
    lanes.add([record(0, 'a'), record(1, 'b')], toAll);
    const task = lanes.take();
    if (task) lanes.finish(task, 5);
    expect(handle(lanes)).toBe(1);
    expect(lanes.take()).toBeUndefined();
    await until(() => lanes.hasWork);
    expect(handle(lanes)).toBe(0);
  });

  it('ignores tasks from before it was reopened, and keeps their keys occupied until the handlers end', () => {
    const lanes = open();
    lanes.add([record(0, 'a'), record(1, 'b')], toAll);
    const old = lanes.take();
    lanes.close();
    lanes.open(0);
    lanes.add([record(0, 'a'), record(1, 'b')], toAll);
    expect(lanes.take()?.record.key).toBe('b');
    expect(lanes.take()).toBeUndefined();
    if (!old) throw new Error('There is no task.');
    expect(lanes.isCurrent(old)).toBe(false);
    lanes.settle(old);
    expect(lanes.window.lowWater).toBe(0);
    lanes.finish(old);
    expect(handle(lanes)).toBe(0);
  });

  it('aborts handlers from before it was reopened, not later ones', () => {
    const lanes = open();
    lanes.add([record(0, 'a')], toAll);
    const old = lanes.take();
    const stop = lanes.close();
    lanes.open(1);
    lanes.add([record(1, 'b')], toAll);
    stop();
    expect(old?.signal.aborted).toBe(true);
    expect(lanes.take()?.signal.aborted).toBe(false);
  });
});
