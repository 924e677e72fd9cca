import { HandlerStarts, type StartedMessage } from './handler-starts.ts';

const place = { topic: 'topic', offset: 3 };
const other = { topic: 'topic', offset: 4 };

describe(HandlerStarts, () => {
  let now = 0;
  let stored: StartedMessage[] = [];
  const start = () => new HandlerStarts(stored, () => now);
  beforeEach(() => {
    stored = [];
  });

  /** A process that dies some time after it has begun the message. */
  function die(afterMs: number): HandlerStarts {
    const starts = start();
    starts.begin(place);
    stored = starts.all;
    now += afterMs;
    return start();
  }

  it('knows a message that has hung its process twice', () => {
    expect(die(60_000).isDeadly(place)).toBe(false);
    stored = start().all;
    const after = die(60_000);
    expect([after.isDeadly(place), after.isDeadly(other)]).toEqual([true, false]);
  });

  it('gives a message of a process that dies at once more tries: it may die of something else', () => {
    const deaths = [1, 2, 3, 4, 5].map(() => die(100).isDeadly(place));
    expect(deaths).toEqual([false, false, false, false, true]);
  });

  it('counts no hang of a message that waited as the process died', () => {
    // The next process dies while it handles another message.
    const starts = die(60_000);
    starts.begin(other);
    stored = starts.all;
    now += 60_000;
    const after = start();
    expect([after.countOf(place), after.isDeadly(place)]).toEqual([1, false]);
  });

  it('forgets a message that has ended, and a start that was cancelled', () => {
    const starts = die(60_000);
    starts.begin(other);
    starts.cancel(other);
    starts.begin(place);
    starts.cancel(place);
    expect([starts.countOf(other), starts.countOf(place)]).toEqual([0, 1]);
    starts.end(place);
    expect(starts.all).toEqual([]);
  });
});
