import { getConnectionToken } from '@nestjs/mongoose';
import fc from 'fast-check';
import { withKeyedRequest } from '@vault/messaging';
import type { Connection } from 'mongoose';
import { startPortal, type PortalUnderTest } from './testing/portal-under-test.ts';

let portal: PortalUnderTest;
beforeEach(async () => {
  portal = await startPortal();
  portal.portalLimits.set('ada', 3);
});
afterEach(() => portal.stop());

/** Sends as the gateway does for a request with a key. */
const keyed = <Result>(key: string, send: () => Promise<Result>, content = key): Promise<Result> =>
  withKeyedRequest(() => ({ caller: 'ada', route: 'POST /api/portals', key, content }), send);
const slugs = async () =>
  (await portal.client.listPortals({ ownerId: 'ada' })).portals.map(({ slug }) => slug);
const taken = { code: 'conflict', message: expect.stringContaining('is taken') as unknown };

describe('a repeated command with a key', () => {
  it('ends as it has ended, in success and in refusal, although the state is another', async () => {
    const one = () => portal.create({ portalId: 'one', slug: 'acme' });
    const other = () => portal.create({ portalId: 'other', slug: 'acme' });
    await keyed('one', one);
    await expect(keyed('other', other)).rejects.toMatchObject(taken);
    await portal.send('portal.delete-portal.v1', { ownerId: 'ada', portalId: 'one' });
    await keyed('one', one);
    await expect(keyed('other', other)).rejects.toMatchObject(taken);
    expect(await slugs()).toEqual([]);
    await other();
    expect(await slugs()).toEqual(['acme']);
  });

  it('is refused with another content', async () => {
    await keyed('one', () => portal.create());
    const other = keyed('one', () => portal.create({ portalId: 'q', slug: 'other' }), 'another');
    await expect(other).rejects.toMatchObject({ code: 'conflict', message: /Idempotency-Key/ });
    expect(await slugs()).toEqual(['acme']);
  });

  it('changes nothing twice after a crash before its outcome was stored', async () => {
    await portal.create();
    const link = { ownerId: 'ada', portalId: 'p', label: 'For Eve', endsAt: 4_000_000_000 };
    const add = (linkId: string) =>
      keyed('link', () => portal.send('portal.add-link.v1', { ...link, linkId }));
    await add('first');
    const store = portal.running.get<Connection>(getConnectionToken('portal') as never);
    await store.model('KnownRequest').deleteMany({});
    await add('second');
    const { links } = await portal.client.getPortal({ ownerId: 'ada', id: 'p' });
    expect(links.map(({ id }) => id)).toEqual(['first']);
  });

  it('has its effect once, in any order and number of concurrent repeats', async () => {
    await portal.create();
    const { links: before } = await portal.client.getPortal({ ownerId: 'ada', id: 'p' });
    expect(before).toEqual([]);
    const repeats = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(repeats, async (sent) => {
        run += 1;
        const { links: old } = await portal.client.getPortal({ ownerId: 'ada', id: 'p' });
        const endLinks = old.map(({ id: linkId }) =>
          portal.send('portal.end-link.v1', { ownerId: 'ada', portalId: 'p', linkId }),
        );
        await Promise.all(endLinks);
        const add = (label: string, number: number) =>
          keyed(`${label} ${String(run)}`, () =>
            portal.send('portal.add-link.v1', {
              ...{ ownerId: 'ada', portalId: 'p', label, endsAt: 4_000_000_000 },
              linkId: `${label}-${String(run)}-${String(number)}`,
            }),
          );
        await Promise.all(sent.map(add));
        const { links } = await portal.client.getPortal({ ownerId: 'ada', id: 'p' });
        expect(links.map(({ label }) => label).sort()).toEqual([...new Set(sent)].sort());
      }),
      { numRuns: 10 },
    );
  });
});
