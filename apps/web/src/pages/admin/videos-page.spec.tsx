import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anEmployeeVideo } from '../../testing/admin-rows.ts';
import { adminServer, listOf, sentence } from '../../testing/admin-server.ts';
import { refusal } from '../../testing/fake-server.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { currentQuery, loadFirst, openPage } from '../../testing/open-page.tsx';

const route = 'GET /admin/videos';
const retry = 'POST /admin/video/session-1/retry';
let server: FakeServer;
const user = userEvent.setup({ delay: null });

loadFirst(
  () => import('../../app/admin-root.tsx'),
  () => import('./videos-page.tsx'),
);

beforeEach(() => {
  server = adminServer();
});

const failed = anEmployeeVideo({
  state: 'failed',
  failure: { step: 'captioning', reason: 'The sound cannot be read.', retryable: true },
});
const rowOf = async (title: string) => (await screen.findByText(title)).closest('tr')!;

async function openVideos(query = '') {
  openPage(`/admin/videos${query}`);
  await screen.findByRole('heading', { name: 'Mux Videos' });
}

test('/admin/videos: table of all uploaded videos, titled Mux Videos, with columns User, Thumbnail, Title, Asset ID, Created.', async () => {
  server.on(route, () => listOf([anEmployeeVideo()]));
  await openVideos();
  const row = await rowOf('Retention by cohort');
  const heads = within(screen.getByRole('table', { name: 'Mux Videos' })).getAllByRole('columnheader');
  expect(heads.map((head) => head.textContent)).toEqual([
    'User',
    'Thumbnail',
    'Title',
    'Asset ID',
    'Created',
  ]);
  const [owner, thumbnail, title, assetId, created] = [...row.children];
  expect(owner).toHaveTextContent('ada@example.com');
  expect(within(owner as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    '/admin/users?q=ada%40example.com',
  );
  expect(thumbnail?.querySelector('img')).toHaveAttribute('src', '/media/play-1/thumbnail.jpg');
  expect(title).toHaveTextContent(/^Retention by cohort$/);
  expect(assetId).toHaveTextContent('asset-1');
  expect(created).toHaveTextContent('2025-11-13');
});

test.each([
  [null, 'N/A'],
  [undefined, 'N/A'],
  ['', 'N/A'],
  ['2024-02-29T23:59:59.999Z', '2024-02-29'],
])(
  "Video (admin list): userId (with email), thumbnail, title, assetId, created_at (epoch seconds or date string; 'N/A' if missing). (%p: %s)",
  async (created_at, shown) => {
    server.on(route, () => listOf([{ ...anEmployeeVideo(), created_at }]));
    await openVideos();
    expect((await rowOf('Retention by cohort')).lastElementChild).toHaveTextContent(shown);
  },
);

test('missing values are shown as texts', async () => {
  server.on(route, () =>
    listOf([
      anEmployeeVideo({
        state: 'uploading',
        title: '',
        assetId: '',
        thumbnail: '',
        userId: { _id: 'u1', email: '' },
      }),
    ]),
  );
  await openVideos();
  const row = within(await rowOf('Untitled'));
  for (const words of ['Not available now', 'Not uploaded yet', 'Uploading'])
    expect(row.getByText(words)).toBeInTheDocument();
});

test('a failed video shows the reason and its step can be retried', async () => {
  server.on(route, () => listOf([failed])).on(retry, () => sentence('The step was restarted.'));
  await openVideos();
  const row = within(await rowOf('Retention by cohort'));
  expect(row.getByText('Captioning: The sound cannot be read.')).toBeInTheDocument();
  const before = server.to(route).length;
  await user.click(row.getByRole('button', { name: 'Try again: Retention by cohort' }));
  expect(await screen.findByText('The step was restarted.')).toBeInTheDocument();
  await waitFor(() => expect(server.to(route).length).toBeGreaterThan(before));
});

test.each([
  [refusal(409, 'There is nothing to try again.'), 'There is nothing to try again.'],
  [refusal(500), 'The step could not be restarted.'],
])('a failed retry is reported', async (answer, words) => {
  server.on(route, () => listOf([failed])).on(retry, () => answer);
  await openVideos();
  await user.click(await screen.findByRole('button', { name: 'Try again: Retention by cohort' }));
  expect(await screen.findByText(words)).toBeInTheDocument();
});

test('a step that is not retryable has no retry button', async () => {
  const failure = { ...failed.failure!, retryable: false };
  server.on(route, () => listOf([{ ...failed, failure }]));
  await openVideos();
  await rowOf('Retention by cohort');
  expect(screen.queryByRole('button', { name: /^Try again/ })).not.toBeInTheDocument();
});

test('state, search text and sort order are sent to the server', async () => {
  server.on(route, () => listOf([anEmployeeVideo()]));
  await openVideos('?state=stuck&sort=-title&q=cohort');
  await rowOf('Retention by cohort');
  expect(server.to(route).at(-1)?.query).toEqual({
    page: '1',
    limit: '25',
    state: 'stuck',
    sort: '-title',
    q: 'cohort',
  });
  await user.selectOptions(screen.getByLabelText('State'), 'Failed');
  expect(currentQuery()).toMatchObject({ state: 'failed' });
});

test('an empty list, and a list that cannot be loaded', async () => {
  server.on(route, () => listOf([]));
  await openVideos();
  expect(await screen.findByText('No videos yet')).toBeInTheDocument();
  server.on(route, () => refusal(500));
  await user.selectOptions(screen.getByLabelText('State'), 'Failed');
  expect(await screen.findByText('This list could not be loaded')).toBeInTheDocument();
});

test('all failed videos are retried together, from their list', async () => {
  const retryAll = 'POST /admin/videos/retry-failed';
  server.on(route, () => listOf([failed])).on(retryAll, () => sentence('2 videos restarted.'));
  await openVideos('?state=failed');
  await rowOf('Retention by cohort');
  const before = server.to(route).length;
  await user.click(screen.getByRole('button', { name: 'Retry all failed' }));
  expect(await screen.findByText('2 videos restarted.')).toBeInTheDocument();
  expect(server.to(retryAll)).toHaveLength(1);
  await waitFor(() => expect(server.to(route).length).toBeGreaterThan(before));
});

test('the list of all videos has no button to retry all', async () => {
  server.on(route, () => listOf([failed]));
  await openVideos();
  await rowOf('Retention by cohort');
  expect(screen.queryByRole('button', { name: 'Retry all failed' })).not.toBeInTheDocument();
});

test('a refused retry of all is reported', async () => {
  server
    .on(route, () => listOf([failed]))
    .on('POST /admin/videos/retry-failed', () => refusal(503, 'Upload does not answer.'));
  await openVideos('?state=failed');
  await user.click(await screen.findByRole('button', { name: 'Retry all failed' }));
  expect(await screen.findByText('Upload does not answer.')).toBeInTheDocument();
});
