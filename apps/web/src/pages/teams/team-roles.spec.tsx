import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@vault/contracts';
import { aPortal } from '../../testing/a-portal.ts';
import { aVideo } from '../../testing/a-video.ts';
import { ok } from '../../testing/fake-server.ts';
import { loadFirst, nextFrame, openPage } from '../../testing/open-page.tsx';
import { aTeam, aTeamRecord, fixture, own, showTeam } from '../../testing/team-fixture.ts';
import '../../testing/fake-player.tsx';

loadFirst(
  () => import('../../app/signed-in-root.tsx'),
  () => import('../library-page.tsx'),
  () => import('../video-page.tsx'),
  () => import('../glossary-page.tsx'),
  () => import('../portals-page.tsx'),
  () => import('../portal-page.tsx'),
);

const video = aVideo({ namesToCheck: 2 });
const piketty = { id: 'term-1', term: 'Piketty', wrongForms: ['Pikachti', 'pick eddie'] };

function beIn(role: Role, publishers: 'editors' | 'admins' = 'editors') {
  showTeam(aTeam());
  fixture.server
    .on('GET /workspaces', () => ok([own, aTeam({ role, publishers })]))
    .on('GET /workspace', () => ok(aTeamRecord({ role, publishers })))
    .on('GET /muxvideos', () => ok([video]))
    .on('GET /muxvideos/asset/upload-1', () => ok(video))
    .on('GET /muxvideos/asset/session-1', () => ok(video))
    .on('GET /glossary', () => ok({ terms: [piketty], version: 1, offers: [] }))
    .on('GET /portals', () => ok({ portals: [aPortal({ is_published: true })], limit: 10 }));
}

const buttons = (name: string | RegExp) => screen.queryAllByRole('button', { name });
const entriesOf = async (menu: string | RegExp) => {
  await userEvent.click(screen.getAllByRole('button', { name: menu })[0]!);
  const entries = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  await nextFrame();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).not.toBeInTheDocument());
  return entries;
};

async function openLibrary() {
  openPage('/asset/view');
  return within(await screen.findByRole('article', { name: 'Retention by cohort' }));
}

async function openVideo() {
  openPage('/asset/upload-1');
  await screen.findByRole('region', { name: 'Chapters' });
}

describe('the library of a team', () => {
  test('a viewer watches: without the uploader, and with nothing that changes a video', async () => {
    beIn('viewer');
    fixture.server.on('POST /auth/can-upload-video', () =>
      ok({ canUpload: false, msg: 'You may not upload here.', videoLimit: 2, used: 1 }),
    );
    const card = await openLibrary();
    expect(card.getByText('Spring meeting')).toBeInTheDocument();
    expect(card.queryByRole('textbox')).not.toBeInTheDocument();
    expect(card.queryByText(/names to check/)).not.toBeInTheDocument();
    expect(card.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Play Retention by cohort here',
      'More actions',
    ]);
    expect(await entriesOf('More actions')).toEqual(['Screenshot…']);
    expect(buttons(/uploader/)).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Upload a webinar' })).not.toBeInTheDocument();
    expect(screen.queryByText('You may not upload here.')).not.toBeInTheDocument();
    expect(screen.getByText('1 video')).toBeInTheDocument();
    expect(await entriesOf('Your account')).not.toContain('Tokens');
  });

  test('an editor uploads, edits and generates', async () => {
    beIn('editor');
    fixture.server.on('GET /muxupload/estimate', () => ok({ tokens: 1200, balance: 48_000 }));
    const card = await openLibrary();
    expect(await card.findByRole('textbox', { name: 'Title' })).toBeInTheDocument();
    expect(await screen.findByRole('region', { name: 'Upload a webinar' })).toBeInTheDocument();
    expect(card.getByRole('button', { name: 'Delete' })).toBeInTheDocument();
    await userEvent.click(card.getByRole('button', { name: 'Regenerate chapters' }));
    expect(await screen.findByText('Uses at most 1,200 of the 48,000 tokens of Acme.')).toBeInTheDocument();
  });

  test('nothing that changes a video is shown until the role is known', async () => {
    beIn('editor');
    let answer: (body: { body: unknown }) => void = () => undefined;
    fixture.server.on(
      'GET /workspaces',
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const card = await openLibrary();
    expect(card.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    expect(buttons(/uploader/)).toEqual([]);
    answer(ok([own, aTeam({ role: 'editor' })]));
    expect(await card.findByRole('button', { name: 'Delete' })).toBeInTheDocument();
  });

  test('the plan of the team counts, not that of the person', async () => {
    beIn('owner');
    fixture.server
      .on('POST /auth/check', () => ok({ id: 'u1', plan: 'executive', membership_end: 1 }))
      .on('GET /workspace', () => ok(aTeamRecord({ plan: 'free', membership_end: 1 })));
    await openLibrary();
    expect(await screen.findByText(/The plan of the team has ended/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /upgrade/i })).toHaveAttribute('href', '/workspace#plan');
  });

  test('whoever only reads is not asked to upload into an empty library', async () => {
    beIn('reviewer');
    fixture.server.on('GET /muxvideos', () => ok([]));
    openPage('/asset/view');
    expect(await screen.findByText('This library is empty')).toBeInTheDocument();
    expect(screen.queryByText('Upload')).not.toBeInTheDocument();
  });
});

describe('a video of a team', () => {
  // Without a layout no line of the transcript would be in view.
  beforeEach(() => {
    jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
  });
  afterEach(() => jest.restoreAllMocks());

  test('a viewer reads it: no text is edited, generated, cut or shared', async () => {
    beIn('viewer');
    await openVideo();
    const chapters = within(screen.getByRole('region', { name: 'Chapters' }));
    expect(chapters.getByText('Three numbers')).toBeInTheDocument();
    await userEvent.click(chapters.getByRole('button', { name: 'Show details of Welcome' }));
    expect(chapters.getByText('Who is here.')).toBeInTheDocument();
    expect(chapters.queryByRole('textbox')).not.toBeInTheDocument();
    expect(buttons(/Update|Edit quotes|More for all chapters|Clip|Copy link for anyone/)).toEqual([]);
    expect(await entriesOf(/^More for .*Three numbers/)).toEqual(['Copy link for the team']);
    expect(await entriesOf('Export and more')).not.toContain('Shared links…');

    const transcript = within(screen.getByRole('region', { name: 'Transcript' }));
    const line = transcript.getByText('Welcome everybody.').closest<HTMLElement>('[role=button]')!;
    line.focus();
    await userEvent.keyboard('{F2}s');
    fireEvent.doubleClick(line);
    expect(transcript.queryByRole('textbox', { name: /^Words/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(buttons('More for the transcript')).toEqual([]);
    await userEvent.keyboard('I');
    expect(screen.queryByText(/Cue in/)).not.toBeInTheDocument();
  });

  test('a reviewer also says that the words are checked', async () => {
    beIn('reviewer');
    await openVideo();
    expect(await entriesOf('More for the transcript')).toEqual(['Mark as reviewed']);
  });

  test('an editor shares only where editors publish', async () => {
    beIn('editor', 'admins');
    await openVideo();
    expect(await screen.findByRole('button', { name: 'Cut a clip…' })).toBeInTheDocument();
    expect(buttons('Copy link for anyone')).toEqual([]);
  });
});

describe('pages of a team', () => {
  test('a viewer reads the glossary', async () => {
    beIn('viewer');
    openPage('/glossary');
    expect(await screen.findByText('Piketty')).toBeInTheDocument();
    expect(screen.getByText('Pikachti · pick eddie')).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(buttons(/Import|Remove|Add/)).toEqual([]);
    expect(buttons('Export CSV')).toHaveLength(1);
  });

  test('a viewer opens portals, and changes none', async () => {
    beIn('viewer');
    openPage('/portals');
    expect(await screen.findByRole('link', { name: /^Open/ })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^Edit/ })).not.toBeInTheDocument();
    expect(buttons(/New portal/)).toEqual([]);
    openPage('/portals/portal-1');
    expect(await screen.findByText('Only editors, admins and owners change portals.')).toBeInTheDocument();
    expect(buttons(/Save|Publish|Delete/)).toEqual([]);
  });

  test('an editor changes a portal, which admins publish', async () => {
    beIn('editor', 'admins');
    openPage('/portals/portal-1');
    expect(await screen.findByRole('button', { name: 'Save changes' })).toBeInTheDocument();
    expect(buttons(/^(Unpublish|Publish|Delete)$/)).toEqual([]);
  });
});
