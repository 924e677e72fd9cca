import { jest } from '@jest/globals';
import type { MomentRecord } from '@vault/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { choose } from '../testing/choose.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import { playAt } from '../testing/fake-player.tsx';
import { openPage } from '../testing/open-page.tsx';
import { fixture, openVideo } from '../testing/video-fixture.tsx';

const shareRoute = 'POST /moments';
const share = 'Copy link for anyone';
const writeText = jest.fn<(text: string) => Promise<void>>();
let moments: MomentRecord[];

function aMoment(change: Partial<MomentRecord> = {}): MomentRecord {
  return {
    id: 'moment-1',
    link: '/m/moment-1',
    video_id: 'session-1',
    kind: 'chapter',
    start: 300,
    end: 930,
    ends_at: null,
    is_listed: false,
    plays: 12,
    created_at: 1_700_000_000,
    ...change,
  };
}

beforeEach(() => {
  writeText.mockReset().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  moments = [aMoment()];
  fixture.server
    .on(shareRoute, ({ body }) => ok(aMoment(body as Partial<MomentRecord>)))
    .on('GET /moments', () => ({ body: { status: 'success', data: moments, next: null } }))
    .on('PATCH /moments/moment-1', ({ body }) => {
      moments = moments.map((moment) => ({ ...moment, ...(body as Partial<MomentRecord>) }));
      return ok(moments[0]);
    })
    .on('DELETE /moments/moment-1', () => {
      moments = [];
      return ok({});
    });
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const shared = () => fixture.server.to(shareRoute).map(({ body }) => body);

async function openLinks() {
  await openVideo();
  await choose('Export and more', 'Shared links…');
  return within(await screen.findByRole('dialog', { name: 'Shared links' }));
}
const rowName = 'Chapter 05:00–15:30: Three numbers';

test('after a search result the found moment is shared, until somebody moves to another one', async () => {
  openPage('/asset/upload-1?t=312');
  const media = await screen.findByTestId<HTMLVideoElement>('media');
  playAt(media, 330);
  await press(share);
  playAt(media, 931);
  await press(share);
  playAt(media, 400);
  fireEvent.seeking(media);
  await press(share);
  await waitFor(() => expect(shared()).toHaveLength(3));
  expect(shared()).toMatchObject([
    { start: 312, end: 930 },
    { start: 931, end: 1200 },
    { start: 400, end: 930 },
  ]);
});

test('a link for anyone is made and copied for what plays, a chapter and a quote', async () => {
  const media = await openVideo();
  playAt(media, 61.8);
  await press(share);
  await screen.findByText('Link to 01:01–05:00 copied. It works for anyone.');
  await press(`${share}: Three numbers`);
  await screen.findByText('Link to 05:00–15:30 copied. It works for anyone.');
  await press('Expand all');
  await press(`${share}: quote at 00:04:58`);
  await screen.findByText('Link to 04:58–05:04 copied. It works for anyone.');
  expect(shared()).toEqual([
    { passthrough: 'session-1', kind: 'span', start: 61.8, end: 300 },
    { passthrough: 'session-1', kind: 'chapter', start: 300, end: 930 },
    { passthrough: 'session-1', kind: 'quote', start: 298, end: 304 },
  ]);
  expect(writeText.mock.calls.flat()).toEqual(Array(3).fill('http://localhost/m/moment-1'));
});

test('at the end of the video the last five seconds are shared, and the message leads to the list', async () => {
  playAt(await openVideo(), 1200);
  await press(share);
  // By the keyboard: in the tests the toasts do not take presses of the pointer.
  (await screen.findByRole('button', { name: 'Options' })).focus();
  await userEvent.keyboard('{Enter}');
  expect(shared()).toMatchObject([{ start: 1195, end: 1200 }]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Shared links' }));
  await dialog.findByRole('group', { name: rowName });
});

test('the link is shown when the browser does not allow copying', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  writeText.mockRejectedValue(new Error('refused'));
  await openVideo();
  await press(share);
  await screen.findByText('The browser did not allow copying. The link is http://localhost/m/moment-1');
  warn.mockRestore();
});

test.each([
  [refusal(403, 'This video has 500 links.'), 'This video has 500 links.'],
  [
    { status: 502, body: 'Bad Gateway' },
    'The link could not be created. Check the connection, and try again.',
  ],
])('a link that is not made is reported, and nothing is copied', async (answer, text) => {
  fixture.server.on(shareRoute, () => answer);
  await openVideo();
  await press(share);
  await screen.findByText(text);
  expect(writeText).not.toHaveBeenCalled();
});

test('the list has every page of links, with words, span, plays and end', async () => {
  const quote = aMoment({ id: 'moment-2', kind: 'quote', start: 298, end: 304, plays: 1 });
  fixture.server.on('GET /moments', ({ query }) =>
    query['after'] === 'moment-1'
      ? { body: { status: 'success', data: [quote], next: null } }
      : { body: { status: 'success', data: moments, next: 'moment-1' } },
  );
  const dialog = await openLinks();
  const chapter = within(await dialog.findByRole('group', { name: rowName }));
  chapter.getByText('05:00–15:30 · Played 12 times · No end date');
  const second = dialog.getByRole('group', { name: 'Quote 04:58–05:04: Three numbers moved.' });
  within(second).getByText('04:58–05:04 · Played once · No end date');
  expect(dialog.getAllByRole('listitem')[0]).toContainElement(second);
  expect(chapter.getByRole('link', { name: /^Open/ })).toHaveAttribute('href', 'http://localhost/m/moment-1');
  await userEvent.click(chapter.getByRole('button', { name: 'Copy' }));
  expect(writeText.mock.calls).toEqual([['http://localhost/m/moment-1']]);
});

test('a link ends with the chosen day, and can be listed by search engines', async () => {
  const dialog = await openLinks();
  const day = await dialog.findByLabelText('Available until');
  fireEvent.change(day, { target: { value: '2020-01-01' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save the date' }));
  expect(day).toHaveAccessibleDescription('Choose today or a later day.');
  fireEvent.change(day, { target: { value: '2099-12-03' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save the date' }));
  await dialog.findByText(/Ends on 3 December 2099$/);
  expect(day).toHaveFocus();
  await userEvent.click(dialog.getByRole('switch', { name: 'Let search engines list it' }));
  await waitFor(() => {
    expect(fixture.server.to('PATCH /moments/moment-1').map(({ body }) => body)).toEqual([
      { ends_at: new Date(2099, 11, 3, 23, 59, 59).getTime() / 1000 },
      { is_listed: true },
    ]);
  });
});

test('a change that is not saved is taken back and reported', async () => {
  fixture.server.on('PATCH /moments/moment-1', () => refusal(404, 'There is no such link.'));
  const dialog = await openLinks();
  await userEvent.click(await dialog.findByRole('switch'));
  await screen.findByText('There is no such link.');
  expect(dialog.getByRole('switch')).not.toBeChecked();
});

test('a link is ended after a question', async () => {
  const dialog = await openLinks();
  await userEvent.click(await dialog.findByRole('button', { name: 'Revoke link' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(dialog.getByRole('button', { name: 'Revoke link' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const question = within(screen.getByRole('dialog', { name: 'Revoke this link?' }));
  await userEvent.click(question.getByRole('button', { name: 'Revoke link' }));
  await dialog.findByText(/^No links to this video yet/);
  await screen.findByText('The link is revoked.');
  expect(screen.getByRole('dialog', { name: 'Shared links' })).toContainElement(
    document.activeElement as HTMLElement,
  );
});

test('a list that cannot be loaded is loaded again on request', async () => {
  fixture.server.on('GET /moments', () => ({ status: 502, body: 'Bad Gateway' }));
  const dialog = await openLinks();
  await dialog.findByText('The links could not be loaded. Check the connection, and try again.');
  fixture.server.on('GET /moments', () => ({ body: { status: 'success', data: moments, next: null } }));
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findByRole('group', { name: rowName });
});
