import { Changes } from '../messages/changes.ts';
import { BearerSessions } from './bearer-sessions.ts';

const authorization = 'Bearer token-of-ada-0123456789';

describe(BearerSessions, () => {
  const changes = new Changes();
  let asked = 0;
  /** Called while the owner of the sessions is asked. */
  let whileAsking: () => void;
  let sessions: BearerSessions<{ id: string }>;
  beforeEach(() => {
    [asked, whileAsking] = [0, () => undefined];
    const ask = async () => {
      asked += 1;
      await Promise.resolve();
      whileAsking();
      return { id: 'ada' };
    };
    sessions = new BearerSessions({ ask, changes, idOf: ({ id }) => id });
  });

  it('asks once for requests of the same time, and again after a change of this person only', async () => {
    await Promise.all([sessions.verify(authorization), sessions.verify(authorization)]);
    changes.add('eve');
    await sessions.verify(authorization);
    expect(asked).toBe(1);
    changes.add('ada');
    expect(await sessions.verify(authorization)).toEqual({ id: 'ada' });
    expect(asked).toBe(2);
  });

  it('asks again after a change that came while it asked', async () => {
    whileAsking = () => changes.add('ada');
    await sessions.verify(authorization);
    whileAsking = () => undefined;
    await sessions.verify(authorization);
    await sessions.verify(authorization);
    expect(asked).toBe(2);
  });

  it('asks again for a forgotten token', async () => {
    await sessions.verify(authorization);
    sessions.forget(authorization);
    await sessions.verify(authorization);
    expect(asked).toBe(2);
  });
});
