import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { InvitationRow, MemberRow } from '@vault/contracts';
import { anAccount } from '../../testing/an-account.ts';
import { choose } from '../../testing/choose.ts';
import { ok, refusal } from '../../testing/fake-server.ts';
import { lastToast } from '../../testing/last-toast.ts';
import { currentAddress, loadFirst, openPage } from '../../testing/open-page.tsx';
import {
  aMember,
  aTeam,
  aTeamRecord,
  bo,
  fixture,
  invitation,
  own,
  showTeam,
} from '../../testing/team-fixture.ts';

loadFirst(
  () => import('../../app/signed-in-root.tsx'),
  () => import('./workspace-page.tsx'),
  () => import('../library-page.tsx'),
  () => import('../account-page.tsx'),
);

const part = (name: string) => within(screen.getByRole('region', { name }));
const row = (name: string) =>
  part('Members')
    .getAllByRole('listitem')
    .find((each) => within(each).queryByText(name))!;
const dialog = (name: string) => screen.findByRole('dialog', { name });
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }));
const bodiesOf = (route: string) => fixture.server.to(route).map(({ body }) => body);

function setMembers(members: readonly MemberRow[], invitations: readonly InvitationRow[] = []) {
  fixture.server.on('GET /workspace/members', () => ok({ members, invitations, member_limit: 500 }));
}

function setRole(role: MemberRow['role'], members = [aMember({ role: 'owner', id: 'u3' }), bo]) {
  fixture.server
    .on('GET /workspaces', () => ok([own, aTeam({ role })]))
    .on('GET /workspace', () => ok(aTeamRecord({ role, owners: ['Cy Twombly'] })));
  setMembers([...members, aMember({ role, firstname: 'Eve', lastname: 'Reader' })]);
}

/** Opens the page of the team. */
async function open() {
  showTeam();
  openPage('/workspace');
  await screen.findByRole('heading', { level: 1, name: 'Acme' });
  await screen.findByRole('list', { name: 'Members' });
}

describe('in the own workspace', () => {
  test('a team is created from the account page; its page is shown next, for inviting people', async () => {
    fixture.server
      .on('GET /workspaces', () => ok([own]))
      .on('GET /account', () => ok(anAccount()))
      .on('POST /workspaces', () => {
        fixture.server.on('GET /workspaces', () => ok([own, aTeam()]));
        return ok(aTeam());
      });
    openPage('/account');
    await userEvent.click(await screen.findByRole('link', { name: 'create a team' }));
    // Without a further press.
    await dialog('Create a team');
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
    await userEvent.type(screen.getByLabelText('Name'), ' Acme ');
    await press('Create the team');
    expect(await screen.findByRole('heading', { level: 1, name: 'Acme' })).toBeInTheDocument();
    expect(bodiesOf('POST /workspaces')).toEqual([{ name: 'Acme' }]);
    expect(fixture.server.to('GET /workspace')[0]?.workspace).toBe('acme');
    expect(currentAddress()).toBe('/workspace');
    expect(lastToast()?.text).toMatch(/^Acme is ready/);
  });

  test('a refusal is shown in the dialog', async () => {
    const msg = 'You are in the maximum number of teams.';
    fixture.server.on('POST /workspaces', () => refusal(409, msg));
    openPage('/workspace');
    await userEvent.click(await screen.findByRole('button', { name: 'Create a team' }));
    await userEvent.type(screen.getByLabelText('Name'), 'Acme');
    await press('Create the team');
    expect(await screen.findByText(msg)).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue('Acme');
  });
});

test('a team that cannot be loaded is asked for again', async () => {
  showTeam();
  fixture.server.on('GET /workspace', () => refusal(503));
  openPage('/workspace');
  expect(
    await screen.findByText('The team could not be loaded. Check the connection, and try again.'),
  ).toBeInTheDocument();
  fixture.server.on('GET /workspace', () => ok(aTeamRecord()));
  await press('Try again');
  expect(await screen.findByRole('heading', { level: 1, name: 'Acme' })).toBeInTheDocument();
});

test('a picture is stored at once, and shown in the switcher', async () => {
  fixture.server.on('POST /workspace/picture', ({ body }) => {
    const { image } = body as { image: string | null };
    const picture = image === null ? undefined : `data:image/webp;base64,${image}`;
    fixture.server.on('GET /workspaces', () => ok([own, aTeam({ picture })]));
    return ok(null);
  });
  await open();
  await userEvent.upload(
    screen.getByLabelText('Picture file'),
    new File(['team'], 't.png', { type: 'image/png' }),
  );
  const address = `data:image/webp;base64,${btoa('team')}`;
  expect(await screen.findByRole('img', { name: 'Picture' })).toHaveAttribute('src', address);
  expect(screen.getByRole('button', { name: /^Workspace: Acme/ }).querySelector('img')).toHaveAttribute(
    'src',
    address,
  );
  await userEvent.click(screen.getByRole('button', { name: /^Workspace: Acme/ }));
  const line = await screen.findByRole('menuitem', { name: 'Acme' });
  expect(line.querySelector('img')).toHaveAttribute('src', address);
  expect(screen.getByRole('menuitem', { name: 'Personal' }).querySelector('img')).toBeNull();
  await userEvent.keyboard('{Escape}');
  await press('Remove the picture');
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Picture' })).not.toBeInTheDocument());
  expect(bodiesOf('POST /workspace/picture')).toEqual([{ image: btoa('team') }, { image: null }]);
});

test('the name, and who may publish, are saved over the version that was shown', async () => {
  await open();
  fixture.server.on('PATCH /workspace', () =>
    ok(aTeamRecord({ name: 'Acme Labs', publishers: 'admins', version: 4 })),
  );
  const name = screen.getByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Acme Labs');
  await userEvent.click(screen.getByLabelText('Admins and owners'));
  await press('Save');
  expect(await screen.findByRole('heading', { level: 1, name: 'Acme Labs' })).toBeInTheDocument();
  expect(bodiesOf('PATCH /workspace')).toEqual([{ name: 'Acme Labs', publishers: 'admins', version: 3 }]);
  fixture.server.on('PATCH /workspace', () => refusal(409, 'The team was changed since this version.'));
  await press('Save');
  expect(await part('General').findByText('The team was changed since this version.')).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('Acme Labs');
});

test('the plan of the team, and what its members may spend', async () => {
  fixture.server.on('POST /account/upgrade-request', () => ({
    body: { status: 'success', msg: 'We have received your request.' },
  }));
  await open();
  expect(part('Plan').getByText('2 videos at a time')).toBeInTheDocument();
  expect(part('Plan').getByText('48,000 left')).toBeInTheDocument();
  await press('Ask for an upgrade');
  await waitFor(() => expect(fixture.server.to('POST /account/upgrade-request')[0]?.workspace).toBe('acme'));
  expect(lastToast()?.text).toBe('We have received your request.');
});

describe('members', () => {
  test('are listed with addresses and roles; who is invited can be shown alone', async () => {
    setMembers([aMember(), bo], [invitation]);
    await open();
    expect(part('Members').getByText('2 of 500 members · 1 invited')).toBeInTheDocument();
    expect(row('Bo Diaz')).toHaveTextContent('bo@acme.com');
    expect(row('Bo Diaz')).toHaveTextContent('Editor');
    expect(row('Ada Lovelace')).toHaveTextContent('You');
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Invited');
    expect(row('cy@acme.com')).toHaveTextContent('Viewer');
    expect(part('Members').queryByText('Bo Diaz')).not.toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Active');
    expect(part('Members').queryByText('cy@acme.com')).not.toBeInTheDocument();
  });

  test('many are searched by name or address', async () => {
    setMembers([
      bo,
      ...Array.from({ length: 9 }, (_, at) =>
        aMember({
          id: `m${String(at)}`,
          firstname: `Person ${String(at)}`,
          email: `p${String(at)}@acme.com`,
        }),
      ),
    ]);
    await open();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Name or address' }), 'diaz');
    expect(part('Members').getAllByRole('listitem')).toHaveLength(1);
    await userEvent.clear(screen.getByRole('searchbox'));
    await userEvent.type(screen.getByRole('searchbox'), 'P7@');
    expect(part('Members').getAllByRole('listitem')).toHaveLength(1);
    await userEvent.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('Nobody fits.')).toBeInTheDocument();
  });

  test('are named with the day on which they last used the team', async () => {
    const now = Date.now() / 1_000;
    setMembers([
      aMember({ last_here: now }),
      { ...bo, last_here: Date.UTC(2026, 0, 9, 12) / 1_000 },
      aMember({ id: 'u3', firstname: 'Cy', last_here: null }),
    ]);
    await open();
    expect(row('Ada Lovelace')).toHaveTextContent('last here today');
    expect(row('Bo Diaz')).toHaveTextContent('last here on 9 January 2026');
    expect(row('Cy Lovelace')).not.toHaveTextContent('last here');
  });

  test('get another role', async () => {
    fixture.server.on('PATCH /workspace/members/u2', () => {
      setMembers([aMember(), { ...bo, role: 'viewer' }]);
      return ok(null);
    });
    await open();
    await choose('Actions for Bo Diaz', 'Change role…');
    const asked = within(await dialog('Role of Bo Diaz'));
    expect(asked.getByRole('radio', { name: /^Editor/ })).toBeChecked();
    expect(asked.queryByRole('radio', { name: /^Owner/ })).not.toBeInTheDocument();
    await userEvent.click(asked.getByRole('radio', { name: /^Viewer/ }));
    await press('Change the role');
    await waitFor(() => expect(row('Bo Diaz')).toHaveTextContent('Viewer'));
    expect(bodiesOf('PATCH /workspace/members/u2')).toEqual([{ role: 'viewer' }]);
  });

  test('an owner makes another owner, and becomes an admin', async () => {
    fixture.server
      .on('PATCH /workspace/members/u2', () => ok(null))
      .on('PATCH /workspace/members/u1', () => ok(null));
    await open();
    await choose('Actions for Bo Diaz', 'Make owner…');
    const asked = within(await dialog('Make Bo Diaz an owner of Acme?'));
    await userEvent.click(asked.getByRole('checkbox', { name: 'Then make me an admin.' }));
    await press('Make owner');
    await waitFor(() => expect(bodiesOf('PATCH /workspace/members/u1')).toEqual([{ role: 'admin' }]));
    expect(bodiesOf('PATCH /workspace/members/u2')).toEqual([{ role: 'owner' }]);
  });

  test('are removed; a refusal is shown where it was asked', async () => {
    const msg = 'The team would be without an owner.';
    fixture.server.on('DELETE /workspace/members/u2', () => refusal(409, msg));
    await open();
    await choose('Actions for Bo Diaz', 'Remove…');
    const asked = within(await dialog('Remove Bo Diaz from Acme?'));
    await press('Remove');
    expect(await asked.findByText(msg)).toBeInTheDocument();
    fixture.server.on('DELETE /workspace/members/u2', () => {
      setMembers([aMember()]);
      return ok(null);
    });
    await press('Remove');
    await waitFor(() => expect(part('Members').queryByText('Bo Diaz')).not.toBeInTheDocument());
  });

  test('admins do nothing with owners, and make none', async () => {
    setRole('admin');
    await open();
    expect(within(row('Ada Lovelace')).queryByRole('button')).not.toBeInTheDocument();
    expect(within(row('Eve Reader')).queryByRole('button')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Bo Diaz' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Change role…',
      'Remove…',
    ]);
  });

  test('whoever may not change the team reads names and roles, and who the owners are', async () => {
    setRole('viewer', [aMember({ id: 'u3', role: 'owner', email: null }), { ...bo, email: null }]);
    await open();
    expect(row('Bo Diaz')).toHaveTextContent('Bo DiazEditor');
    expect(part('Members').queryByRole('button')).not.toBeInTheDocument();
    expect(part('Members').getByText(/The owner of Acme is Cy Twombly\./)).toBeInTheDocument();
    expect(part('General').getByText('Only admins and owners change this.')).toBeInTheDocument();
    expect(screen.queryByLabelText('Name')).not.toBeInTheDocument();
    expect(part('Plan').queryByRole('button')).not.toBeInTheDocument();
  });

  test('that cannot be loaded are asked for again', async () => {
    showTeam();
    fixture.server.on('GET /workspace/members', () => refusal(503));
    openPage('/workspace');
    expect(
      await screen.findByText('The members could not be loaded. Check the connection, and try again.'),
    ).toBeInTheDocument();
    setMembers([bo]);
    await press('Try again');
    expect(await screen.findByText('Bo Diaz')).toBeInTheDocument();
  });
});

describe('invitations', () => {
  test('go to each address once, and the dialog says what became of each', async () => {
    fixture.server.on('POST /workspace/invitations', () =>
      ok([
        { email: 'cy@acme.com', result: 'sent' },
        { email: 'bo@acme.com', result: 'member' },
      ]),
    );
    await open();
    await press('Invite people');
    const asked = within(await dialog('Invite people'));
    await userEvent.type(asked.getByLabelText('Addresses'), 'cy@acme.com, bo@{enter}cy@acme.com');
    expect(asked.getByText('“bo@” is not an e-mail address.')).toBeInTheDocument();
    await userEvent.clear(asked.getByLabelText('Addresses'));
    await userEvent.type(asked.getByLabelText('Addresses'), 'cy@acme.com, Bo@acme.com{enter}cy@acme.com');
    await userEvent.selectOptions(asked.getByLabelText('Invite as'), 'Reviewer');
    await userEvent.type(asked.getByLabelText('Note for the mail, if you like'), 'Join us.');
    await press('Send 2 invitations');
    const results = await screen.findByRole('list', { name: 'What became of each address' });
    expect(
      within(results)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['cy@acme.comSent', 'bo@acme.comAlready a member']);
    expect(bodiesOf('POST /workspace/invitations')).toEqual([
      { emails: ['cy@acme.com', 'bo@acme.com'], role: 'reviewer', note: 'Join us.' },
    ]);
  });

  test('are not sent to a wrong address: the field has the focus, and says why once', async () => {
    await open();
    await press('Invite people');
    const asked = within(await dialog('Invite people'));
    const field = asked.getByLabelText('Addresses');
    await press('Send');
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription('Enter an address.');
    await userEvent.type(field, 'cy@acme.com, bo@');
    expect(field).toBeValid();
    await press('Send 1 invitation');
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
    expect(asked.getAllByText('“bo@” is not an e-mail address.')).toHaveLength(1);
    expect(field).toHaveAccessibleDescription('“bo@” is not an e-mail address.');
    await userEvent.type(field, 'acme.com');
    expect(field).toBeValid();
    expect(bodiesOf('POST /workspace/invitations')).toEqual([]);
    fixture.server.on('POST /workspace/invitations', () => refusal(409, 'The team is full.'));
    await press('Send 2 invitations');
    expect(await asked.findByText('The team is full.')).toBeInTheDocument();
  });

  test('are sent again, and withdrawn', async () => {
    setMembers([aMember()], [invitation]);
    fixture.server
      .on('POST /workspace/invitations', () => ok([{ email: 'cy@acme.com', result: 'sent-again' }]))
      .on('DELETE /workspace/invitations/i1', () => {
        setMembers([aMember()]);
        return ok(null);
      });
    await open();
    await choose('Actions for cy@acme.com', 'Send again');
    await waitFor(() =>
      expect(bodiesOf('POST /workspace/invitations')).toEqual([
        { emails: ['cy@acme.com'], role: 'viewer', note: '' },
      ]),
    );
    await choose('Actions for cy@acme.com', 'Withdraw');
    await waitFor(() => expect(part('Members').queryByText('cy@acme.com')).not.toBeInTheDocument());
  });
});

test('whoever leaves a team is in their own library; the last owner is told why not', async () => {
  const msg = 'The team would be without an owner.';
  fixture.server.on('DELETE /workspace/members/u1', () => refusal(409, msg));
  await open();
  await press('Leave Acme');
  const asked = within(await dialog('Leave Acme?'));
  await press('Leave');
  expect(await asked.findByText(msg)).toBeInTheDocument();
  fixture.server
    .on('DELETE /workspace/members/u1', () => ok(null))
    .on('GET /workspaces', () => ok([own]))
    .on('GET /muxvideos', () => ok([]));
  await press('Leave');
  await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
  expect(lastToast()?.text).toBe('You left Acme.');
  expect(await screen.findByText('Your library is empty')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Workspace:/ })).not.toBeInTheDocument();
  expect(fixture.server.to('GET /muxvideos').map(({ workspace }) => workspace)).toEqual([null]);
});

describe('an owner', () => {
  const route = 'DELETE /workspace';
  const week = 7 * 86_400_000;
  const day = new Date(Date.now() + week).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });

  async function ask() {
    await open();
    await userEvent.click(part('Leave or delete').getByRole('button', { name: 'Delete the team' }));
    const asked = within(await dialog('Delete Acme?'));
    return {
      asked,
      field: asked.getByLabelText('Type Acme to confirm'),
      confirm: asked.getByRole('button', { name: 'Delete the team' }),
    };
  }

  test('deletes the team by its name, and is in their own library next', async () => {
    fixture.server
      .on('GET /workspace', () => ok(aTeamRecord({ member_count: 12 })))
      .on('GET /muxvideos', () => ok([]))
      .on(route, () => {
        fixture.server
          .on('GET /workspaces', () => new Promise(() => undefined))
          .on('GET /workspace', () => refusal(403, 'Acme is not available.'));
        return { body: { status: 'success' } };
      });
    const { asked, field, confirm } = await ask();
    expect(asked.getByText(/^12 members lose access now\./)).toHaveTextContent(
      `On ${day} its videos, portals and everything made from them are deleted for good. Until then an owner can restore it.`,
    );
    expect(confirm).toBeDisabled();
    await userEvent.type(field, 'acme{enter}');
    expect(confirm).toBeDisabled();
    expect(fixture.server.to(route)).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, ' Acme ');
    await userEvent.click(confirm);
    expect(await screen.findByText('Your library is empty')).toBeInTheDocument();
    expect(currentAddress()).toBe('/asset/view');
    expect(lastToast()?.text).toBe(`Acme is closed. You can restore it until ${day}.`);
    expect(fixture.server.to(route).map(({ workspace, body }) => [workspace, body])).toEqual([
      ['acme', { name: 'Acme' }],
    ]);
    expect(fixture.server.to('GET /muxvideos').map(({ workspace }) => workspace)).toEqual([null]);
    // Before the list is read again.
    await userEvent.click(await screen.findByRole('button', { name: 'Workspace: Personal. Change' }));
    expect(await screen.findByRole('menuitem', { name: 'Acme, closed' })).toHaveAccessibleDescription(
      `It can be restored until ${day}.`,
    );
    expect(screen.queryByRole('menuitem', { name: 'Acme' })).not.toBeInTheDocument();
  });

  test('is told in the dialog why the team was not deleted', async () => {
    const msg = 'This is not the name of the team. Nothing was deleted.';
    fixture.server.on(route, () => refusal(400, msg));
    const { asked, field, confirm } = await ask();
    await userEvent.type(field, 'Acme');
    await userEvent.click(confirm);
    expect(await asked.findByText(msg)).toBeInTheDocument();
    await userEvent.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Acme' })).toBeInTheDocument();
  });
});

test('whoever is no owner may only leave', async () => {
  setRole('admin');
  await open();
  await waitFor(() => expect(part('General').getByLabelText('Name')).toBeInTheDocument());
  expect(part('Leave').getByRole('button', { name: 'Leave Acme' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Delete the team' })).not.toBeInTheDocument();
});
