import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fixture, followed, openAccount as open, part, status } from '../testing/account-fixture.ts';
import { anAccount, aSession } from '../testing/an-account.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import { currentAddress } from '../testing/open-page.tsx';

describe('sessions', () => {
  const route = 'DELETE /account/sessions';

  test('are listed with browser and address; the current one is marked', async () => {
    await open();
    const [first, second] = await part('Where you are signed in').findAllByRole('listitem');
    expect(first).toHaveTextContent(
      /^Firefox on LinuxThis browser203\.0\.113\.7 · signed in 3 d ago · used \d min ago$/,
    );
    expect(within(first!).queryByRole('button')).not.toBeInTheDocument();
    expect(second).toHaveTextContent(/^Safari on iOS198\.51\.100\.4 ·/);
  });

  test('one session can be ended, or all others', async () => {
    fixture.server.on(`${route}/s2`, () => ok({})).on(route, () => ok({}));
    await open();
    const sessions = part('Where you are signed in');
    await userEvent.click(await sessions.findByRole('button', { name: 'Sign out Safari on iOS' }));
    expect(await status('Signed out there.')).toBeInTheDocument();
    expect(fixture.server.to(`${route}/s2`)).toHaveLength(1);
    fixture.server.on('GET /account/sessions', () => ok([aSession()]));
    await userEvent.click(sessions.getByRole('button', { name: 'Sign out elsewhere' }));
    expect(await status('Signed out everywhere else.')).toBeInTheDocument();
    expect(await sessions.findByText('You are not signed in anywhere else.')).toBeInTheDocument();
    expect(fixture.server.to(route)).toHaveLength(1);
  });

  test('sessions that could not be ended are still listed', async () => {
    fixture.server.on(route, () => refusal(503, 'Away.'));
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out elsewhere' }));
    expect(await status('Away.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Sign out elsewhere' })).toBeInTheDocument();
  });
});

describe('single sign-on', () => {
  const team = { kind: 'team', role: 'editor', publishers: 'editors' } as const;
  const linked_at = Date.UTC(2026, 10, 3, 12) / 1_000;

  test('names the teams through whose providers the user signs in', async () => {
    const linked = { ...team, id: 't1', name: 'Acme', linked_at };
    fixture.server.on('GET /workspaces', () => ok([linked, { ...team, id: 't2', name: 'Beta' }]));
    await open();
    const section = within(await screen.findByRole('region', { name: 'Single sign-on' }));
    expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'AcmeLinked on 3 November 2026',
    ]);
  });

  test('is not spoken of without one', async () => {
    fixture.server.on('GET /workspaces', () => ok([{ ...team, id: 't2', name: 'Beta' }]));
    await open();
    await waitFor(() => expect(fixture.server.to('GET /workspaces')).not.toEqual([]));
    await part('Where you are signed in').findAllByRole('listitem');
    expect(screen.queryByRole('region', { name: 'Single sign-on' })).not.toBeInTheDocument();
  });
});

describe('password', () => {
  const route = 'POST /account/password';
  async function change(current: string, next: string, again: string) {
    await open();
    const password = part('Password');
    if (current) await userEvent.type(password.getByLabelText('Current password'), current);
    if (next) await userEvent.type(password.getByLabelText('New password'), next);
    if (again) await userEvent.type(password.getByLabelText('Repeat the new password'), again);
    await userEvent.click(password.getByRole('button', { name: 'Change password' }));
    return password;
  }

  test('is changed with the current password; then the fields are empty', async () => {
    fixture.server.on(route, () => ({ body: { status: 'success', msg: 'Your password was changed.' } }));
    const password = await change('analytical engine', 'difference engine', 'difference engine');
    expect(await status('Your password was changed.')).toBeInTheDocument();
    expect(fixture.server.to(route)[0]?.body).toEqual({
      password: 'analytical engine',
      new_password: 'difference engine',
    });
    expect(password.getByLabelText('Current password')).toHaveValue('');
    await waitFor(() => expect(fixture.server.to('GET /account/sessions').length).toBeGreaterThan(1));
  });

  test.each([
    ['', 'difference engine', 'difference engine', 'Please fill in all fields.', 'Current password'],
    ['old', 'short', 'short', /at least 8 characters/, 'New password'],
    [
      'old',
      'difference engine',
      'difference engines',
      'The new passwords do not match.',
      'Repeat the new password',
    ],
  ])(
    'an invalid input is reported without sending it: %p, %p, %p',
    async (current, next, again, words, field) => {
      const password = await change(current, next, again);
      expect(password.getByRole('alert')).toHaveTextContent(words);
      expect(password.getByLabelText(field)).toHaveFocus();
      expect(fixture.server.to(route)).toEqual([]);
    },
  );

  test('reports a wrong current password', async () => {
    fixture.server.on(route, () => refusal(400, 'The current password is wrong.'));
    const password = await change('wrong one', 'difference engine', 'difference engine');
    await waitFor(() =>
      expect(password.getByRole('alert')).toHaveTextContent('The current password is wrong.'),
    );
  });
});

describe('mail', () => {
  test('mails about ready webinars are switched off at once, and on again after a failure', async () => {
    fixture.server.on('PATCH /account', () => refusal(503, 'Away.'));
    await open();
    const toggle = part('Mail').getByRole('switch', { name: 'Email me when a webinar is ready' });
    expect(toggle).toBeChecked();
    await userEvent.click(toggle);
    expect(await status('Away.')).toBeInTheDocument();
    expect(toggle).toBeChecked();
    fixture.server.on('PATCH /account', () => ok(anAccount({ ready_mail: false })));
    await userEvent.click(toggle);
    await waitFor(() => expect(toggle).not.toBeChecked());
    expect(fixture.server.to('PATCH /account').map(({ body }) => body)).toEqual([
      { ready_mail: false },
      { ready_mail: false },
    ]);
  });
});

describe('the data export', () => {
  const route = 'POST /account/export/ticket';
  const estimate = { recordings: 12, clips: 1, missing: 0, bytes: 18_400_000_000 };
  const choice = () => part('Your data').findByRole('checkbox', { name: 'Include recordings and clips' });
  const download = () => userEvent.click(part('Your data').getByRole('button', { name: 'Download my data' }));
  beforeEach(() => {
    fixture.server
      .on(route, () => ok({ ticket: 'one-time' }))
      .on('GET /account/export/estimate', () => ok(estimate));
  });

  test('is downloaded by the browser, with a ticket', async () => {
    await open();
    await download();
    expect(await status('Your download has started. Your browser shows its progress.')).toBeInTheDocument();
    expect(fixture.server.to(route)[0]?.token).toBe('Bearer secret');
    expect(followed).toEqual(['/api/account/export?content=data&ticket=one-time']);
  });

  test('includes recordings and clips on request, and says how large they are', async () => {
    await open();
    await waitFor(async () => expect(await choice()).toBeEnabled());
    expect(await choice()).toHaveAccessibleDescription('12 recordings and 1 clip, about 18.4 GB.');
    expect(screen.queryByText(/can take hours/)).not.toBeInTheDocument();
    await userEvent.click(await choice());
    expect(await status(/can take hours/)).toBeInTheDocument();
    await download();
    expect(await status(/Your download has started/)).toBeInTheDocument();
    expect(followed).toEqual(['/api/account/export?content=all&ticket=one-time']);
  });

  test.each([
    [{ recordings: 0, clips: 0, missing: 0, bytes: 0 }, 'You have no recordings yet.'],
    [{ recordings: 0, clips: 0, missing: 1, bytes: 0 }, '1 recording or clip has no file yet.'],
    [{ recordings: 0, clips: 0, missing: 2, bytes: 0 }, '2 recordings or clips have no file yet.'],
  ])('of %j offers no files, with the reason', async (empty, reason) => {
    fixture.server.on('GET /account/export/estimate', () => ok(empty));
    await open();
    expect(await status(reason)).toBeInTheDocument();
    expect(await choice()).toBeDisabled();
    await download();
    await waitFor(() => expect(followed).toEqual(['/api/account/export?content=data&ticket=one-time']));
  });

  test('says that some files are missing, and can be chosen when the size is not known', async () => {
    fixture.server.on('GET /account/export/estimate', () => ok({ ...estimate, missing: 2, bytes: 0 }));
    await open();
    await status(
      '12 recordings and 1 clip. 2 recordings or clips have no file yet: the archive lists what is missing.',
    );
  });

  test('can include files when their size cannot be read', async () => {
    fixture.server.on('GET /account/export/estimate', () => refusal(503, 'Away.'));
    await open();
    await status('Their size is not available at the moment.');
    expect(await choice()).toBeEnabled();
  });

  test('a refused export shows the reason and downloads no file', async () => {
    fixture.server.on(route, () =>
      refusal(429, 'An export is already running. Please wait until it finishes.'),
    );
    await open();
    await download();
    expect(await status(/An export is already running/)).toBeInTheDocument();
    expect(followed).toEqual([]);
  });

  test('is prepared once, and says so', async () => {
    fixture.server.on(route, () => new Promise(() => undefined));
    await open();
    await download();
    expect(part('Your data').getByRole('status')).toHaveTextContent('Preparing your archive');
    await download();
    expect(fixture.server.to(route)).toHaveLength(1);
  });
});

describe('deleting the account', () => {
  const route = 'DELETE /account';
  async function ask() {
    await open();
    await userEvent.click(part('Delete account').getByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('dialog'));
    return {
      dialog,
      field: dialog.getByLabelText('Type ada@example.org to continue'),
      confirm: dialog.getByRole('button', { name: 'Delete account' }),
    };
  }

  test('requires the typed e-mail address, then signs out', async () => {
    fixture.server.on(route, () => ({ body: { status: 'success', msg: 'Your account was deleted.' } }));
    const { field, confirm } = await ask();
    expect(confirm).toBeDisabled();
    await userEvent.type(field, 'eve@example.org');
    expect(confirm).toBeDisabled();
    await userEvent.clear(field);
    await userEvent.type(field, ' Ada@example.org');
    await userEvent.click(confirm);
    expect(await screen.findByText('Your account was deleted.')).toBeInTheDocument();
    expect(currentAddress()).toBe('/login');
    expect(localStorage.getItem('user')).toBeNull();
    expect(fixture.server.to(route).map(({ body }) => body)).toEqual([{ email: 'Ada@example.org' }]);
  });

  test('can be cancelled; after a failure the account still exists', async () => {
    fixture.server.on(route, () => refusal(503, 'Away.'));
    const { dialog, field, confirm } = await ask();
    await userEvent.type(field, 'ada@example.org');
    await userEvent.click(confirm);
    await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('Away.'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(localStorage.getItem('user')).not.toBeNull();
  });
});
