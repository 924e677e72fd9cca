import { jest } from '@jest/globals';
import type { PortalRecord } from '@vault/contracts';
import { screen, within } from '@testing-library/react';
import { aPortal } from './a-portal.ts';
import { aVideo } from './a-video.ts';
import { FakeServer, ok, refusal } from './fake-server.ts';
import { loadFirst, openPage, signIn } from './open-page.tsx';

loadFirst(
  () => import('../app/signed-in-root.tsx'),
  () => import('../pages/portals-page.tsx'),
  () => import('../pages/portal-page.tsx'),
);

/** The fake server of each test, its portals, and how many the plan allows. */
export const fixture = {} as { server: FakeServer; portals: PortalRecord[]; limit: number };
export const editRoute = 'PATCH /portals/portal-1';
export const previewRoute = 'POST /portals/portal-1/preview';
export const writeText = jest.fn<(text: string) => Promise<void>>();

/** Changes a portal as the server does, and answers it. */
export function changePortal(change: Partial<PortalRecord>, id = 'portal-1') {
  fixture.portals = fixture.portals.map((portal) =>
    portal.id === id ? { ...portal, ...change, version: portal.version + 1 } : portal,
  );
  return ok(fixture.portals.find((portal) => portal.id === id));
}

beforeEach(() => {
  localStorage.clear();
  signIn();
  writeText.mockReset().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  [fixture.portals, fixture.limit] = [[aPortal()], 10];
  const second = aVideo({ id: 'session-2', uploadId: 'upload-2', title: 'Pricing', duration: 600 });
  fixture.server = new FakeServer()
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /muxvideos', () => ok([aVideo(), second]))
    .on('GET /muxvideos/asset/session-1', () => ok(aVideo()))
    .on('GET /portals', () => ok({ portals: fixture.portals, limit: fixture.limit }))
    .on(previewRoute, ({ body }) => ok({ html: `<p>${(body as PortalRecord).name}</p>` }))
    .on('POST /portals/portal-1/publication', ({ body }) => changePortal(body as Partial<PortalRecord>))
    .on(editRoute, ({ body }) => {
      const { version, ...fields } = body as Partial<PortalRecord>;
      return version === fixture.portals[0]?.version
        ? changePortal(fields)
        : refusal(409, 'This portal was changed elsewhere. Please load it again.');
    });
});

/** Opens the page of the first portal. */
export async function openPortal(): Promise<void> {
  openPage('/portals/portal-1');
  await screen.findByRole('button', { name: 'Save changes' });
}

export const region = (name: string) => within(screen.getByRole('region', { name }));
/** The bodies of the saves so far. */
export const saves = () => fixture.server.to(editRoute).map(({ body }) => body);
