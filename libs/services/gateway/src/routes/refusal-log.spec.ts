import type { Logger } from '@vault/base';
import { RefusalLog } from './refusal-log.ts';

describe(RefusalLog, () => {
  let noted: string[];
  let answer: () => void;
  let log: RefusalLog;
  beforeEach(() => {
    noted = [];
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const recordRefusal = ({ ownerId }: { ownerId: string }) => {
      noted.push(ownerId);
      return answered;
    };
    log = new RefusalLog({ recordRefusal } as never, { warn: () => undefined } as unknown as Logger);
  });
  afterEach(() => answer());

  const note = (ownerId: string) => log.note(ownerId, 'delete', 'DELETE /workspace');

  it('records what is refused in a team while many calls are refused in another one', () => {
    for (let calls = 0; calls < 1_000; calls += 1) note('own');
    note('acme');
    expect(noted.filter((ownerId) => ownerId === 'acme')).toHaveLength(1);
    expect(noted.length).toBeLessThan(10);
  });

  it('bounds what it asks for all teams, and goes on when it is answered', async () => {
    for (let team = 0; team < 1_000; team += 1) note(`team-${String(team)}`);
    expect(noted.length).toBeLessThan(200);
    noted = [];
    answer();
    await new Promise((resolve) => setImmediate(resolve));
    note('acme');
    expect(noted).toEqual(['acme']);
  });

  it('records nothing that guards no team', () => {
    log.note('acme', 'upload', 'GET /muxupload');
    expect(noted).toEqual([]);
  });
});
