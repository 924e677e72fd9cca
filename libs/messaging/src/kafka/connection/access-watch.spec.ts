import { createLogger } from '@vault/base';
import { AccessWatch } from './access-watch.ts';

let lines: { msg: string; topic?: string }[];
let watch: AccessWatch;
const [reader, writer] = [{}, {}];
const account = { kind: 'account', reason: 'no' } as const;
const right = { kind: 'right', reason: 'no' } as const;

beforeEach(() => {
  lines = [];
  const destination = {
    write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]),
  };
  watch = new AccessWatch(createLogger({ level: 'info', destination }), () => undefined);
});

describe(AccessWatch, () => {
  it('logs a refused account once, whatever was tried, and forgets it when one client is served', () => {
    watch.refuse(reader, account, { group: 'a' });
    watch.refuse(writer, account, { topic: 'b' });
    watch.refuse(reader, account, { group: 'a' });
    expect([watch.isRefused, lines.length]).toEqual([true, 1]);
    watch.allow(writer);
    expect([watch.isRefused, lines.length]).toEqual([false, 2]);
  });

  it('logs each missing right, and stays refused until each was granted', () => {
    watch.refuse(reader, right, { topic: 'a' });
    watch.refuse(writer, right, { topic: 'b' });
    expect(lines.map(({ topic }) => topic)).toEqual(['a', 'b']);
    watch.allow(writer);
    expect(watch.isRefused).toBe(true);
    watch.allow(reader);
    expect(watch.isRefused).toBe(false);
    watch.refuse(reader, right, { topic: 'a' });
    expect(lines.map(({ topic }) => topic)).toEqual(['a', 'b', undefined, 'a']);
  });
});
