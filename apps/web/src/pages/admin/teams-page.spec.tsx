import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aTeam } from '../../testing/admin-rows.ts';
import { adminServer, listOf, pageOf, sentence } from '../../testing/admin-server.ts';
import { refusal } from '../../testing/fake-server.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { currentQuery, loadFirst, openPage } from '../../testing/open-page.tsx';

const route = 'GET /admin/teams';
const edit = 'POST /admin/team/t1';
const user = userEvent.setup({ delay: null });
let server: FakeServer;
let teams = [aTeam()];

loadFirst(
  () => import('../../app/admin-root.tsx'),
  () => import('./teams-page.tsx'),
);

beforeEach(() => {
  teams = [aTeam()];
  server = adminServer().on(route, (call) => {
    const q = (call.query['q'] ?? '').toLowerCase();
    return pageOf(
      teams.filter(({ name }) => name.toLowerCase().includes(q)),
      call,
    );
  });
});

const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr')!;
const cellsOf = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent);

async function openTeams(query = '') {
  openPage(`/admin/teams${query}`);
  await screen.findByRole('heading', { name: 'Teams' });
}

/** Opens the dialog of a button in the row of the team. */
async function open(button = 'Edit Analytical Engines'): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: button }));
  return screen.findByRole('dialog', { name: 'Edit team' });
}

async function type(dialog: HTMLElement, label: string, text: string) {
  const field = within(dialog).getByLabelText(label);
  await user.clear(field);
  if (text) await user.type(field, text);
}

const save = (dialog: HTMLElement) => user.click(within(dialog).getByRole('button', { name: 'Save' }));

describe('the list', () => {
  test('shows who owns a team, its plan, its limits and its state', async () => {
    teams = [
      aTeam({ owners: ['ada@example.com', 'mary@example.com'] }),
      aTeam({ _id: 't2', name: 'Off', plan: 'executive', video_limit: 2_000, is_active: false }),
      aTeam({ _id: 't3', name: 'Late', membership_end: 1_763_000_500 }),
      aTeam({ _id: 't4', name: 'Going', is_active: false, deletes_at: 4_070_908_800 }),
    ];
    await openTeams();
    const first = await rowOf('Analytical Engines');
    const heads = within(screen.getByRole('table', { name: 'Teams' })).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual([
      'Name',
      'Owners',
      'Members',
      'Plan',
      'Videos',
      'Tokens',
      'Membership end',
      'State',
      'Actions',
    ]);
    expect(within(first).getByText('ada@example.com')).toBeInTheDocument();
    expect(within(first).getByText('mary@example.com')).toBeInTheDocument();
    expect(cellsOf(first).slice(2, 8)).toEqual([
      '12 of 500',
      'Free Trial',
      '2',
      '12,345',
      '2099-01-01',
      'Active',
    ]);
    expect(cellsOf(await rowOf('Off')).slice(3, 8)).toEqual([
      'Executive',
      '2,000',
      '12,345',
      '2099-01-01',
      'Inactive',
    ]);
    expect(cellsOf(await rowOf('Late')).slice(6, 8)).toEqual(['2025-11-13', 'Expired']);
    expect(cellsOf(await rowOf('Going'))[7]).toBe('Closed');
    expect(screen.getByText('4 teams')).toBeInTheDocument();
    // The server has one order, and makes no file.
    for (const head of heads) expect(within(head).queryByRole('button')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument();
  });

  test('is read page by page', async () => {
    teams = Array.from({ length: 60 }, (_team, n) =>
      aTeam({ _id: `t${String(n)}`, name: `Team ${String(n)}` }),
    );
    await openTeams();
    await rowOf('Team 0');
    expect(screen.getByText('1–25 of 60')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await rowOf('Team 25');
    expect(server.to(route).at(-1)?.query).toEqual({ page: '2', limit: '25' });
  });

  test('says when there is no team, when none matches, and when it cannot be loaded', async () => {
    teams = [];
    await openTeams();
    expect(await screen.findByText('No teams yet')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Search name'), 'engine{Enter}');
    expect(await screen.findByText('Nothing matches')).toBeInTheDocument();
    server.on(route, () => refusal(503, 'A part of the product does not answer now.'));
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('A part of the product does not answer now.');
    server.on(route, () => listOf([aTeam()]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await rowOf('Analytical Engines');
  });

  test('shows placeholder rows before the first answer', async () => {
    server.on(route, () => new Promise(() => undefined));
    await openTeams();
    expect(await screen.findByRole('table', { name: 'Teams' })).toHaveAttribute('aria-busy', 'true');
  });
});

test('staff end the requirement of single sign-on for owners who are locked out', async () => {
  teams = [aTeam({ single_sign_on: 'required' }), aTeam({ _id: 't2', name: 'On', single_sign_on: 'on' })];
  server.on(edit, () => sentence('The team was updated.', aTeam({ single_sign_on: 'on', version: 5 })));
  await openTeams();
  const row = within(await screen.findByRole('table', { name: 'Teams' }));
  expect(await row.findByText('Single sign-on is required')).toBeInTheDocument();
  expect(row.getByText('Single sign-on')).toBeInTheDocument();
  const dialog = await open();
  await user.click(within(dialog).getByLabelText('Single sign-on is required'));
  expect(dialog).toHaveTextContent('Single sign-on is required: On → Off');
  await save(dialog);
  await waitFor(() => expect(server.to(edit).at(-1)?.body).toMatchObject({ requires_sso: false }));
});

test('staff find a team, change its plan and limits, and see the new row', async () => {
  teams = [aTeam({ _id: 't0', name: 'Difference' }), ...teams];
  server.on(edit, () => {
    const change = { plan: 'executive', video_limit: 200, member_limit: 40, token_balance: 37_345 } as const;
    teams = [aTeam({ ...change, version: 5 })];
    return sentence('The team was updated.', teams[0]);
  });
  await openTeams();
  await rowOf('Difference');
  await user.type(screen.getByLabelText('Search name'), 'engines');
  await waitFor(() => expect(screen.queryByText('Difference')).not.toBeInTheDocument());
  expect(currentQuery()).toEqual({ q: 'engines' });

  const dialog = await open();
  for (const [label, value] of [
    ['Name', 'Analytical Engines'],
    ['ID', 't1'],
    ['Token Balance', '12,345'],
  ] as const) {
    expect(within(dialog).getByLabelText(label)).toHaveValue(value);
    expect(within(dialog).getByLabelText(label)).toHaveAttribute('readonly');
  }
  expect(within(dialog).getByText('Empty: the 2 of the plan. At most 2,000.')).toBeInTheDocument();
  expect(within(dialog).getByLabelText('Videos')).toHaveValue('');
  await user.selectOptions(within(dialog).getByLabelText('Plan'), 'Executive');
  expect(within(dialog).getByText('Empty: the 20 of the plan. At most 2,000.')).toBeInTheDocument();
  await type(dialog, 'Add Token', '25000');
  await type(dialog, 'Videos', '200');
  await type(dialog, 'Members', '40');
  const changes = within(within(dialog).getByRole('region', { name: 'What will change' }));
  expect(changes.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Plan: Free Trial → Executive',
    'Videos: those of the plan → 200',
    'Members: 500 → 40',
    'Token Balance: 12,345 → 37,345',
  ]);
  expect(
    within(dialog).getByText('The higher plan adds up to 950,000 tokens for this month.'),
  ).toBeInTheDocument();
  await save(dialog);

  expect(await screen.findByText('The team was updated.')).toBeInTheDocument();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(server.to(edit)[0]?.body).toEqual({
    plan: 'executive',
    add_token: 25_000,
    is_active: true,
    membership_end: teams[0]?.membership_end,
    video_limit: 200,
    member_limit: 40,
    version: 4,
  });
  await waitFor(async () => {
    const cells = cellsOf(await rowOf('Analytical Engines'));
    expect(cells.slice(2, 6)).toEqual(['12 of 40', 'Executive', '200', '37,345']);
  });
});

test('no number of videos gives a team those of its plan', async () => {
  teams = [aTeam({ video_limit: 200 })];
  server.on(edit, () => sentence('The team was updated.', teams[0]));
  await openTeams();
  const dialog = await open();
  await type(dialog, 'Videos', '');
  expect(within(dialog).getByText('those of the plan')).toBeInTheDocument();
  await save(dialog);
  await screen.findByText('The team was updated.');
  expect(server.to(edit)[0]?.body).toMatchObject({ video_limit: null });
});

test.each([
  ['Videos', '2001', 'Please enter a whole number of videos up to 2,000, or nothing for those of the plan.'],
  ['Videos', 'many', 'Please enter a whole number of videos up to 2,000, or nothing for those of the plan.'],
  ['Members', '0', 'Please enter a whole number of members from 1 to 500.'],
  ['Members', '501', 'Please enter a whole number of members from 1 to 500.'],
  ['Add Token', '1.5', 'Please enter a whole number of tokens.'],
  ['Membership end', '', 'Please choose a date.'],
])('%s of %j is not saved, and the field has the focus', async (label, text, message) => {
  await openTeams();
  const dialog = await open();
  await type(dialog, label, text);
  await save(dialog);
  expect(within(dialog).getByRole('alert')).toHaveTextContent(message);
  expect(within(dialog).getByLabelText(label)).toHaveFocus();
  expect(server.to(edit)).toHaveLength(0);
});

test('a requested upgrade is marked, and its button proposes the executive plan for a month', async () => {
  teams = [aTeam({ upgrade_requested_at: 1_763_000_500, membership_end: 1_763_000_500 })];
  server.on(edit, () => {
    teams = [aTeam({ plan: 'executive', video_limit: 20 })];
    return sentence('The team was updated.', teams[0]);
  });
  await openTeams();
  expect(await screen.findByText('Upgrade requested')).toBeInTheDocument();
  const dialog = await open('Grant upgrade to Analytical Engines');
  expect(within(dialog).getByLabelText('Plan')).toHaveValue('executive');
  expect(within(dialog).getByLabelText('Plan')).toHaveFocus();
  const changes = within(within(dialog).getByRole('region', { name: 'What will change' }));
  expect(changes.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Plan: Free Trial → Executive',
    expect.stringMatching(/^Membership end: 2025-11-13 → \d{4}-\d{2}-\d{2}$/),
  ]);
  await save(dialog);
  await screen.findByText('The team was updated.');
  expect(server.to(edit)[0]?.body).toMatchObject({ plan: 'executive', version: 4 });
  await waitFor(() => expect(screen.queryByText('Upgrade requested')).not.toBeInTheDocument());
});

describe('an edit of a team that somebody else has changed meanwhile', () => {
  const theirs = aTeam({ plan: 'executive', video_limit: 50, version: 5 });

  async function collide(answer: Parameters<FakeServer['on']>[1]): Promise<HTMLElement> {
    server.on(edit, answer);
    await openTeams();
    const dialog = await open();
    await type(dialog, 'Videos', '200');
    await type(dialog, 'Members', '40');
    await save(dialog);
    return dialog;
  }

  test('shows both versions of each field to choose from', async () => {
    const dialog = await collide(() => ({
      status: 409,
      body: { status: 'error', msg: 'Stale.', data: theirs },
    }));
    await within(dialog).findByText('Someone else changed this team');
    const group = (name: string) => within(within(dialog).getByRole('group', { name }));
    expect(group('Plan').getByLabelText(/Current value\s*Executive/)).toBeChecked();
    expect(group('Members').getByLabelText(/Yours\s*40/)).toBeChecked();
    const saveChosen = within(dialog).getByRole('button', { name: 'Save chosen values' });
    expect(saveChosen).toBeDisabled();
    await user.click(group('Videos').getByLabelText(/Current value\s*50/));
    server.on(edit, () => sentence('The team was updated.', theirs));
    await user.click(saveChosen);
    await screen.findByText('The team was updated.');
    const body = server.to(edit).at(-1)?.body;
    expect(body).toMatchObject({ plan: 'executive', member_limit: 40, version: 5 });
    expect(body).not.toHaveProperty('video_limit');
  });

  test.each([
    [
      refusal(409, 'Someone has changed this team since you opened it.'),
      'Someone has changed this team since you opened it.',
    ],
    [refusal(500), 'Error to update team'],
  ])('a refusal without the current team shows its reason, and the input is kept', async (answer, words) => {
    const dialog = await collide(() => answer);
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Videos')).toHaveValue('200');
  });
});
