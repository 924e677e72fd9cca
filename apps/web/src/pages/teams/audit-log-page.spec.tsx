import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LogStreamRecord, Role, WorkspaceLogPage } from '@vault/contracts';
import { ok, refusal } from '../../testing/fake-server.ts';
import { lastToast } from '../../testing/last-toast.ts';
import { aLogEntry, aLogPage } from '../../testing/log-fixture.ts';
import { currentAddress, currentQuery, loadFirst, openPage } from '../../testing/open-page.tsx';
import { aTeam, aTeamRecord, fixture, own, showTeam } from '../../testing/team-fixture.ts';

const route = 'GET /workspace/audit';

loadFirst(
  () => import('../../app/signed-in-root.tsx'),
  () => import('./workspace-page.tsx'),
  () => import('./audit-log-page.tsx'),
);

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const rows = () => within(screen.getByRole('list', { name: 'Audit log' })).getAllByRole('listitem');
const queries = () => fixture.server.to(route).map(({ query }) => query);

function setLog(...given: Parameters<typeof aLogPage>) {
  fixture.server.on(route, () => ok(aLogPage(...given)));
}

function setRole(role: Role) {
  fixture.server
    .on('GET /workspaces', () => ok([own, aTeam({ role })]))
    .on('GET /workspace', () => ok(aTeamRecord({ role })));
}

async function open(query = '') {
  showTeam();
  openPage(`/workspace/audit${query}`);
  await screen.findByRole('list', { name: 'Audit log' });
}

const noStream: LogStreamRecord = {
  ...{ kind: 'off', url: null, host: null, port: null },
  ...{ has_secret: false, delivered_at: null, waiting: 0, problem: '' },
};
const setStream = (change: Partial<LogStreamRecord>) =>
  fixture.server.on('GET /workspace/audit/stream', () => ok({ ...noStream, ...change }));

beforeEach(() => {
  setLog();
  setStream({});
});
afterEach(() => jest.restoreAllMocks());

test('an admin opens it from the page of the team', async () => {
  setRole('admin');
  showTeam();
  openPage('/workspace');
  await userEvent.click(await screen.findByRole('link', { name: 'Open the audit log' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Audit log' })).toBeInTheDocument();
  expect(currentAddress()).toBe('/workspace/audit');
  expect(screen.getByRole('link', { name: 'Settings of Acme' })).toHaveAttribute('href', '/workspace');
  await screen.findByRole('list', { name: 'Audit log' });
  expect(fixture.server.to(route).map(({ workspace, query }) => [workspace, query])).toEqual([['acme', {}]]);
});

describe('whoever may not read it', () => {
  test('is told so at its address, and the page of the team does not lead there', async () => {
    setRole('editor');
    showTeam();
    openPage('/workspace/audit');
    expect(await screen.findByText('Only admins and owners see this.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Settings of Acme' }));
    expect(await screen.findByRole('region', { name: 'Plan' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Open the audit log' })).not.toBeInTheDocument();
    expect(fixture.server.to(route)).toEqual([]);
  });

  test('is in their own library', async () => {
    openPage('/workspace/audit');
    expect(
      await screen.findByText('This is your own library. Only teams have an audit log.'),
    ).toBeInTheDocument();
    expect(fixture.server.to(route)).toEqual([]);
  });

  test('is not told so while the role is unknown', async () => {
    fixture.server.on('GET /workspaces', () => new Promise(() => undefined));
    showTeam();
    openPage('/workspace/audit');
    expect(await screen.findByRole('status', { name: 'Loading the audit log' })).toBeInTheDocument();
    expect(screen.queryByText('Only admins and owners see this.')).not.toBeInTheDocument();
  });
});

test('an entry says when, who, what and from where; it opens to what was before and after', async () => {
  await open();
  const toggle = screen.getByRole('button', {
    name: /^28 Nov 2024 14:03:22 Ada Lovelace Changed the role of Bo Diaz/,
  });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByText('Reference')).not.toBeInTheDocument();
  toggle.focus();
  await userEvent.keyboard('{Enter}');
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const facts = within(rows()[0]!)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts.filter(([name]) => name !== 'Time')).toEqual([
    ['Role', 'Before Editor → After Admin'],
    ['Network address', '203.0.113.7'],
    ['Reference', 'ref-1'],
    ['Entry', '1,204, follows entry 1,203 (hash 9f2c…)'],
  ]);
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByText('Reference')).not.toBeInTheDocument();
});

test('support, former members, deleted videos, an unknown address and the first entry', async () => {
  setLog([
    aLogEntry({
      id: 'e3',
      entry: 3,
      actor: { id: 's1', name: '', is_staff: true },
      action: 'auth.edit-team-plan',
    }),
    aLogEntry({
      id: 'e2',
      entry: 2,
      subject: { kind: 'video', id: 'v1', name: '' },
      action: 'clip.make-clip',
    }),
    aLogEntry({
      ...{ id: 'e1', entry: 1, follows: '', address: '', action: 'auth.create-team', subject: null },
      actor: { id: 'u9', name: '', is_staff: false },
    }),
  ]);
  await open();
  const [support, clip, first] = rows();
  expect(support).toHaveTextContent('Webinar Vault support Changed the plan of the team');
  expect(clip).toHaveTextContent('Made a clip of a deleted video');
  expect(first).toHaveTextContent('Former member Made the team');
  await userEvent.click(within(first!).getByRole('button'));
  expect(first).toHaveTextContent('Network addressUnknown');
  expect(first).toHaveTextContent('Entry1, the first one');
});

describe('the state of the chain', () => {
  const checkedAt = new Date(2024, 10, 28, 2).getTime() / 1_000;

  test.each<[string, Partial<WorkspaceLogPage>]>([
    ['Kept for 400 days.', {}],
    ['Kept for 400 days. Chain checked on 28 November at 02:00: whole.', { checked_at: checkedAt }],
  ])('%s', async (text, change) => {
    setLog([aLogEntry()], change);
    await open();
    expect(screen.getByText(text)).toBeInTheDocument();
  });

  test('a break is said with where to write', async () => {
    setLog([aLogEntry()], { checked_at: checkedAt, broken_at: 812 });
    await open();
    const link = screen.getByRole('link', { name: 'Write to support' });
    expect(link.closest('p')).toHaveTextContent('Entry 812 does not follow 811. Write to support.');
    expect(screen.queryByText(/whole/)).not.toBeInTheDocument();
  });
});

describe('filters', () => {
  test('are in the address, and are sent as times of whole days', async () => {
    await open();
    await userEvent.selectOptions(screen.getByLabelText('Person'), 'Bo Diaz');
    await userEvent.selectOptions(screen.getByLabelText('What'), 'Changed the role of a member');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-30' } });
    expect(currentQuery()).toEqual({
      ...{ actor: 'u2', action: 'auth.set-role' },
      ...{ from: '2026-11-01', to: '2026-11-30' },
    });
    await waitFor(() =>
      expect(queries().at(-1)).toEqual({
        ...{ actor: 'u2', action: 'auth.set-role' },
        from: String(new Date(2026, 10, 1).getTime() / 1_000),
        to: String(new Date(2026, 11, 1).getTime() / 1_000 - 0.001),
      }),
    );
  });

  test('of an address are shown; what nobody can choose is ignored', async () => {
    await open('?actor=u7&action=no.such&from=soon');
    expect(queries()).toEqual([{ actor: 'u7' }]);
    expect(screen.getByLabelText('Person')).toHaveDisplayValue('Somebody else');
    expect(screen.getByLabelText('What')).toHaveDisplayValue('Everything');
  });

  test('name somebody who has left, also when they hide the entry that did', async () => {
    setLog([aLogEntry({ subject: { kind: 'person', id: 'u5', name: 'Cy Wu' } })]);
    await open();
    setLog([aLogEntry()]);
    await userEvent.selectOptions(screen.getByLabelText('Person'), 'Bo Diaz');
    await waitFor(() => expect(rows()[0]).toHaveTextContent('Changed the role of Bo Diaz'));
    await userEvent.selectOptions(screen.getByLabelText('Person'), 'Cy Wu');
    await waitFor(() => expect(queries().at(-1)).toEqual({ actor: 'u5' }));
  });

  test('of days name the wrong order, and bound one another', async () => {
    await open('?from=2026-11-02');
    const [from, to] = [screen.getByLabelText('From'), screen.getByLabelText('To')];
    expect(from).toHaveAttribute('max', '9999-12-31');
    expect(to).toHaveAttribute('min', '2026-11-02');
    fireEvent.change(to, { target: { value: '2026-11-01' } });
    expect(await screen.findByText('From is after To.')).toHaveAttribute('role', 'alert');
    expect(from).toHaveAttribute('max', '2026-11-01');
    for (const field of [from, to]) {
      expect(field).toBeInvalid();
      expect(field).toHaveAccessibleDescription('From is after To.');
    }
    fireEvent.change(to, { target: { value: '2026-11-02' } });
    await waitFor(() => expect(screen.queryByText('From is after To.')).not.toBeInTheDocument());
    expect(from).toBeValid();
    expect(to).not.toHaveAccessibleDescription();
  });

  test('that match nothing are cleared', async () => {
    showTeam();
    setLog([]);
    openPage('/workspace/audit?action=auth.join&from=2026-11-01');
    expect(await screen.findByText('Nothing matches.')).toBeInTheDocument();
    const later = Promise.withResolvers<{ body: unknown }>();
    fixture.server.on(route, () => later.promise);
    await press('Clear the filter');
    expect(currentQuery()).toEqual({});
    expect(screen.getByRole('group', { name: 'Filter' })).toHaveFocus();
    // Nobody knows yet whether the log is empty.
    expect(await screen.findByRole('status', { name: 'Loading the audit log' })).toBeInTheDocument();
    expect(screen.queryByText(/^Nothing/)).not.toBeInTheDocument();
    later.resolve(ok(aLogPage()));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });
});

test('an empty log says what will be in it', async () => {
  setLog([]);
  showTeam();
  openPage('/workspace/audit');
  expect(await screen.findByText(/^Nothing yet\. Whoever changes something in Acme/)).toBeInTheDocument();
});

describe('more entries', () => {
  const older = aLogEntry({ id: 'e2', entry: 1203, action: 'auth.join' });
  beforeEach(() => {
    fixture.server.on(route, ({ query }) =>
      ok(query['before'] === undefined ? aLogPage([aLogEntry()], { next: '1.5 1204' }) : aLogPage([older])),
    );
  });

  test('are added below, and the first of them has the focus', async () => {
    await open();
    await press('Show more');
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(queries()).toEqual([{}, { before: '1.5 1204' }]);
    expect(within(rows()[1]!).getByRole('button')).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  test('that cannot be loaded are asked for again; the others stay', async () => {
    await open();
    const { server } = fixture;
    server.on(route, () => refusal(503));
    await press('Show more');
    expect(await screen.findByText(/^The audit log could not be loaded\./)).toBeInTheDocument();
    expect(rows()).toHaveLength(1);
    server.on(route, () => ok(aLogPage([older])));
    await press('Try again');
    await waitFor(() => expect(rows()).toHaveLength(2));
  });

  test('that are new are loaded above, with the first page alone', async () => {
    await open();
    await press('Show more');
    await waitFor(() => expect(rows()).toHaveLength(2));
    await press('Load new entries');
    await waitFor(() => expect(lastToast()?.text).toBe('There are no new entries.'));
    setLog([aLogEntry({ id: 'e9', entry: 1205, action: 'auth.join' }), aLogEntry()], { next: '1.5 1204' });
    await press('Load new entries');
    await waitFor(() => expect(lastToast()?.text).toBe('New entries were loaded.'));
    expect(rows()[0]).toHaveTextContent('Joined the team');
    expect(queries().slice(2)).toEqual([{}, {}]);
    fixture.server.on(route, () => refusal(503, 'Please try again in a minute.'));
    await press('Load new entries');
    await waitFor(() => expect(lastToast()?.text).toBe('Please try again in a minute.'));
    expect(rows()).toHaveLength(2);
  });
});

test('a log that cannot be loaded is asked for again', async () => {
  fixture.server.on(route, () => refusal(503));
  showTeam();
  openPage('/workspace/audit');
  expect(
    await screen.findByText('The audit log could not be loaded. Check the connection, and try again.'),
  ).toBeInTheDocument();
  setLog();
  await press('Try again');
  await waitFor(() => expect(rows()).toHaveLength(1));
});

describe('the export', () => {
  let saved: { readonly name: string; readonly text: string }[] = [];

  beforeEach(() => {
    saved = [];
    let last = new Blob();
    URL.createObjectURL = (blob) => {
      last = blob as Blob;
      return 'blob:file';
    };
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      const name = this.download;
      void last.text().then((text) => saved.push({ name, text }));
    });
  });

  test.each([
    ['Export CSV', 'csv'],
    ['Export JSON lines', 'jsonl'],
  ])('%s has what the filter leaves', async (button, format) => {
    const file = `GET /workspace/audit.${format}`;
    fixture.server.on(file, () => ({ body: 'entry\n1\n' }));
    await open('?actor=u2&action=auth.join');
    await press(button);
    await waitFor(() => expect(saved).toEqual([{ name: `audit-log.${format}`, text: 'entry\n1\n' }]));
    const [call] = fixture.server.to(file);
    expect(call?.query).toEqual({ actor: 'u2', action: 'auth.join' });
    expect([call?.token, call?.workspace]).toEqual(['Bearer secret', 'acme']);
  });

  test('says why it failed', async () => {
    fixture.server.on('GET /workspace/audit.csv', () => refusal(503, 'Please try again in a minute.'));
    await open();
    await press('Export CSV');
    await waitFor(() => expect(lastToast()?.text).toBe('Please try again in a minute.'));
    expect(saved).toEqual([]);
  });
});

describe('the collector', () => {
  const part = () => screen.findByRole('region', { name: 'Send it to a collector' });
  const save = async () => userEvent.click(await within(await part()).findByRole('button', { name: 'Save' }));
  const sent = () => fixture.server.to('PUT /workspace/audit/stream').map(({ body }) => body);

  test('is set by owners only', async () => {
    setRole('admin');
    await open();
    expect(screen.queryByRole('region', { name: 'Send it to a collector' })).not.toBeInTheDocument();
    expect(fixture.server.to('GET /workspace/audit/stream')).toEqual([]);
  });

  test('gets JSON lines by https, with a secret', async () => {
    fixture.server.on('PUT /workspace/audit/stream', () => ok({ ...noStream, kind: 'https' }));
    await open();
    await userEvent.click(await screen.findByLabelText('Post JSON lines to an https address'));
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent(/fill/i);
    await userEvent.type(screen.getByLabelText('Address'), 'https://collector.example.com');
    await userEvent.type(screen.getByLabelText('Secret'), 'sesame');
    setStream({ kind: 'https', url: 'https://collector.example.com', has_secret: true });
    await save();
    await waitFor(() => expect(lastToast()?.text).toBe('It was saved.'));
    expect(sent()).toEqual([{ kind: 'https', url: 'https://collector.example.com', secret: 'sesame' }]);
    expect(await screen.findByText(/^One is set, and it is never shown\./)).toBeInTheDocument();
    expect(screen.getByLabelText('Secret')).toHaveValue('');
  });

  test('gets messages of syslog', async () => {
    fixture.server.on('PUT /workspace/audit/stream', () => refusal(400, 'This port cannot be used.'));
    await open();
    await userEvent.click(await screen.findByLabelText('Send it by syslog with TLS'));
    await userEvent.type(screen.getByLabelText('Host'), 'logs.example.com');
    await save();
    expect(await screen.findByText('This port cannot be used.')).toBeInTheDocument();
    expect(sent()).toEqual([{ kind: 'syslog', host: 'logs.example.com', port: 6514 }]);
  });

  test('is tested, and its state is shown', async () => {
    const problem = 'The address cannot be reached.';
    setStream({ kind: 'syslog', host: 'logs.example.com', port: 6514, waiting: 1, problem });
    fixture.server.on('POST /workspace/audit/stream/test', () => refusal(409, problem));
    await open();
    expect(
      await screen.findByText(`Nothing was delivered yet, 1 entry waiting. ${problem}`),
    ).toBeInTheDocument();
    await press('Send a test entry');
    await waitFor(() => expect(lastToast()?.text).toBe(problem));
    fixture.server.on('POST /workspace/audit/stream/test', () => ok({}));
    await press('Send a test entry');
    await waitFor(() => expect(lastToast()?.text).toBe('The collector has taken a test entry.'));
  });

  test('is switched off', async () => {
    setStream({ kind: 'syslog', host: 'logs.example.com', port: 6514 });
    fixture.server.on('PUT /workspace/audit/stream', () => ok(noStream));
    await open();
    await userEvent.click(await screen.findByLabelText('Send it nowhere'));
    await save();
    await waitFor(() => expect(lastToast()?.text).toBe('It is sent nowhere now.'));
    expect(sent()).toEqual([{ kind: 'off' }]);
  });
});
