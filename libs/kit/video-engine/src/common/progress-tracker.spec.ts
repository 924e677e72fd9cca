import { expect, test } from '@jest/globals';
import type { WorkStage } from '@vault/media';
import { ProgressTracker } from './progress-tracker.ts';

/** Creates a tracker with reports at the given seconds; `at` sets its clock. */
function trackerWith(
  reports: readonly (readonly [atSeconds: number, percent: number])[],
  { stage = 'transcribing', hasWorkSpace = true }: { stage?: WorkStage; hasWorkSpace?: boolean } = {},
) {
  let seconds = 0;
  const tracker = new ProgressTracker(
    () => hasWorkSpace,
    () => seconds * 1000,
  );
  for (const [at, percent] of reports) {
    seconds = at;
    tracker.set('t', stage, percent);
  }
  return { tracker, at: (value: number) => void (seconds = value) };
}

test('a job that has not started has no stage, unless it waits for space', () => {
  const full = trackerWith([], { hasWorkSpace: false }).tracker;
  expect(full.get('t')).toEqual({ percent: 0, stage: 'waiting-for-space' });
  const { tracker } = trackerWith([]);
  expect(tracker.get('t')).toEqual({ percent: 0 });
  tracker.set('t', 'checking');
  expect(tracker.get('t')).toEqual({ stage: 'checking', percent: 0 });
  tracker.clear('t');
  expect(tracker.get('t')).toEqual({ percent: 0 });
});

test('a stage begins at zero, with a rate of its own', () => {
  const copied = [0, 25, 50, 75, 100].map((percent, at) => [at, percent] as const);
  const { tracker, at } = trackerWith(copied, { stage: 'copying' });
  expect(tracker.get('t')).toEqual({ stage: 'copying', percent: 100, secondsLeft: 1 });
  tracker.set('t', 'encoding');
  expect(tracker.get('t')).toEqual({ stage: 'encoding', percent: 0 });
  at(10);
  tracker.set('t', 'encoding', 2);
  at(40);
  tracker.set('t', 'encoding', 8);
  expect(tracker.get('t')).toEqual({ stage: 'encoding', percent: 8, secondsLeft: 460 });
});

test('slow work has a time left before its first percent', () => {
  const { tracker, at } = trackerWith([[0, 0]], { stage: 'encoding' });
  for (const [second, percent] of [
    [1, 0.1],
    [6, 0.35],
    [21, 1.1],
  ] as const) {
    at(second);
    tracker.set('t', 'encoding', percent / 2);
  }
  expect(tracker.get('t')).toEqual({ stage: 'encoding', percent: 0.55, secondsLeft: 3978 });
});

test('the time left follows the rate of the work itself, and decreases between reports', () => {
  // 20 s until a model is loaded, then one percent a second.
  const { tracker, at } = trackerWith([
    [0, 0],
    [20, 5],
    [25, 10],
    [45, 30],
  ]);
  expect(tracker.get('t').secondsLeft).toBe(70);
  at(55);
  expect(tracker.get('t').secondsLeft).toBe(60);
  at(200);
  expect(tracker.get('t').secondsLeft).toBe(1);
});

test('the time left follows a rate that has changed', () => {
  // Two seconds for each percent while other jobs run, then one.
  const reports = Array.from({ length: 56 }, (_, at) => {
    const percent = 5 + at;
    return [percent <= 30 ? 2 * percent : 30 + percent, percent] as const;
  });
  expect(trackerWith(reports).tracker.get('t').secondsLeft).toBe(40);
});

test('there is no time left before the rate is known, and after the work has started again', () => {
  expect(trackerWith([[0, 0]]).tracker.get('t').secondsLeft).toBeUndefined();
  const first = [
    [0, 5],
    [1, 9],
  ] as const;
  expect(trackerWith(first).tracker.get('t').secondsLeft).toBeUndefined();
  const restarted = [...first, [9, 60], [10, 0]] as const;
  expect(trackerWith(restarted).tracker.get('t').secondsLeft).toBeUndefined();
});

/** The reports are as from a transcription of pieces of 3 to 12 s with a varying cost. */
test('from the first quarter on, the error of the time left is below 30 percent', () => {
  const costs = Array.from({ length: 300 }, (_, at) => 3 + ((at * 7) % 10) + Math.sin(at * 1.7));
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  let seconds = 22;
  let done = 0;
  const tracker = new ProgressTracker(
    () => true,
    () => seconds * 1000,
  );
  tracker.set('t', 'transcribing', 0);
  let checks = 0;
  for (const cost of costs) {
    seconds += cost;
    done += cost;
    tracker.set('t', 'transcribing', 5 + 95 * (done / total));
    if (done < total / 4 || done > total * 0.97) continue;
    const remainingSeconds = tracker.get('t').secondsLeft ?? 0;
    expect(Math.abs(remainingSeconds - (total - done)) / (total - done)).toBeLessThan(0.3);
    checks += 1;
  }
  expect(checks).toBeGreaterThan(100);
});
