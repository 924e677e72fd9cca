import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDashboard, anEmployee, anEmployeeVideo, aTeam } from '../../testing/admin-rows.ts';
import { adminServer, sentence } from '../../testing/admin-server.ts';
import { ok, refusal } from '../../testing/fake-server.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { loadFirst, openPage } from '../../testing/open-page.tsx';

const route = 'GET /admin/dashboard';
let server: FakeServer;
const user = userEvent.setup({ delay: null });

loadFirst(
  () => import('../../app/admin-root.tsx'),
  () => import('./dashboard-page.tsx'),
);

beforeEach(() => {
  server = adminServer().on(route, () => ok(aDashboard()));
});

async function openDashboard() {
  openPage('/admin/dashboard');
  await screen.findByRole('heading', { name: 'Dashboard' });
}
const part = async (title: string) => within(await screen.findByRole('region', { name: title }));

test('/admin/dashboard: two cards, the number of users and the number of videos.', async () => {
  await openDashboard();
  await screen.findByText('1,234');
  const links = within(screen.getByRole('main')).getAllByRole('link');
  expect(links[0]).toHaveTextContent('Number of users1,23412 new in the last 7 days');
  expect(links[0]).toHaveAttribute('href', '/admin/users');
  expect(links[1]).toHaveTextContent('Number of videos3405 under way, 4 failed');
  expect(links[1]).toHaveAttribute('href', '/admin/videos');
});

test('a list has five rows at most, two of them stuck videos', async () => {
  const failure = { step: 'captioning', reason: 'The sound cannot be read.', retryable: true } as const;
  const videos = (name: string, state: 'failed' | 'chaptering') =>
    Array.from({ length: 5 }, (_, n) =>
      anEmployeeVideo({ _id: `${name}${String(n)}`, state, ...(state === 'failed' && { failure }) }),
    );
  server.on(route, () =>
    ok(aDashboard({ failed_videos: videos('f', 'failed'), stuck_videos: videos('s', 'chaptering') })),
  );
  await openDashboard();
  const list = await screen.findByRole('region', { name: 'Failed and stuck videos' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(5);
  expect(within(list).getAllByText(/^Stuck in/)).toHaveLength(2);
});

test('an upgrade can be granted', async () => {
  const requester = anEmployee({ upgrade_requested_at: 1_763_000_500 });
  server
    .on(route, () => ok(aDashboard({ upgrade_requests: [requester] })))
    .on('POST /admin/employee/u1/grant-upgrade', () => sentence('The upgrade was granted.', requester));
  await openDashboard();
  const requests = await part('Upgrade requests');
  expect(await requests.findByText(/Requested on/)).toHaveTextContent(
    'ada@example.com · Free Trial · Requested on 2025-11-13',
  );
  await user.click(requests.getByRole('button', { name: 'Grant upgrade to Ada Lovelace' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  const before = server.to(route).length;
  await user.click(dialog.getByRole('button', { name: 'Grant upgrade' }));
  expect(await screen.findByText('The upgrade was granted.')).toBeInTheDocument();
  await waitFor(() => expect(server.to(route).length).toBeGreaterThan(before));
});

test('requests of teams are among those of users, the oldest first, and are granted as in their list', async () => {
  const [early, late, waiting] = [
    anEmployee({ _id: 'u1', firstname: 'Early', lastname: '', upgrade_requested_at: 1_763_000_000 }),
    anEmployee({ _id: 'u2', firstname: 'Late', lastname: '', upgrade_requested_at: 1_763_200_000 }),
    anEmployee({ _id: 'u3', firstname: 'Waiting', lastname: '', is_confirmed: false }),
  ];
  const team = aTeam({ name: 'Acme & Co', owners: ['ann@acme.com'], upgrade_requested_at: 1_763_100_000 });
  server
    .on(route, () => ok(aDashboard({ upgrade_requests: [early, late, waiting], team_requests: [team] })))
    .on('POST /admin/team/t1', () => sentence('The team was updated.', team));
  await openDashboard();
  const requests = await part('Upgrade requests');
  await requests.findByText('Acme & Co');
  expect(requests.getAllByRole('listitem').map((item) => item.querySelector('a')?.textContent)).toEqual([
    'Early',
    'Acme & Co',
    'Late',
    'Waiting',
  ]);
  expect(requests.getByRole('link', { name: 'Acme & Co' })).toHaveAttribute(
    'href',
    '/admin/teams?q=Acme%20%26%20Co',
  );
  const all = requests.getByRole('link', { name: 'Show all: Upgrade requests' });
  expect(all).toHaveAttribute('href', '/admin/users?state=upgrade-requested');
  expect(requests.getByText(/^Team · ann@acme.com · Free Trial ·/)).toBeInTheDocument();
  await user.click(requests.getByRole('button', { name: 'Grant upgrade to Acme & Co' }));
  const dialog = within(await screen.findByRole('dialog'));
  const before = server.to(route).length;
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The team was updated.')).toBeInTheDocument();
  expect(server.to('POST /admin/team/t1')[0]?.body).toMatchObject({ plan: 'executive' });
  await waitFor(() => expect(server.to(route).length).toBeGreaterThan(before));
});

test('failed and stuck videos show the reason and can be retried', async () => {
  const failure = { step: 'captioning', reason: 'The sound cannot be read.', retryable: true } as const;
  server
    .on(route, () =>
      ok(
        aDashboard({
          failed_videos: [anEmployeeVideo({ state: 'failed', failure })],
          stuck_videos: [anEmployeeVideo({ _id: 's2', title: 'Slow', state: 'chaptering' })],
        }),
      ),
    )
    .on('POST /admin/video/session-1/retry', () => sentence('The step was restarted.'));
  await openDashboard();
  const videos = await part('Failed and stuck videos');
  expect(await videos.findByText('Captioning failed: The sound cannot be read.')).toBeInTheDocument();
  expect(videos.getByText(/^Stuck in: Chaptering/)).toHaveTextContent('Created on 2025-11-13.');
  await user.click(videos.getByRole('button', { name: 'Try again: Retention by cohort' }));
  expect(await screen.findByText('The step was restarted.')).toBeInTheDocument();
});

test('empty sections say so', async () => {
  server.on(route, () => ok(aDashboard()));
  await openDashboard();
  for (const words of ['There are no upgrade requests.', 'No videos have failed or are stuck.'])
    expect(await screen.findByText(words)).toBeInTheDocument();
});

test('parts that cannot be read are named, and the rest is shown', async () => {
  server.on(route, () => ok(aDashboard({ videos: null, missing: ['videos', 'failed_videos'] })));
  await openDashboard();
  expect(await screen.findByText('Not available now: videos, failed_videos.')).toBeInTheDocument();
  expect(screen.getByText('1,234')).toBeInTheDocument();
  expect(screen.getByText('Not available now')).toBeInTheDocument();
});

test('what does not work because of a wrong setting is said', async () => {
  const problem = 'Text is not generated: the language model refuses the key (OPENAI_API_KEY).';
  server.on(route, () => ok(aDashboard({ wrong_settings: [problem] })));
  await openDashboard();
  expect(await screen.findByText(problem)).toBeInTheDocument();
  expect(screen.getByText('1,234')).toBeInTheDocument();
});

test('a dashboard that cannot be loaded can be retried; a loaded one can be refreshed', async () => {
  server.on(route, () => refusal(503, 'Please try again in a minute.'));
  await openDashboard();
  expect(await screen.findByText('Please try again in a minute.')).toBeInTheDocument();
  server.on(route, () => ok(aDashboard()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1,234')).toBeInTheDocument();
  const before = server.to(route).length;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(server.to(route)).toHaveLength(before + 1));
});
