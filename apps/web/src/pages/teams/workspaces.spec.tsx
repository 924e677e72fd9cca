import { jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aPortal } from '../../testing/a-portal.ts';
import { anAccount } from '../../testing/an-account.ts';
import { aVideo } from '../../testing/a-video.ts';
import { choose } from '../../testing/choose.ts';
import { ok, refusal } from '../../testing/fake-server.ts';
import type { Call } from '../../testing/fake-server.ts';
import { lastToast } from '../../testing/last-toast.ts';
import { currentAddress, loadFirst, openPage } from '../../testing/open-page.tsx';
import { aTeam, closed, fixture, own, showTeam } from '../../testing/team-fixture.ts';
import '../../testing/fake-player.tsx';

loadFirst(
  () => import('../../app/signed-in-root.tsx'),
  () => import('../library-page.tsx'),
  () => import('../video-page.tsx'),
  () => import('../account-page.tsx'),
  () => import('../portal-page.tsx'),
  () => import('../portals-page.tsx'),
);

const ofTeam = aVideo({ id: 'session-2', uploadId: 'upload-2', title: 'Plans of Acme' });
const listed = ({ workspace }: Call) => ok([workspace === 'acme' ? ofTeam : aVideo()]);
const card = (name: string) => screen.findByRole('article', { name });
const switcher = (name: string) => screen.findByRole('button', { name: `Workspace: ${name}. Change` });
const notMember = () => refusal(403, 'You are not a member of this workspace.');
const notAvailable = (name = 'Acme') => refusal(403, `${name} is not available.`);
const workspacesOf = (route: string) => fixture.server.to(route).map(({ workspace }) => workspace);

beforeEach(() => {
  fixture.server.on('GET /muxvideos', listed);
});

test('a person without a team sees no switcher, and no call names a workspace', async () => {
  fixture.server.on('GET /workspaces', () => ok([own]));
  openPage('/asset/view');
  await card('Retention by cohort');
  await waitFor(() => expect(fixture.server.to('GET /workspaces')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: /^Workspace:/ })).not.toBeInTheDocument();
  expect(new Set(fixture.server.calls.map(({ workspace }) => workspace))).toEqual(new Set([null]));
});

test('another workspace is chosen in the header: its library is shown, and nothing of the one before', async () => {
  openPage('/asset/view');
  await card('Retention by cohort');
  await switcher('Personal');
  fixture.server.calls.length = 0;
  await choose('Workspace: Personal. Change', /Acme/);
  expect(await card('Plans of Acme')).toBeInTheDocument();
  expect(screen.queryByRole('article', { name: 'Retention by cohort' })).not.toBeInTheDocument();
  expect(await switcher('Acme')).toBeInTheDocument();
  expect(document.getElementById('content')).toHaveFocus();
  expect(workspacesOf('GET /muxvideos')).toEqual(['acme']);
  expect(workspacesOf('POST /auth/can-upload-video')).toEqual(['acme']);
  await waitFor(() => expect(workspacesOf('GET /events')).toEqual(['acme']));
  // The session and the list of workspaces are about the person.
  expect(workspacesOf('POST /auth/check')).toEqual([null]);

  await choose('Workspace: Acme. Change', 'Personal');
  expect(await card('Retention by cohort')).toBeInTheDocument();
  expect(workspacesOf('GET /muxvideos')).toEqual(['acme', null]);
});

test('the menu marks the present workspace and names each role', async () => {
  showTeam();
  fixture.server.on('GET /workspaces', () => ok([own, aTeam({ role: 'admin' })]));
  openPage('/asset/view');
  await userEvent.click(await switcher('Acme'));
  expect(screen.getByRole('menuitem', { name: 'Acme' })).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('menuitem', { name: 'Acme' })).toHaveAccessibleDescription('Admin');
  expect(screen.getByRole('menuitem', { name: 'Personal' })).not.toHaveAttribute('aria-current');
  expect(screen.getByRole('menuitem', { name: 'Settings of Acme' })).toBeInTheDocument();
});

test('the name of a team follows its members, also where it is the only one that is known', async () => {
  showTeam(aTeam({ name: 'Acme Ltd' }));
  fixture.server.on('GET /muxvideos', listed);
  openPage('/asset/view');
  expect(await switcher('Acme')).toBeInTheDocument();
  fixture.server.on('GET /workspaces', () => ok([own])).on('GET /events', notMember);
  cleanup();
  openPage('/asset/view');
  expect(
    await screen.findByRole('heading', { name: 'You are no longer a member of Acme.' }),
  ).toBeInTheDocument();
  await userEvent.click(await switcher('Acme'));
  expect(screen.queryByRole('menuitem', { name: /Settings of/ })).not.toBeInTheDocument();
});

test('a tab keeps its workspace; a new tab begins with the one that was chosen last', async () => {
  openPage('/asset/view');
  await switcher('Personal');
  await choose('Workspace: Personal. Change', /Acme/);
  await card('Plans of Acme');
  cleanup();
  const ofTab = sessionStorage.getItem('workspace') ?? '';
  sessionStorage.clear();
  openPage('/asset/view');
  await card('Plans of Acme');
  await choose('Workspace: Acme. Change', 'Personal');
  await card('Retention by cohort');
  cleanup();

  sessionStorage.setItem('workspace', ofTab);
  openPage('/asset/view');
  expect(await card('Plans of Acme')).toBeInTheDocument();
});

test('another user of the browser begins in their own workspace, and so does whoever has signed out', async () => {
  showTeam();
  localStorage.setItem('user', JSON.stringify({ id: 'u9', token: 'other' }));
  openPage('/asset/view');
  expect(await card('Retention by cohort')).toBeInTheDocument();
  expect(workspacesOf('GET /muxvideos')).toEqual([null]);
  cleanup();

  localStorage.setItem('user', JSON.stringify({ id: 'u1', token: 'secret' }));
  showTeam();
  localStorage.setItem('workspace', sessionStorage.getItem('workspace') ?? '');
  openPage('/asset/view');
  await card('Plans of Acme');
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  expect([sessionStorage.getItem('workspace'), localStorage.getItem('workspace')]).toEqual([null, null]);
});

test('the account page is about the person', async () => {
  showTeam();
  fixture.server
    .on('GET /account', () => ok(anAccount()))
    .on('GET /account/sessions', () => ok([]))
    .on('GET /account/ledger', () => ok([]));
  openPage('/account');
  await screen.findByRole('region', { name: 'Plan' });
  await waitFor(() => expect(workspacesOf('GET /account/ledger')).toEqual([null]));
  expect(workspacesOf('GET /account')).toEqual([null]);
  expect(workspacesOf('GET /muxvideos')).toEqual([null]);
});

test('unsaved changes are asked about before another workspace is shown, and stay', async () => {
  fixture.server
    .on('GET /portals', () => ok({ portals: [aPortal()], limit: 10 }))
    .on('POST /portals/portal-1/preview', () => ok({ html: '' }));
  openPage('/portals/portal-1');
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await userEvent.type(name, ' 2');
  await switcher('Personal');
  await choose('Workspace: Personal. Change', /Acme/);
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(currentAddress()).toBe('/portals/portal-1');
  await choose('Workspace: Personal. Change', /Acme/);
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await card('Plans of Acme')).toBeInTheDocument();
  await choose('Workspace: Acme. Change', 'Personal');
  await card('Retention by cohort');
  await userEvent.click(screen.getByRole('link', { name: 'Portals' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Edit Acme talks' }));
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Acme talks 2');
});

describe('whoever is no longer a member', () => {
  afterEach(() => jest.useRealTimers());

  test('sees that instead of the page, and goes to their own library', async () => {
    showTeam();
    fixture.server.on('GET /muxvideos', (call) => (call.workspace ? notMember() : listed(call)));
    openPage('/asset/view');
    expect(
      await screen.findByRole('heading', { name: 'You are no longer a member of Acme.' }),
    ).toBeInTheDocument();
    expect(localStorage.getItem('user')).not.toBeNull();
    fixture.server.on('GET /workspaces', () => ok([own]));
    await userEvent.click(screen.getByRole('button', { name: 'Go to Personal' }));
    expect(await card('Retention by cohort')).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /^Workspace:/ })).not.toBeInTheDocument(),
    );
  });

  test('is told by the stream of changes, which does not end the session', async () => {
    showTeam();
    fixture.server.on('GET /events', notMember);
    openPage('/asset/view');
    expect(
      await screen.findByRole('heading', { name: 'You are no longer a member of Acme.' }),
    ).toBeInTheDocument();
    expect(fixture.server.to('GET /events')).toHaveLength(1);
    expect(currentAddress()).toBe('/asset/view');
  });

  test('sends no more calls from the page', async () => {
    jest.useFakeTimers();
    showTeam();
    const route = 'POST /auth/can-upload-video';
    fixture.server.on('GET /events', notMember).on(route, notMember);
    openPage('/asset/view');
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.getByRole('heading', { name: 'You are no longer a member of Acme.' })).toBeInTheDocument();
    const count = fixture.server.to(route).length;
    expect(count).toBeGreaterThan(0);
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(fixture.server.to(route)).toHaveLength(count);
  });
});

describe('a team that an owner has closed', () => {
  const row = 'Acme, closed';
  const restoring = 'POST /workspaces/acme/restore';

  test('is unavailable to whoever works in it, whatever name they know, and they go to their own library', async () => {
    showTeam();
    fixture.server
      .on('GET /workspaces', () => ok([own]))
      .on('GET /muxvideos', (call) => (call.workspace ? notAvailable('Acme Ltd') : listed(call)));
    openPage('/asset/view');
    expect(await screen.findByRole('heading', { name: 'Acme is not available.' })).toBeInTheDocument();
    expect(
      screen.getByText('An owner has closed it. Your personal library is unchanged.'),
    ).toBeInTheDocument();
    expect(screen.queryByText(/no longer a member/)).not.toBeInTheDocument();
    expect(localStorage.getItem('user')).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Go to Personal' }));
    expect(await card('Retention by cohort')).toBeInTheDocument();
  });

  test('is found out by the stream of changes', async () => {
    showTeam();
    fixture.server.on('GET /events', () => notAvailable());
    openPage('/asset/view');
    expect(await screen.findByRole('heading', { name: 'Acme is not available.' })).toBeInTheDocument();
    expect(fixture.server.to('GET /events')).toHaveLength(1);
  });

  test('is not what another refusal says', async () => {
    showTeam();
    fixture.server.on('POST /auth/can-upload-video', () => refusal(403, 'Uploading is not available now.'));
    openPage('/asset/view');
    await card('Plans of Acme');
    // The role may be another one.
    await waitFor(() => expect(fixture.server.to('GET /workspaces')).toHaveLength(2));
    expect(await card('Plans of Acme')).toBeInTheDocument();
  });

  test('cannot be chosen before it is restored', async () => {
    fixture.server
      .on('GET /workspaces', () => ok([own, closed]))
      .on(restoring, () => {
        fixture.server.on('GET /workspaces', () => ok([own, aTeam()]));
        return ok(aTeam());
      });
    openPage('/asset/view');
    await switcher('Personal');
    await choose('Workspace: Personal. Change', row);
    const asked = within(await screen.findByRole('dialog', { name: 'Restore Acme?' }));
    expect(asked.getByText(/would be deleted for good on 5 December/)).toBeInTheDocument();
    expect(workspacesOf('GET /muxvideos')).toEqual([null]);
    await userEvent.click(asked.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(lastToast()?.text).toBe('Acme is restored.'));
    expect(workspacesOf(restoring)).toEqual([null]);
    await waitFor(() => expect(fixture.server.to('GET /workspaces')).toHaveLength(2));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await choose('Workspace: Personal. Change', 'Acme');
    expect(await card('Plans of Acme')).toBeInTheDocument();
  });

  test('is closed still when it cannot be restored, and the dialog says why', async () => {
    const msg = 'There is no such team, or it was deleted for good.';
    fixture.server.on('GET /workspaces', () => ok([own, closed])).on(restoring, () => refusal(404, msg));
    openPage('/asset/view');
    await switcher('Personal');
    await choose('Workspace: Personal. Change', row);
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(await screen.findByText(msg)).toBeInTheDocument();
    expect(lastToast()?.text).not.toBe('Acme is restored.');
  });

  test('is shown again at once where its page was open; until then it has no settings', async () => {
    showTeam();
    fixture.server
      .on('GET /workspaces', () => ok([own, closed]))
      .on('GET /muxvideos', () => notAvailable())
      .on(restoring, () => {
        fixture.server.on('GET /workspaces', () => ok([own, aTeam()])).on('GET /muxvideos', listed);
        return ok(aTeam());
      });
    openPage('/asset/view');
    const heading = 'Acme is being deleted on 5 December.';
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument();
    await waitFor(() => expect(fixture.server.to('GET /workspaces').length).toBeGreaterThan(1));
    await userEvent.click(await switcher('Acme'));
    expect(await screen.findByRole('menuitem', { name: row })).toHaveAccessibleDescription(
      'It can be restored until 5 December.',
    );
    expect(screen.queryByRole('menuitem', { name: /Settings of/ })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Restore Acme?' }));
    await userEvent.click(asked.getByRole('button', { name: 'Restore' }));
    expect(await card('Plans of Acme')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: heading })).not.toBeInTheDocument();
  });
});

describe('the address of a video of another workspace', () => {
  const route = 'GET /muxvideos/asset/upload-2';
  const found = 'GET /workspaces/of-video/upload-2';

  test('opens it there, and says so', async () => {
    fixture.server
      .on(route, ({ workspace }) => (workspace === 'acme' ? ok(ofTeam) : refusal(404, 'No such video.')))
      .on(found, () => ok(aTeam()));
    openPage('/asset/upload-2?t=90');
    expect(await screen.findByRole('heading', { level: 1, name: 'Plans of Acme' })).toBeInTheDocument();
    expect(lastToast()?.text).toBe('Opened in Acme.');
    expect(currentAddress()).toBe('/asset/upload-2');
    expect(workspacesOf(found)).toEqual([null]);
  });

  test('does not open it in a closed team', async () => {
    fixture.server.on(route, () => refusal(404, 'No such video.')).on(found, () => ok(closed));
    openPage('/asset/upload-2');
    expect(await screen.findByRole('heading', { name: 'There is no such video' })).toBeInTheDocument();
    expect(workspacesOf(route)).not.toContain('acme');
  });

  test('is asked for once, and not by a person without a team', async () => {
    fixture.server.on(route, () => refusal(404, 'No such video.'));
    openPage('/asset/upload-2');
    expect(await screen.findByRole('heading', { name: 'There is no such video' })).toBeInTheDocument();
    expect(fixture.server.to(found)).toHaveLength(1);
    cleanup();

    fixture.server.on('GET /workspaces', () => ok([own]));
    openPage('/asset/upload-2');
    expect(await screen.findByRole('heading', { name: 'There is no such video' })).toBeInTheDocument();
    expect(fixture.server.to(found)).toHaveLength(1);
  });
});
