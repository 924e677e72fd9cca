import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { InvitationRow, MemberRow } from '@vault/contracts';
import { ok, refusal } from '../../testing/fake-server.ts';
import { loadFirst, openPage } from '../../testing/open-page.tsx';
import { aMember, bo, fixture, invitation, showTeam } from '../../testing/team-fixture.ts';

const route = 'GET /workspace/members';

loadFirst(
  () => import('../../app/signed-in-root.tsx'),
  () => import('./workspace-page.tsx'),
);

const cy = aMember({ id: 'u3', firstname: 'Cy', lastname: 'Twombly', role: 'viewer' });
const rows = () =>
  within(screen.getByRole('list', { name: 'Members' }))
    .getAllByRole('listitem')
    .map((row) => within(row).getAllByText(/./)[0]!.textContent);
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

const user = userEvent.setup({ advanceTimers: pass, delay: 20 });

function setMembers(members: readonly MemberRow[], invitations: readonly InvitationRow[] = []) {
  fixture.server.on(route, () => ok({ members, invitations, member_limit: 500 }));
}

/** Opens the page of the team with its two members. */
async function open() {
  showTeam();
  openPage('/workspace');
  expect(await screen.findByText('Bo Diaz')).toBeInTheDocument();
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('who joins and who leaves is seen without a press, and what was read stays when the server fails', async () => {
  await open();
  setMembers([aMember(), cy]);
  await pass(10_000);
  expect(screen.getByText('Cy Twombly')).toBeInTheDocument();
  expect(screen.queryByText('Bo Diaz')).not.toBeInTheDocument();
  fixture.server.on(route, () => refusal(503));
  await pass(10_000);
  expect(screen.getByText('Cy Twombly')).toBeInTheDocument();
});

test('the list is read when the window is used again, and not before', async () => {
  await open();
  const count = fixture.server.to(route).length;
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  fireEvent(window, new Event('visibilitychange'));
  await pass(60_000);
  expect(fixture.server.to(route)).toHaveLength(count);
  setMembers([aMember(), bo, cy]);
  visibility.mockReturnValue('visible');
  fireEvent(window, new Event('visibilitychange'));
  await pass(1_000);
  expect(screen.getByText('Cy Twombly')).toBeInTheDocument();
  visibility.mockRestore();
});

test('rows wait while a menu is open, and keep the focus', async () => {
  await open();
  for (const people of [[invitation], []]) {
    const before = rows();
    act(() => screen.getByRole('button', { name: 'Actions for Bo Diaz' }).focus());
    await user.keyboard('{Enter}');
    await pass(500);
    expect(screen.getByRole('menuitem', { name: 'Change role…' })).toHaveFocus();
    setMembers([aMember(), bo], people);
    const count = fixture.server.to(route).length;
    await pass(10_000);
    expect(fixture.server.to(route).length).toBeGreaterThan(count);
    expect(rows()).toEqual(before);
    expect(screen.getByRole('menuitem', { name: 'Change role…' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await pass(500);
    expect(rows()).toHaveLength(2 + people.length);
    expect(screen.getByRole('button', { name: 'Actions for Bo Diaz' })).toHaveFocus();
  }
});
