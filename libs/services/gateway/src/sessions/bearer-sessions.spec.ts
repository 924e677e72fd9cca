import { ChangeLog } from '../read-cache/change-log.ts';
import { BearerSessions } from './bearer-sessions.ts';

const authorization = 'Bearer token-of-ada-0123456789';

describe(BearerSessions, () => {
  const changes = new ChangeLog();
  let queries = 0;
  /** Called during a query. */
  let duringQuery: () => void;
  let sessions: BearerSessions<{ id: string }>;
  beforeEach(() => {
    [queries, duringQuery] = [0, () => undefined];
    const query = async () => {
      queries += 1;
      await Promise.resolve();
      duringQuery();
      return { id: 'ada' };
    };
    sessions = new BearerSessions({ query, changes, idOf: ({ id }) => id });
  });

  it('asks once for requests of the same time, and again after a change of this person only', async () => {
    await Promise.all([sessions.verify(authorization), sessions.verify(authorization)]);
    changes.add('eve');
    await sessions.verify(authorization);
    expect(queries).toBe(1);
    changes.add('ada');
    expect(await sessions.verify(authorization)).toEqual({ id: 'ada' });
    expect(queries).toBe(2);
  });

  it('asks again after a change that came during a query', async () => {
    duringQuery = () => changes.add('ada');
    await sessions.verify(authorization);
    duringQuery = () => undefined;
    await sessions.verify(authorization);
    await sessions.verify(authorization);
    expect(queries).toBe(2);
  });

  it('asks again for a forgotten token', async () => {
    await sessions.verify(authorization);
    sessions.forget(authorization);
    await sessions.verify(authorization);
    expect(queries).toBe(2);
  });
});
