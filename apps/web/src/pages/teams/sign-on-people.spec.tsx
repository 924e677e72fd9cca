import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SsoRecord } from '@vault/contracts';
import { ok, refusal } from '../../testing/fake-server.ts';
import { lastToast } from '../../testing/last-toast.ts';
import { loadFirst, openPage } from '../../testing/open-page.tsx';
import { aPeople, aTest, ssoAt } from '../../testing/sso-fixture.ts';
import { aMember, bo, fixture, showTeam } from '../../testing/team-fixture.ts';

const route = 'GET /workspace/sso';

loadFirst(
  () => import('../../app/signed-in-root.tsx'),
  () => import('./sign-on-settings-page.tsx'),
);

const setSso = (sso: SsoRecord) => void fixture.server.on(route, () => ok(sso));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const sent = (call: string) => fixture.server.to(call).map(({ body }) => body);
const heading = (name: RegExp) => screen.getByRole('heading', { level: 2, name });

/** What a change answers is what is read from then on. */
const accept = (call: string, sso: SsoRecord) =>
  void fixture.server.on(call, () => {
    setSso(sso);
    return ok(sso);
  });

const outsiders: SsoRecord['members'] = {
  ...{ inside: 11, signed_in: 9, outside: ['cy@example.org', 'dee@partner.example'] },
  removable: [{ id: 'u7', name: 'Cy Wu', email: 'cy@example.org' }],
};

async function open(sso: SsoRecord) {
  setSso(sso);
  showTeam();
  openPage('/workspace/sign-on');
  await screen.findByRole('heading', { level: 2, name: /^Domain/ });
}

describe('people', () => {
  const put = 'PUT /workspace/sso/people';
  const groups = () => screen.getByRole('list', { name: 'Groups with a role' });

  test('are invited at first, and nothing has to be changed', async () => {
    accept(put, ssoAt.people);
    await open(ssoAt.people);
    expect(screen.getByLabelText('Must be invited')).toBeChecked();
    expect(screen.getByText(/^Only for acme\.com, which you verified\./)).toBeInTheDocument();
    await press('Save');
    await waitFor(() => expect(heading(/^Test/)).toHaveFocus());
    expect(sent(put)).toEqual([aPeople()]);
    expect(await screen.findByText('New people must be invited')).toBeInTheDocument();
  });

  test('get a role, also by their groups; a group that was only typed is saved too', async () => {
    accept(put, ssoAt.test);
    await open(ssoAt.people);
    await userEvent.click(screen.getByLabelText('May join'));
    await userEvent.selectOptions(screen.getByLabelText('as'), 'Reviewer');
    expect(within(screen.getByLabelText('as')).queryByText('Owner')).not.toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Group'), 'Marketing');
    await userEvent.selectOptions(screen.getByLabelText('Role of the group'), 'Editor');
    await userEvent.type(screen.getByLabelText('Group'), '{Enter}');
    expect(within(groups()).getByText('Marketing')).toBeInTheDocument();
    expect(screen.getByLabelText('Group')).toHaveValue('');
    expect(screen.getByLabelText('Group')).toHaveFocus();
    expect(sent(put)).toEqual([]);
    await userEvent.selectOptions(screen.getByLabelText('Role of Marketing'), 'Admin');
    await userEvent.type(screen.getByLabelText('Group'), 'Sales');
    await userEvent.click(screen.getByLabelText('Addresses from this provider are trusted'));
    await press('Save');
    await waitFor(() => expect(sent(put)).toHaveLength(1));
    const saved = [
      { name: 'Marketing', role: 'admin' },
      { name: 'Sales', role: 'editor' },
    ] as const;
    expect(sent(put)[0]).toEqual(
      aPeople({ new_people: 'reviewer', groups: [...saved], trusts_addresses: true }),
    );
    await waitFor(() => expect(lastToast()?.text).toBe('It was saved.'));
  });

  test('a group has one role, and can be taken out', async () => {
    await open({
      ...ssoAt.people,
      people: aPeople({ groups: [{ name: 'Marketing', role: 'editor' }] }),
    });
    await press('Change people');
    await press('Add the group');
    expect(screen.getByText('Type the name of a group.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Group'), 'Marketing');
    await press('Add the group');
    expect(screen.getByText('Marketing has a role already.')).toBeInTheDocument();
    await press('Save');
    expect(sent(put)).toEqual([]);
    await press('Remove Marketing');
    expect(within(groups()).queryAllByRole('listitem')).toEqual([]);
    expect(screen.getByLabelText('Group')).toHaveFocus();
  });

  test('their groups can be in a claim with another name, which has to be one', async () => {
    accept(put, { ...ssoAt.test, people: aPeople({ groups_claim: 'cognito:groups' }) });
    await open({ ...ssoAt.people, people: aPeople({ groups_claim: 'roles' }) });
    const claim = screen.getByLabelText('Claim with the groups');
    expect(claim).toHaveValue('roles');
    for (const [name, problem] of [
      ['email', 'The claim email has no groups. Enter the name of another one.'],
      [' ', 'Enter the name of one claim, such as groups, without spaces.'],
    ] as const) {
      await userEvent.clear(claim);
      await userEvent.type(claim, name);
      await press('Save');
      expect(screen.getByRole('alert')).toHaveTextContent(problem);
      expect(claim).toHaveFocus();
    }
    expect(sent(put)).toEqual([]);
    await userEvent.clear(claim);
    await userEvent.type(claim, ' cognito:groups ');
    await press('Save');
    await waitFor(() => expect(sent(put)).toEqual([aPeople({ groups_claim: 'cognito:groups' })]));
  });

  test('what is chosen stays when the settings are read again, and after a failure', async () => {
    fixture.server.on(put, () => refusal(500));
    await open(ssoAt.people);
    await userEvent.click(screen.getByLabelText('May join'));
    await userEvent.type(screen.getByLabelText('Group'), 'Sales');
    await press('Add the group');
    await press('Save');
    expect(await screen.findByText('It was not saved. Please try again.')).toBeInTheDocument();
    await waitFor(() => expect(fixture.server.to(route).length).toBeGreaterThan(1));
    expect(screen.getByLabelText('May join')).toBeChecked();
    expect(within(groups()).getByText('Sales')).toBeInTheDocument();
  });
});

describe('the test', () => {
  const begin = 'POST /workspace/sso/test';
  const waiting = 'Waiting for the sign-in in the other window…';
  const opened = { location: { href: '' }, close: jest.fn() };
  const openWindow = jest.spyOn(window, 'open');

  beforeEach(() => {
    opened.location.href = '';
    opened.close.mockClear();
    openWindow.mockReset().mockReturnValue(opened as unknown as Window);
    fixture.server.on(begin, () => ok({ url: 'https://id.acme.com/authorize' }));
  });

  test('opens a window in the click, waits, and shows what was found', async () => {
    const answer = Promise.withResolvers<{ body: unknown }>();
    fixture.server.on(begin, () => answer.promise);
    await open(ssoAt.test);
    await press('Test the sign-in');
    expect(openWindow).toHaveBeenCalledTimes(1);
    answer.resolve(ok({ url: 'https://id.acme.com/authorize' }));
    expect(await screen.findByText(waiting)).toBeInTheDocument();
    expect(opened.location.href).toBe('https://id.acme.com/authorize');
    setSso({ ...ssoAt.test, test: { ...aTest, is_passed: false } });
    expect(await screen.findByText(/^Not passed on .*, tested by Ada Lovelace\.$/)).toBeInTheDocument();
    expect(screen.queryByText(waiting)).not.toBeInTheDocument();
    const checks = within(screen.getByRole('list', { name: 'What the test has shown' }));
    const [right, wrong] = checks.getAllByRole('listitem');
    expect(within(right!).getByRole('img', { name: 'Right' })).toBeInTheDocument();
    expect(right).toHaveTextContent('SignatureSigned with RS256, key 7f.');
    expect(within(wrong!).getByRole('img', { name: 'Wrong' })).toBeInTheDocument();
    expect(wrong).toHaveTextContent('GroupsThe answer has no claim groups.');
    expect(screen.getByText('Nothing was changed and nobody was signed in.')).toBeInTheDocument();
  });

  test('that has passed stays open, and the last step opens', async () => {
    await open(ssoAt.test);
    await press('Test the sign-in');
    await screen.findByText(waiting);
    setSso(ssoAt.require);
    expect(await screen.findByText(/^Passed on /)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Require single sign-on' })).toBeEnabled();
    await press('Close test');
    expect(screen.queryByRole('list', { name: 'What the test has shown' })).not.toBeInTheDocument();
  });

  test('shows the address when the browser opens no window', async () => {
    openWindow.mockReturnValue(null);
    await open(ssoAt.test);
    await press('Test the sign-in');
    const link = await screen.findByRole('link', { name: /open it here/ });
    expect(link).toHaveAttribute('href', 'https://id.acme.com/authorize');
    expect(link).toHaveAttribute('target', '_blank');
    await press('Stop waiting');
    expect(screen.queryByText(waiting)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Test the sign-in' })).toBeInTheDocument();
  });

  test.each([
    [() => refusal(503, 'The provider cannot be reached.'), 'The provider cannot be reached.'],
    [() => ok({ url: 'javascript:alert(1)' }), 'The test could not begin. Please try again.'],
  ])('that cannot begin closes its window, and says why', async (answer, text) => {
    fixture.server.on(begin, answer);
    await open(ssoAt.test);
    await press('Test the sign-in');
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(opened.close).toHaveBeenCalledTimes(1);
    expect(opened.location.href).toBe('');
    expect(screen.queryByText(waiting)).not.toBeInTheDocument();
  });

  test('needs a provider', async () => {
    await open(ssoAt.provider);
    await press('Open test');
    expect(screen.getByText('Set the provider first.')).toBeInTheDocument();
  });
});

describe('the requirement', () => {
  const put = 'PUT /workspace/sso/requirement';
  const boOwns = { ...bo, role: 'owner' } as const;

  test('says what is in its way', async () => {
    await open({ ...ssoAt.require, obstacle: 'Sign in through it once to require it.' });
    const require = screen.getByRole('button', { name: 'Require single sign-on' });
    expect(require).toBeDisabled();
    expect(require).toHaveAccessibleDescription('Sign in through it once to require it.');
  });

  test('is confirmed with whom it concerns, and has an emergency owner', async () => {
    fixture.server
      .on('GET /workspace/members', () =>
        ok({
          members: [aMember(), boOwns, { ...boOwns, id: 'u3', firstname: 'Off', is_active: false }],
          ...{ invitations: [], member_limit: 500 },
        }),
      )
      .on(put, () => ok(ssoAt.required));
    await open({
      ...ssoAt.require,
      members: outsiders,
    });
    const select = await screen.findByLabelText('Emergency owner');
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Ada Lovelace', 'Bo Diaz']);
    expect(select).toHaveDisplayValue('Ada Lovelace');
    await userEvent.selectOptions(select, 'Bo Diaz');
    await press('Require single sign-on');
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Require single sign-on for acme.com?' }),
    );
    expect(dialog.getByText(/^11 members have addresses in acme\.com\./)).toBeInTheDocument();
    expect(dialog.getByText(/^2 members have addresses outside acme\.com/)).toBeInTheDocument();
    expect(dialog.getByText('dee@partner.example, an owner')).toBeInTheDocument();
    expect(dialog.getByText('Cy Wu, cy@example.org')).toBeInTheDocument();
    expect(dialog.getByText('Bo Diaz can always sign in with a password.')).toBeInTheDocument();
    expect(sent(put)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Require it' }));
    expect(
      await screen.findByText(/^On since 28 November.*\. 9 of 11 members signed in through it\.$/),
    ).toBeInTheDocument();
    expect(sent(put)).toEqual([{ emergency_owner: 'u2' }]);
  });

  test('can remove those with other addresses, who are named, but never an owner', async () => {
    fixture.server.on(put, () => ok(ssoAt.required));
    await open({ ...ssoAt.require, members: outsiders });
    await screen.findByLabelText('Emergency owner');
    await press('Require single sign-on');
    const also = await screen.findByLabelText('Also remove them, but no owner');
    expect(also).not.toBeChecked();
    expect(also).toHaveAccessibleDescription(/^They lose access at once/);
    await userEvent.click(also);
    await press('Require it');
    await waitFor(() => expect(sent(put)).toEqual([{ emergency_owner: 'u1', also_remove: ['u7'] }]));
    await waitFor(() =>
      expect(lastToast()?.text).toBe('Single sign-on is required now. 1 member was removed.'),
    );
  });

  test('removes nobody where everybody outside is an owner', async () => {
    await open({ ...ssoAt.require, members: { ...outsiders, removable: [] } });
    await screen.findByLabelText('Emergency owner');
    await press('Require single sign-on');
    expect(await screen.findByText('cy@example.org, an owner')).toBeInTheDocument();
    expect(screen.queryByLabelText(/^Also remove them/)).not.toBeInTheDocument();
  });

  test('a refusal stays in the question', async () => {
    fixture.server.on(put, () => refusal(409, 'Test the sign-in again.'));
    await open(ssoAt.require);
    await screen.findByLabelText('Emergency owner');
    await press('Require single sign-on');
    await press('Require it');
    expect(await screen.findByText('Test the sign-in again.')).toBeInTheDocument();
    await press('Cancel');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('is turned off after a question', async () => {
    accept(put, ssoAt.require);
    await open(ssoAt.required);
    await press('Turn off');
    const dialog = within(await screen.findByRole('dialog', { name: 'No longer require single sign-on?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(sent(put)).toEqual([{ emergency_owner: null }]));
    expect(await screen.findByRole('button', { name: 'Require single sign-on' })).toBeInTheDocument();
  });

  test('its emergency owner can be another one', async () => {
    const members = { members: [aMember(), boOwns], invitations: [], member_limit: 500 };
    fixture.server
      .on('GET /workspace/members', () => ok(members))
      .on(put, () => ok({ ...ssoAt.required, requirement: { since: aTest.at, emergency_owner: 'u2' } }));
    await open(ssoAt.required);
    await userEvent.selectOptions(await screen.findByLabelText('Emergency owner'), 'Bo Diaz');
    await press('Change the emergency owner');
    await waitFor(() => expect(lastToast()?.text).toBe('Bo Diaz is the emergency owner now.'));
    expect(sent(put)).toEqual([{ emergency_owner: 'u2' }]);
    expect(screen.queryByRole('button', { name: 'Change the emergency owner' })).not.toBeInTheDocument();
  });

  test('owners that cannot be loaded are asked for again', async () => {
    fixture.server.on('GET /workspace/members', () => refusal(503));
    await open(ssoAt.require);
    expect(await screen.findByText(/^The owners could not be loaded\./)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Require single sign-on' })).toBeDisabled();
    fixture.server.on('GET /workspace/members', () =>
      ok({ members: [aMember()], invitations: [], member_limit: 500 }),
    );
    await press('Try again');
    expect(await screen.findByLabelText('Emergency owner')).toBeInTheDocument();
  });
});
