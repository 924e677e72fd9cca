import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anAuditLine } from '../../testing/admin-rows.ts';
import { adminServer, listOf } from '../../testing/admin-server.ts';
import { refusal } from '../../testing/fake-server.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { currentQuery, loadFirst, openPage } from '../../testing/open-page.tsx';

const route = 'GET /admin/audit';
let server: FakeServer;
const user = userEvent.setup({ delay: null });

loadFirst(
  () => import('../../app/admin-root.tsx'),
  () => import('./audit-page.tsx'),
);

beforeEach(() => {
  server = adminServer('support').on(route, () => listOf([anAuditLine()]));
});

async function openAudit(query = '') {
  openPage(`/admin/audit${query}`);
  await screen.findByRole('heading', { name: 'Audit Log' });
}

test('a row shows actor, action, subject, outcome and changes', async () => {
  await openAudit();
  const row = (await screen.findByRole('rowheader', { name: 'Edited user' })).closest('tr')!;
  expect([...row.children].map((cell) => cell.textContent)).toEqual([
    '2025-11-13 02:21:40',
    'charles@example.com',
    'Edited user',
    'ada@example.com',
    'Done',
    'Plan: free → executive',
    '203.0.113.9',
  ]);
});

test('an edit of a team names it and its limits', async () => {
  const subject = { id: 't1', name: 'Analytical Engines' };
  const limits = { before: { video_limit: 20 }, after: { video_limit: 200 } };
  server.on(route, () => listOf([anAuditLine({ action: 'edit-team', subject, ...limits })]));
  await openAudit();
  const row = (await screen.findByRole('rowheader', { name: 'Edited team' })).closest('tr')!;
  expect(row.children[3]).toHaveTextContent('Analytical Engines');
  expect(row.children[5]).toHaveTextContent('Videos: 20 → 200');
});

test('a failure shows its reason; a sign-in has no subject', async () => {
  server.on(route, () =>
    listOf([
      anAuditLine({ state: 'failed', before: null, after: null, msg: 'Somebody was quicker.' }),
      anAuditLine({ id: 'line-2', action: 'login', subject: null, before: null, after: null }),
    ]),
  );
  await openAudit();
  expect(await screen.findByText('Somebody was quicker.')).toBeInTheDocument();
  const row = screen.getByRole('rowheader', { name: 'Signed in' }).closest('tr')!;
  expect(row.children[3]).toHaveTextContent('–');
});

test('the filters for actor, action, subject and dates are sent to the server', async () => {
  await openAudit();
  await screen.findByRole('rowheader', { name: 'Edited user' });
  await user.type(screen.getByLabelText('Who'), 'charles');
  await waitFor(() => expect(currentQuery()).toEqual({ actor: 'charles' }));
  await user.type(screen.getByLabelText('Subject'), 'ada');
  await waitFor(() => expect(currentQuery()).toEqual({ actor: 'charles', subject: 'ada' }));
  await user.selectOptions(screen.getByLabelText('Action'), 'Deleted user');
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2025-11-01' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2025-11-30' } });
  await waitFor(() => {
    expect(server.to(route).at(-1)?.query).toEqual({
      page: '1',
      limit: '25',
      actor: 'charles',
      subject: 'ada',
      action: 'delete-employee',
      from: String(Date.parse('2025-11-01T00:00:00Z') / 1_000),
      to: String(Date.parse('2025-11-30T23:59:59Z') / 1_000),
    });
  });
});

test('is always sorted newest first', async () => {
  await openAudit('?sort=at');
  await screen.findByRole('rowheader', { name: 'Edited user' });
  expect(server.to(route).at(-1)?.query).toEqual({ page: '1', limit: '25' });
  const heads = within(screen.getByRole('table')).getAllByRole('columnheader');
  for (const head of heads) expect(within(head).queryByRole('button')).not.toBeInTheDocument();
});

test('an empty log, and a log that cannot be loaded', async () => {
  server.on(route, () => listOf([]));
  await openAudit();
  expect(await screen.findByText('No actions yet')).toBeInTheDocument();
  server.on(route, () => refusal(503, 'Please try again in a minute.'));
  await user.selectOptions(screen.getByLabelText('Action'), 'Deleted user');
  expect(await screen.findByText('Please try again in a minute.')).toBeInTheDocument();
});
