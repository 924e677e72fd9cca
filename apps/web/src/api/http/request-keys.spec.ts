import '../../testing/browser-globals.ts';
import { RequestKeys } from './request-keys.ts';

describe(RequestKeys, () => {
  let now = 0;
  let keys: RequestKeys;
  beforeEach(() => {
    now = 0;
    keys = new RequestKeys(() => now);
  });
  /** @returns the key with which a request was sent */
  const send = async (request: string, status: number | undefined) => {
    let sent = '';
    const transport = (key: string) => {
      sent = key;
      return Promise.resolve(status);
    };
    await keys.use(request, transport, (result) => result);
    return sent;
  };

  it('keeps the key of a request until it has a definite answer', async () => {
    const first = await send('POST /portals', 503);
    expect(first).toMatch(/^[\w-]{16,64}$/);
    expect(await send('POST /portals', undefined)).toBe(first);
    expect(await send('POST /portals', 409)).toBe(first);
    expect(await send('POST /portals', 200)).not.toBe(first);
  });

  it('gives another request another key', async () => {
    const first = await send('POST /portals {"slug":"a"}', 503);
    expect(await send('POST /portals {"slug":"b"}', 200)).not.toBe(first);
    expect(await send('POST /portals {"slug":"a"}', 200)).toBe(first);
  });

  it('gives each of several equal requests its own key', async () => {
    const failed = await Promise.all([send('open', 503), send('open', 503)]);
    expect(new Set(failed).size).toBe(2);
    const again = await Promise.all([send('open', 503), send('open', 503), send('open', 200)]);
    expect(again.slice(0, 2).sort()).toEqual(failed.sort());
    expect(failed).not.toContain(again[2]);
  });

  it('forgets a key after five minutes', async () => {
    const first = await send('POST /portals', 503);
    now = 5 * 60_000 + 1;
    expect(await send('POST /portals', 200)).not.toBe(first);
  });

  it('keeps the newest fifty', async () => {
    const first = await send('0', 503);
    const second = await send('1', 503);
    for (let number = 2; number <= 50; number += 1) await send(String(number), 503);
    expect(await send('1', 503)).toBe(second);
    expect(await send('0', 503)).not.toBe(first);
  });
});
