import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WorkspaceItem } from '@vault/contracts';
import { aPortal } from '../../testing/a-portal.ts';
import { aVideo } from '../../testing/a-video.ts';
import { choose } from '../../testing/choose.ts';
import { ok, refusal } from '../../testing/fake-server.ts';
import type { Call } from '../../testing/fake-server.ts';
import { currentAddress, loadFirst, openPage } from '../../testing/open-page.tsx';
import { aTeam, closed, fixture, own, showTeam } from '../../testing/team-fixture.ts';
import '../../testing/fake-player.tsx';

loadFirst(
  () => import('../../app/signed-in-root.tsx'),
  () => import('../library-page.tsx'),
  () => import('../video-page.tsx'),
);

const video = aVideo();
const entry = 'Move to another workspace…';
const route = 'POST /muxvideos/session-1/move';
const umbra = aTeam({ id: 'umbra', name: 'Umbra', role: 'viewer' });
/** The workspace that has the video. */
let place: string | null;
/** Whether the other services have followed. */
let isWhole: boolean;

const ofPlace = ({ workspace }: Call) =>
  workspace === place ? ok({ ...video, chaptersMissing: isWhole ? undefined : true }) : refusal(404);

function be(...workspaces: readonly WorkspaceItem[]): void {
  fixture.server.on('GET /workspaces', () => ok(workspaces));
}

beforeEach(() => {
  [place, isWhole] = [null, true];
  be(own, aTeam());
  fixture.server
    .on('GET /muxvideos', ({ workspace }) => ok(workspace === place ? [video] : []))
    .on('GET /muxvideos/asset/upload-1', ofPlace)
    .on('GET /muxvideos/asset/session-1', ofPlace)
    .on('GET /muxvideos/session-1/clips', () => ok({ clips: [{}, {}], can_change_picture: true }))
    .on('GET /moments', () => ok([{}]))
    .on('GET /portals', () =>
      ok({
        portals: [
          aPortal({ name: 'Spring', video_ids: ['session-1'] }),
          aPortal({ id: 'q', name: 'Autumn', video_ids: ['other'] }),
        ],
        limit: 10,
      }),
    )
    .on(route, ({ body }) => {
      const { to } = body as { to: string };
      place = to === 'u1' ? null : to;
      return ok({ id: 'session-1', workspace: to });
    });
});

const card = () => screen.findByRole('article', { name: video.title });
const dialog = () => screen.findByRole('dialog', { name: 'Move to another workspace' });
const button = async (name: string) => within(await dialog()).findByRole('button', { name });
async function openDialog(): Promise<HTMLElement> {
  await card();
  await choose('More actions', entry);
  return dialog();
}
const hasEntry = async (menu: string) => {
  await userEvent.click(screen.getByRole('button', { name: menu }));
  await screen.findAllByRole('menuitem');
  return screen.queryByRole('menuitem', { name: entry }) !== null;
};

test('a video moves from its card to a team: what goes along is said before, and when it is there', async () => {
  isWhole = false;
  openPage('/asset/view');
  const shown = await openDialog();
  expect(within(shown).getByText(video.title)).toBeInTheDocument();
  expect(
    await within(shown).findByText(/2 clips, and 1 shared link go along\. Shared links/),
  ).toBeInTheDocument();
  expect(within(shown).getByText('It leaves 1 portal: Spring.')).toBeInTheDocument();
  await userEvent.click(await button('Move it to Acme'));
  expect(await within(shown).findByText('Moving the chapters…')).toBeInTheDocument();
  expect(fixture.server.to(route)).toMatchObject([{ workspace: null, body: { to: 'acme' } }]);
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  expect(within(shown).queryByRole('button', { name: 'Open it in Acme' })).not.toBeInTheDocument();
  isWhole = true;
  const open = await within(shown).findByRole('button', { name: 'Open it in Acme' }, { timeout: 5_000 });
  expect(within(shown).getByText('Moved to Acme.')).toBeInTheDocument();
  await userEvent.click(open);
  await waitFor(() => expect(currentAddress()).toBe('/asset/upload-1'));
  expect(await screen.findByRole('button', { name: 'Workspace: Acme. Change' })).toBeInTheDocument();
});

test('from the page of a video in a team to the own library; closing the dialog leads to the library', async () => {
  place = 'acme';
  showTeam();
  openPage('/asset/upload-1');
  await screen.findByRole('button', { name: 'Export and more' });
  await choose('Export and more', entry);
  await userEvent.click(await button('Move it to Personal'));
  expect(await within(await dialog()).findByText('Moved to Personal.')).toBeInTheDocument();
  expect(fixture.server.to(route)).toMatchObject([{ workspace: 'acme', body: { to: 'u1' } }]);
  await userEvent.click(await button('Done'));
  await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
});

test('a workspace in which the user only watches is named with the reason, and cannot be chosen', async () => {
  be(own, umbra, aTeam());
  openPage('/asset/view');
  const select = within(await openDialog()).getByRole('combobox', { name: 'Workspace' });
  expect(select).toHaveValue('acme');
  expect(within(select).getByRole('option', { name: 'Umbra – you are a viewer' })).toBeDisabled();
  expect(within(select).queryByRole('option', { name: 'Personal' })).not.toBeInTheDocument();
});

test.each([
  [409, 'Wait until the clip is cut.'],
  [403, 'The other workspace has used 2 of 2 videos of its plan. Delete one there first.'],
  [403, 'You are not a member of this workspace.'],
])('a refusal (%d %s) is shown in the dialog, and the video stays where it is', async (status, msg) => {
  fixture.server.on(route, () => refusal(status, msg));
  openPage('/asset/view');
  await openDialog();
  await userEvent.click(await button('Move it to Acme'));
  expect(await within(await dialog()).findByText(msg)).toBeInTheDocument();
  await userEvent.click(await button('Cancel'));
  expect(await card()).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: /no longer a member/ })).not.toBeInTheDocument();
});

test.each([
  ['has no other workspace', [own]],
  ['only watches in the others', [own, umbra]],
  ['has closed the other one', [own, closed]],
])('whoever %s sees no difference', async (_who, workspaces) => {
  be(...workspaces);
  openPage('/asset/view');
  await card();
  await waitFor(() => expect(fixture.server.to('GET /workspaces').length).toBeGreaterThan(0));
  expect(await hasEntry('More actions')).toBe(false);
});

test('whoever may not delete videos here may not move them away', async () => {
  be(own, aTeam({ role: 'reviewer' }));
  place = 'acme';
  showTeam();
  openPage('/asset/upload-1');
  await screen.findByRole('button', { name: 'Export and more' });
  expect(await hasEntry('Export and more')).toBe(false);
});
