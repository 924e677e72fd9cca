import { until } from '@vault/base/testing';
import { BearerSessions } from './bearer-sessions.ts';

const credentials = { authorization: 'Bearer token-of-ada-0123456789' };

describe(BearerSessions, () => {
  let queries = 0;
  let refusal: Error | undefined;
  let sessions: BearerSessions<{ id: string }>;
  beforeEach(() => {
    [queries, refusal] = [0, undefined];
    sessions = new BearerSessions(async () => {
      queries += 1;
      await Promise.resolve();
      if (refusal) throw refusal;
      return { id: 'ada' };
    });
  });

  it('asks once for requests of the same time, and again after a second', async () => {
    await Promise.all([sessions.verify(credentials), sessions.verify(credentials)]);
    await sessions.verify(credentials);
    expect(queries).toBe(1);
    await until(
      () => sessions.verify(credentials).then(() => queries),
      (asked) => asked === 2,
    );
  });

  it('asks again for a forgotten token', async () => {
    await sessions.verify(credentials);
    sessions.forget(credentials);
    await sessions.verify(credentials);
    expect(queries).toBe(2);
  });

  it('asks for each workspace of a token', async () => {
    for (const workspaceId of [undefined, 'acme', 'acme'])
      await sessions.verify({ ...credentials, workspaceId });
    expect(queries).toBe(2);
  });

  it('does not keep a refusal', async () => {
    refusal = new Error('refused');
    await expect(sessions.verify(credentials)).rejects.toBe(refusal);
    refusal = undefined;
    expect(await sessions.verify(credentials)).toEqual({ id: 'ada' });
  });

  it('refuses a header without a token', async () => {
    await expect(sessions.verify({ authorization: 'Basic abc' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(queries).toBe(0);
  });
});
