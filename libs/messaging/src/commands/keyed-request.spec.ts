import { currentRequestKey, nextCommandKey, withKeyedRequest, withoutKeyedRequest } from './keyed-request.ts';

const request = { caller: 'ada', route: 'POST /api/portals', key: 'chosen-by-the-client', content: '{}' };
const type = 'portal.create-portal.v1';
const keysOf = (changed: Partial<typeof request>, subjects: readonly string[] = ['p']) =>
  withKeyedRequest(
    () => ({ ...request, ...changed }),
    () => subjects.map((subject) => nextCommandKey(type, subject)!),
  );

describe(nextCommandKey, () => {
  it('gives the commands of a repeated request the same ids', () => {
    const keys = keysOf({}, ['p', 'q', 'p']);
    expect(keysOf({}, ['p', 'q', 'p'])).toEqual(keys);
    expect(new Set(keys.map(({ id }) => id)).size).toBe(3);
    expect(new Set(keys.map(({ requestKey }) => requestKey)).size).toBe(1);
  });

  it.each([{ caller: 'eve' }, { route: 'POST /api/moments' }, { key: 'another-key-of-hers' }])(
    'gives those of another request other ids: %j',
    (changed) => {
      const [[one], [other]] = [keysOf({}), keysOf(changed)];
      expect(other!.id).not.toBe(one!.id);
      expect(other!.requestKey).not.toBe(one!.requestKey);
    },
  );

  it('tells another content under the same key', () => {
    const [[one], [other]] = [keysOf({}), keysOf({ content: '{"name":"x"}' })];
    expect(other).toEqual({ ...one!, requestHash: expect.any(String) as string });
    expect(other!.requestHash).not.toBe(one!.requestHash);
  });

  it('hashes the content with the key, so that nobody guesses a password from the hash', () => {
    const [[one], [other]] = [keysOf({}), keysOf({ key: 'another-key-of-hers' })];
    expect(other!.requestHash).not.toBe(one!.requestHash);
  });

  it('names the caller by the same part of each key', () => {
    const parts = [keysOf({}), keysOf({ key: 'another-key-of-hers' }), keysOf({ caller: 'eve' })].map(
      ([key]) => key!.requestKey.split('.')[0],
    );
    expect(parts[1]).toBe(parts[0]);
    expect(parts[2]).not.toBe(parts[0]);
  });

  it('knows no key outside of such a request', () => {
    const read = () => [nextCommandKey(type, 'p'), currentRequestKey()];
    expect(read()).toEqual([undefined, undefined]);
    expect(
      withKeyedRequest(
        () => request,
        () => withoutKeyedRequest(read),
      ),
    ).toEqual([undefined, undefined]);
  });
});
