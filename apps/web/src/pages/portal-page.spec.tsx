import type { PortalLink, PortalRecord } from '@vault/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aPortal } from '../testing/a-portal.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import { currentAddress, openPage } from '../testing/open-page.tsx';
import {
  changePortal,
  editRoute,
  fixture,
  openPortal,
  previewRoute,
  region,
  saves,
  writeText,
} from '../testing/portal-fixture.ts';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const replace = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.paste(text);
};
const start = (change: Partial<PortalRecord>) => {
  fixture.portals = [aPortal(change)];
  return openPortal();
};

test('only changed fields are saved, with the version that was edited', async () => {
  await openPortal();
  screen.getByText('Everything is saved.');
  await replace('Name', 'Acme shows');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Downloads' }));
  await userEvent.click(screen.getByRole('radio', { name: /^Only pages on your domains/ }));
  await userEvent.type(field('Domains'), 'www.example.com{Enter}{Enter} *.acme.test');
  expect(field('Domains')).toHaveValue('www.example.com\n\n *.acme.test');
  fireEvent.change(field('Colour'), { target: { value: '#FFE97F' } });
  screen.getByText(/darker on the light page/);
  expect(screen.queryByText(/lighter on the dark page/)).not.toBeInTheDocument();
  screen.getByText('5 changes not saved.');
  await press('Save changes');
  await screen.findByText('Everything is saved.');
  expect(saves()).toEqual([
    {
      version: 1,
      name: 'Acme shows',
      shows: ['transcript', 'quotes', 'search', 'downloads'],
      audience: 'domains',
      domains: ['www.example.com', '*.acme.test'],
      accent: '#ffe97f',
    },
  ]);
  screen.getByRole('heading', { level: 1, name: 'Acme shows' });
  await replace('Introduction', 'All talks.');
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(saves()[1]).toEqual({ version: 2, intro: 'All talks.' }));
});

test('a change is discarded, and brought back', async () => {
  await openPortal();
  await replace('Name', 'Other');
  await press('Discard');
  expect(field('Name')).toHaveValue('Acme talks');
  const undo = await screen.findByRole('button', { name: 'Undo' });
  act(() => undo.focus());
  await userEvent.keyboard('{Enter}');
  expect(field('Name')).toHaveValue('Other');
  expect(saves()).toEqual([]);
});

test.each([
  [400, '"name" must be at most 80 characters long.', 'name', 'Name'],
  [409, 'This address is taken. Please choose another.', 'slug', 'Address'],
  [400, 'A domain looks like www.example.com.', 'domains', 'Domains'],
])('a refusal (%d) is shown at its field, and nothing is lost: %s', async (status, msg, named, name) => {
  await openPortal();
  await replace('Name', 'Other');
  await replace('Address', 'other');
  fixture.server.on(editRoute, () => refusal(status, msg, named));
  await press('Save changes');
  await waitFor(() => expect(field(name)).toHaveFocus());
  expect(field(name)).toHaveAccessibleDescription(msg);
  expect(field(name)).toBeInvalid();
  expect(screen.getByRole('alert')).toHaveTextContent(msg);
  expect(field('Name')).toHaveValue('Other');
});

test('after a change elsewhere the portal is loaded again, and the own changes stay', async () => {
  await openPortal();
  await replace('Name', 'Mine');
  await replace('Address', 'mine');
  changePortal({ name: 'Theirs', intro: 'Theirs' });
  await press('Save changes');
  await screen.findByText(/^This portal was changed elsewhere/);
  expect(field('Introduction')).toHaveValue('');
  await press('Load it again');
  await waitFor(() => expect(field('Introduction')).toHaveValue('Theirs'));
  expect(field('Name')).toHaveValue('Mine');
  expect(screen.queryByText(/^This portal was changed elsewhere/)).not.toBeInTheDocument();
  await press('Save changes');
  await screen.findByText('Everything is saved.');
  expect(saves().at(-1)).toEqual({ version: 2, name: 'Mine', slug: 'mine' });
});

test('videos are chosen, moved by the keyboard, removed and added', async () => {
  await openPortal();
  await region('Not public').findByText('Pricing');
  await userEvent.click(screen.getByRole('switch', { name: 'Show the whole library' }));
  const list = within(screen.getByRole('list', { name: 'Chosen videos' }));
  const titles = () =>
    list.getAllByRole('listitem').map((row) => /Retention|Pricing/.exec(row.textContent)?.[0]);
  expect(titles()).toEqual(['Retention', 'Pricing']);
  const up = list.getByRole('button', { name: 'Move up: Pricing' });
  up.focus();
  await userEvent.keyboard('{Enter}');
  expect(titles()).toEqual(['Pricing', 'Retention']);
  expect(up).toHaveFocus();
  screen.getByText('Pricing is now 1 of 2.');
  await userEvent.keyboard('{Enter}');
  expect(titles()).toEqual(['Pricing', 'Retention']);
  const down = list.getByRole('button', { name: 'Move down: Pricing' });
  down.focus();
  await userEvent.keyboard('{Enter}');
  expect(titles()).toEqual(['Retention', 'Pricing']);
  expect(down).toHaveFocus();
  const [first, second] = list.getAllByRole('listitem');
  const dataTransfer = { setData: () => undefined };
  fireEvent.dragStart(first!, { dataTransfer });
  fireEvent.dragOver(second!, { dataTransfer });
  fireEvent.drop(second!, { dataTransfer });
  expect(titles()).toEqual(['Pricing', 'Retention']);
  await press('Remove Retention by cohort');
  expect(titles()).toEqual(['Pricing']);
  await userEvent.type(screen.getByRole('searchbox'), 'nothing');
  screen.getByText('No other video has this in its title.');
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.type(screen.getByRole('searchbox'), 'COHORT');
  await press('Add Retention by cohort');
  await press('Save changes');
  await waitFor(() => expect(saves()).toEqual([{ version: 1, video_ids: ['session-2', 'session-1'] }]));
});

async function openParts() {
  await openPortal();
  const section = region('Not public');
  const video = await section.findByText(/^Retention by cohort/);
  const details = video.closest('details')!;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  return within(details);
}
const chapterSpan = { video_id: 'session-1', kind: 'chapter', start: 300, end: 930 } as const;

test('a chapter and a quote are hidden as the public pages hide them', async () => {
  const parts = await openParts();
  const quote = await parts.findByRole('switch', { name: 'Public: Three numbers moved.' });
  await userEvent.click(quote);
  expect(quote).not.toBeChecked();
  const chapter = parts.getByRole('switch', { name: 'Public: Three numbers' });
  expect(chapter).toBeChecked();
  await userEvent.click(chapter);
  expect(chapter).not.toBeChecked();
  parts.getByText('Hidden with its chapter');
  parts.getByText('Retention by cohort · 2 parts not public');
  await press('Save changes');
  const quoteSpan = { video_id: 'session-1', kind: 'quote', start: 298, end: 304 };
  await waitFor(() => expect(saves()).toEqual([{ version: 1, hidden: [quoteSpan, chapterSpan] }]));
});

test('a chapter whose edges have moved is still hidden, and is made public by its switch', async () => {
  fixture.portals = [aPortal({ hidden: [{ ...chapterSpan, start: 290, end: 900 }] })];
  const parts = await openParts();
  const chapter = await parts.findByRole('switch', { name: 'Public: Three numbers' });
  expect(chapter).not.toBeChecked();
  await userEvent.click(chapter);
  await press('Save changes');
  await waitFor(() => expect(saves()).toEqual([{ version: 1, hidden: [] }]));
});

test('publishing saves first, and withdrawing asks', async () => {
  await start({ video_ids: ['session-1'] });
  await replace('Name', 'Other');
  await press('Publish');
  await screen.findByText('The portal is published.');
  expect(saves()).toEqual([{ version: 1, name: 'Other' }]);
  screen.getByText('Published');
  await press('Unpublish');
  const question = within(screen.getByRole('dialog', { name: 'Unpublish Other?' }));
  await userEvent.click(question.getByRole('button', { name: 'Unpublish' }));
  await screen.findByText('Draft');
  expect(publications()).toEqual([{ is_published: true }, { is_published: false }]);
  expect(screen.getByText('Everything is saved.')).toBeInTheDocument();
});

const publications = () => fixture.server.to('POST /portals/portal-1/publication').map(({ body }) => body);

test.each([
  ['anyone', '2 videos become public, and so does every new upload as soon as it is ready.'],
  [
    'links',
    '2 videos become visible to everyone with a private link, and so does every new upload as soon as it is ready.',
  ],
] as const)('publishing the whole library for %s says what becomes public', async (audience, text) => {
  await start({ audience });
  await region('Not public').findByText('Pricing');
  await press('Publish');
  const question = within(screen.getByRole('dialog', { name: 'Show your whole library?' }));
  question.getByText(text);
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  expect(publications()).toEqual([]);
  await press('Publish');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish' }));
  await screen.findByText('The portal is published.');
  expect(publications()).toEqual([{ is_published: true }]);
});

test('a published portal asks before it is saved with the whole library', async () => {
  await start({ video_ids: ['session-1'], is_published: true });
  await userEvent.click(screen.getByRole('switch', { name: 'Show the whole library' }));
  await userEvent.keyboard('{Control>}s{/Control}');
  const question = within(screen.getByRole('dialog', { name: 'Show your whole library?' }));
  expect(saves()).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Everything is saved.');
  expect(saves()).toEqual([{ version: 1, video_ids: null }]);
});

test('a portal without a video is not published, and all videos are added at once', async () => {
  await start({ video_ids: [] });
  screen.getByText('No video is chosen yet. Add the videos that visitors may see.');
  await press('Publish');
  await screen.findByText('Choose at least one video first.');
  expect(publications()).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Add all' }));
  await press('Publish');
  await screen.findByText('The portal is published.');
  expect(saves()).toEqual([{ version: 1, video_ids: ['session-1', 'session-2'] }]);
});

test('a portal that cannot be saved is not published', async () => {
  await start({ video_ids: ['session-1'] });
  await replace('Name', 'Other');
  fixture.server.on(editRoute, () => refusal(503, 'Please try again.'));
  await press('Publish');
  await screen.findByText('Please try again.');
  expect(publications()).toEqual([]);
});

test('a portal is deleted after a question with its name', async () => {
  fixture.server.on('DELETE /portals/portal-1', () => ok({}));
  await openPortal();
  await press('Delete');
  const question = within(screen.getByRole('dialog', { name: 'Delete Acme talks?' }));
  fixture.portals = [];
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(currentAddress()).toBe('/portals'));
  await screen.findByText('Acme talks is deleted.');
});

test('leaving with unsaved changes asks, and the changes stay', async () => {
  await openPortal();
  await replace('Name', 'Other');
  const event = new Event('beforeunload', { cancelable: true });
  expect(window.dispatchEvent(event)).toBe(false);
  await userEvent.click(screen.getByRole('link', { name: 'All portals' }));
  await press('Stay');
  expect(currentAddress()).toBe('/portals/portal-1');
  await userEvent.click(screen.getByRole('link', { name: 'All portals' }));
  await press('Leave');
  await userEvent.click(await screen.findByRole('link', { name: 'Edit Acme talks' }));
  await waitFor(() => expect(field('Name')).toHaveValue('Other'));
});

test('private links are made, copied and ended at once', async () => {
  const link = {
    id: 'k',
    label: 'Board',
    link: '/p/acme-talks?key=k',
    ends_at: 4_000_000_000,
    created_at: 1,
  };
  fixture.server
    .on('POST /portals/portal-1/links', () => changePortal({ links: [link] }))
    .on('DELETE /portals/portal-1/links/k', () => changePortal({ links: [] }));
  await start({ audience: 'links' });
  await replace('Name', 'Other');
  await userEvent.type(field('Who gets it'), 'Board');
  await press('Add a link');
  await press(await screen.findByText('Board').then(() => 'Copy the link for Board'));
  expect(writeText.mock.calls).toEqual([['http://localhost/p/acme-talks?key=k']]);
  const [call] = fixture.server.to('POST /portals/portal-1/links');
  const { label, ends_at: endsAt } = call!.body as Pick<PortalLink, 'label' | 'ends_at'>;
  expect(label).toBe('Board');
  expect(Math.round((endsAt - Date.now() / 1000) / 86_400)).toBeGreaterThanOrEqual(30);
  await press('Revoke link');
  const question = within(screen.getByRole('dialog', { name: 'Revoke the link for Board?' }));
  await userEvent.click(question.getByRole('button', { name: 'Revoke link' }));
  await screen.findByText('No private links yet.');
  // The own changes have followed the new versions.
  await press('Save changes');
  await waitFor(() => expect(saves()).toEqual([{ version: 3, name: 'Other' }]));
});

test('a logo is stored at once, unless it is too large', async () => {
  fixture.server.on('POST /portals/portal-1/logo', ({ body }) =>
    changePortal({ logo: (body as { image: string | null }).image && '/site/logos/portal-1/h.webp' }),
  );
  await openPortal();
  await userEvent.upload(
    field('Logo file'),
    new File([new Uint8Array(600_000)], 'l.png', { type: 'image/png' }),
  );
  await screen.findByText('The logo may have at most 512 KB.');
  await userEvent.upload(field('Logo file'), new File(['logo'], 'l.png', { type: 'image/png' }));
  expect(await screen.findByRole('img', { name: 'Logo' })).toHaveAttribute(
    'src',
    '/site/logos/portal-1/h.webp',
  );
  await press('Remove the logo');
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Logo' })).not.toBeInTheDocument());
  const requestBodies = fixture.server.to('POST /portals/portal-1/logo').map(({ body }) => body);
  expect(requestBodies).toEqual([{ image: btoa('logo') }, { image: null }]);
});

test('the preview shows unsaved settings and the page of a video, and can be tried again', async () => {
  await openPortal();
  const preview = region('Preview');
  const frame = await preview.findByTitle('Preview');
  expect(frame).toHaveAttribute('srcdoc', '<p>Acme talks</p>');
  // Its fonts and pictures need its origin; scripts stay forbidden.
  expect(frame).toHaveAttribute('sandbox', 'allow-same-origin');
  await replace('Name', 'Other');
  await waitFor(() => expect(preview.getByTitle('Preview')).toHaveAttribute('srcdoc', '<p>Other</p>'));
  expect(fixture.server.to(previewRoute).length).toBeLessThan(5);
  fixture.server.on(previewRoute, () => ({ status: 502, body: 'Bad Gateway' }));
  await userEvent.selectOptions(preview.getByLabelText('Page'), 'Pricing');
  await preview.findByText('The preview could not be loaded. Check the connection, and try again.');
  fixture.server.on(previewRoute, () => ok({ html: 'again' }));
  await userEvent.click(preview.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(preview.getByTitle('Preview')).toHaveAttribute('srcdoc', 'again'));
  expect(fixture.server.to(previewRoute).at(-1)?.body).toMatchObject({
    name: 'Other',
    video_id: 'session-2',
  });
  await userEvent.click(preview.getByRole('button', { name: 'Phone' }));
  expect(preview.getByTitle('Preview')).toHaveStyle({ width: '390px' });
});

test('the code for other sites follows video and theme, and says that domains are missing', async () => {
  await openPortal();
  const embed = region('Put it on your site');
  await press('Enter the domains of your site');
  expect(field('Domains')).toHaveFocus();
  await embed.findByRole('option', { name: 'Pricing' });
  await userEvent.selectOptions(embed.getByLabelText('Page'), 'Pricing');
  await userEvent.selectOptions(embed.getByLabelText('Theme'), 'Dark');
  await userEvent.click(embed.getByRole('button', { name: 'Copy the code: Without a script' }));
  const src = 'https://vault.example.com/p/acme-talks/session-2?embed=1&amp;theme=dark';
  expect(writeText.mock.calls).toEqual([
    [
      `<iframe src="${src}" title="Acme talks" width="100%" height="640" style="border:0" allow="fullscreen; picture-in-picture" loading="lazy"></iframe>`,
    ],
  ]);
});

test('a portal that does not exist is reported', async () => {
  fixture.portals = [];
  openPage('/portals/portal-1');
  await screen.findByRole('heading', { name: 'There is no such portal.' });
});
