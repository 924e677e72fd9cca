import { setTimeout as wait } from 'node:timers/promises';
import { createLogger } from '@vault/base';
import { Teardown } from './teardown.ts';

const logger = createLogger({ level: 'silent' });
const hang = () => new Promise<never>(() => undefined);

describe('closing what was opened', () => {
  it('runs in reverse order, and only once for concurrent calls', async () => {
    const closed: string[] = [];
    const teardown = new Teardown(logger);
    for (const name of ['first', 'second']) teardown.add(name, () => closed.push(name));
    await Promise.all([teardown.run(), teardown.run()]);
    expect(closed).toEqual(['second', 'first']);
  });

  it('a step that hangs ends after its own time limit, and does not stop other steps', async () => {
    const closed: string[] = [];
    const teardown = new Teardown(logger, 0);
    teardown.add('first', () => closed.push('first'));
    teardown.add('hangs', hang, 20);
    await expect(teardown.run()).rejects.toThrow('Not everything closed cleanly.');
    expect(closed).toEqual(['first']);
  });

  it('a slow step may use the time that other steps did not need', async () => {
    const teardown = new Teardown(logger, 60_000);
    teardown.add('others', () => undefined, 100);
    teardown.add('slow', () => wait(50), 1);
    await teardown.run();
  });
});
