import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLedgerRow, anAccount, aSession } from '../testing/an-account.ts';
import { FakeServer, ok, refusal, unauthorized } from '../testing/fake-server.ts';
import { currentAddress, loadFirst, openPage, signIn } from '../testing/open-page.tsx';
loadFirst(
  () => import('./account-page.tsx'),
  () => import('../app/signed-in-root.tsx'),
  () => import('./login-page.tsx'),
);

const other = aSession({
  id: 's2',
  is_current: false,
  client_address: '198.51.100.4',
  user_agent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
});
let server: FakeServer;
/** The addresses of followed download links. */
const followed: string[] = [];

beforeEach(() => {
  localStorage.clear();
  signIn();
  followed.length = 0;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    followed.push(this.getAttribute('href') ?? '');
  });
  server = new FakeServer()
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /account', () => ok(anAccount()))
    .on('GET /account/ledger', () => ({ body: { status: 'success', data: [aLedgerRow('e1')], total: 1 } }))
    .on('GET /account/export/estimate', () => ok({ recordings: 0, clips: 0, missing: 0, bytes: 0 }))
    .on('GET /account/sessions', () => ok([aSession(), other]))
    .on('GET /muxvideos', () => ({ body: { status: 'success', data: [], next: null, total: 1 } }));
});
afterEach(() => jest.restoreAllMocks());

async function open(address = '/account') {
  openPage(address);
  await screen.findByRole('region', { name: 'Plan' });
}
const part = (name: string) => within(screen.getByRole('region', { name }));
const status = (text: string | RegExp) => screen.findByText(text);

test('is reached from the menu of the header', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 'u1', token: 'secret', email: 'ada@example.org' }));
  openPage('/asset/view');
  await userEvent.click(await screen.findByRole('button', { name: 'Your account' }));
  expect(screen.getByText('ada@example.org')).toHaveAttribute('dir', 'auto');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Account' }));
  await waitFor(() => expect(currentAddress()).toBe('/account'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeInTheDocument();
});

test('redirects to sign-in when nobody is signed in', async () => {
  localStorage.clear();
  openPage('/account');
  await screen.findByLabelText('Email address');
  expect(currentAddress()).toBe('/login');
});

test('reports an account that cannot be loaded, and can retry', async () => {
  server.on('GET /account', () => refusal(503, 'Please try again in a moment.'));
  openPage('/account');
  expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
  server.on('GET /account', () => ok(anAccount()));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Plan' })).toBeInTheDocument();
});

describe('profile', () => {
  test('shows and saves the names', async () => {
    server.on('PATCH /account', () => ok(anAccount({ firstname: 'Augusta' })));
    await open();
    const profile = part('Profile');
    const first = profile.getByLabelText('First name');
    await userEvent.clear(first);
    await userEvent.type(first, 'Augusta');
    await userEvent.click(profile.getByRole('button', { name: 'Save' }));
    expect(await status('Your name was saved.')).toBeInTheDocument();
    expect(server.to('PATCH /account').map(({ body }) => body)).toEqual([
      { firstname: 'Augusta', lastname: 'Lovelace' },
    ]);
  });

  test('reports an empty name without sending it, and shows a refusal', async () => {
    await open();
    const profile = part('Profile');
    const last = profile.getByLabelText('Last name');
    await userEvent.clear(last);
    await userEvent.click(profile.getByRole('button', { name: 'Save' }));
    expect(profile.getByRole('alert')).toHaveTextContent('Please fill in all fields.');
    expect(last).toHaveFocus();
    expect(server.to('PATCH /account')).toEqual([]);
    server.on('PATCH /account', () => refusal(400, 'That is no name.'));
    await userEvent.type(last, '!!');
    await userEvent.click(profile.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(profile.getByRole('alert')).toHaveTextContent('That is no name.'));
  });
});

describe('the e-mail address', () => {
  const msg = 'If this address can be used, we have sent it a link.';

  test('is shown, and can be changed with the password by a link', async () => {
    server.on('POST /account/email', () => ({ body: { status: 'success', msg } }));
    await open();
    const email = part('Email address');
    expect(email.getByText('ada@example.org')).toBeInTheDocument();
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ email: 'ada@example.org' });
    await userEvent.click(email.getByRole('button', { name: 'Change it' }));
    expect(email.getByLabelText('New email address')).toHaveFocus();
    await userEvent.type(email.getByLabelText('New email address'), ' ada@example.net');
    await userEvent.type(email.getByLabelText('Your password'), 'analytical engine');
    await userEvent.click(email.getByRole('button', { name: 'Send the link' }));
    expect(await email.findByText(new RegExp(`^${msg}`))).toBeInTheDocument();
    expect(server.to('POST /account/email').map(({ body }) => body)).toEqual([
      { email: 'ada@example.net', password: 'analytical engine' },
    ]);
  });

  test('stays when the request is refused or cancelled', async () => {
    server.on('POST /account/email', () => refusal(400, 'The password is wrong.'));
    await open();
    const email = part('Email address');
    await userEvent.click(email.getByRole('button', { name: 'Change it' }));
    await userEvent.click(email.getByRole('button', { name: 'Send the link' }));
    expect(email.getByRole('alert')).toHaveTextContent('Please fill in all fields.');
    await userEvent.type(email.getByLabelText('New email address'), 'ada@example.net');
    await userEvent.type(email.getByLabelText('Your password'), 'wrong');
    await userEvent.click(email.getByRole('button', { name: 'Send the link' }));
    await waitFor(() => expect(email.getByRole('alert')).toHaveTextContent('The password is wrong.'));
    await userEvent.click(email.getByRole('button', { name: 'Cancel' }));
    expect(email.queryByLabelText('Your password')).not.toBeInTheDocument();
  });
});

describe('plan', () => {
  test('shows the plan, its end and how much of it is used', async () => {
    await open();
    const plan = part('Plan');
    expect(plan.getByText('Curious Executive (Free Trial)')).toBeInTheDocument();
    expect(plan.getByText(/^Runs until \d+ \w+ \d{4}\.$/)).toBeInTheDocument();
    expect(await plan.findByText('1 of 2 videos')).toBeInTheDocument();
  });

  test('an upgrade can be requested once', async () => {
    server.on('POST /account/upgrade-request', () => {
      server.on('GET /account', () => ok(anAccount({ upgrade_requested_at: 1_794_100_000 })));
      return { body: { status: 'success', msg: 'We received your request and will contact you.' } };
    });
    await open();
    expect(part('Plan').getByText(/20 videos and 1,000,000 tokens a month/)).toBeInTheDocument();
    await userEvent.click(part('Plan').getByRole('button', { name: 'Ask for an upgrade' }));
    expect(await status('We received your request and will contact you.')).toBeInTheDocument();
    expect(await part('Plan').findByText(/^You asked for an upgrade on/)).toBeInTheDocument();
    expect(part('Plan').queryByRole('button')).not.toBeInTheDocument();
  });

  test('an expired or unconfirmed plan says so', async () => {
    const account = anAccount({ plan: 'executive', is_confirmed: false, membership_end: 1_700_000_000 });
    server.on('GET /account', () => ok(account));
    await open();
    expect(part('Plan').getByText(/^Ended on 14 November 2023\..*still watch/)).toBeInTheDocument();
    expect(part('Plan').getByText(/confirming your plan/)).toBeInTheDocument();
    expect(part('Plan').getByRole('button', { name: 'Ask for an upgrade' })).toBeInTheDocument();
  });

  test('the highest plan offers no upgrade', async () => {
    server.on('GET /account', () => ok(anAccount({ plan: 'executive' })));
    await open();
    expect(part('Plan').queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('tokens', () => {
  test('are shown with their sources', async () => {
    await open();
    const tokens = part('Tokens');
    expect(tokens.getByText('63,800')).toBeInTheDocument();
    expect(tokens.getByText(/38,800 left of this month’s 50,000/)).toHaveTextContent('25,000 added');
  });

  test('the ledger shows time, purpose, video and amount', async () => {
    const rows = [
      aLedgerRow('back', { amount: 800 }),
      aLedgerRow('out'),
      aLedgerRow('gone', { purpose: 'summary', video: { id: 'v', title: '' } }),
      aLedgerRow('added', { purpose: 'added', amount: 25_000, video: null, operation_id: null }),
      aLedgerRow('grant', { purpose: 'grant', amount: 50_000, video: null, operation_id: null }),
      aLedgerRow('new', { purpose: 'of-tomorrow', amount: -1, video: null }),
    ];
    server.on('GET /account/ledger', () => ({ body: { status: 'success', data: rows, total: 6 } }));
    await open();
    const table = await part('Tokens').findByRole('table', { name: 'How tokens were used' });
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].slice(1).map((cell) => cell.textContent));
    expect(cells).toEqual([
      ['Refunded from quotesRetention by cohort', '+800'],
      ['Reserved for quotesRetention by cohort', '−1,200'],
      ['Reserved for a summarya deleted video', '−1,200'],
      ['Added by us', '+25,000'],
      ['Monthly grant', '+50,000'],
      ['of-tomorrow', '−1'],
    ]);
    expect(within(table).getAllByRole('link')[0]).toHaveAttribute('href', '/asset/session-1');
  });

  test('older rows are loaded page by page', async () => {
    server.on('GET /account/ledger', ({ query }) => {
      const first = (Number(query.page) - 1) * 20;
      const rows = Array.from({ length: Math.min(20, 45 - first) }, (_, at) =>
        aLedgerRow(String(first + at), { amount: first + at + 1 }),
      );
      return { body: { status: 'success', data: rows, total: 45 } };
    });
    await open();
    const tokens = part('Tokens');
    expect(await tokens.findByText('1–20 of 45')).toBeInTheDocument();
    expect(tokens.getByRole('button', { name: 'Newer' })).toBeDisabled();
    await userEvent.click(tokens.getByRole('button', { name: 'Older' }));
    expect(await tokens.findByText('+21')).toBeInTheDocument();
    await userEvent.click(tokens.getByRole('button', { name: 'Older' }));
    expect(await tokens.findByText('41–45 of 45')).toBeInTheDocument();
    expect(tokens.getByRole('button', { name: 'Older' })).toBeDisabled();
    expect(server.to('GET /account/ledger').map(({ query }) => query)).toEqual(
      ['1', '2', '3'].map((page) => ({ page, limit: '20' })),
    );
  });

  test('an empty ledger says so; a ledger that cannot be loaded can be retried', async () => {
    server.on('GET /account/ledger', () => refusal(503, 'Away.'));
    await open();
    expect(await part('Tokens').findByText('Away.')).toBeInTheDocument();
    server.on('GET /account/ledger', () => ({ body: { status: 'success', data: [], total: 0 } }));
    await userEvent.click(part('Tokens').getByRole('button', { name: 'Try again' }));
    expect(await part('Tokens').findByText('Nothing has been granted or spent yet.')).toBeInTheDocument();
  });
});

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
    server.on(`${route}/s2`, () => ok({})).on(route, () => ok({}));
    await open();
    const sessions = part('Where you are signed in');
    await userEvent.click(await sessions.findByRole('button', { name: 'Sign out Safari on iOS' }));
    expect(await status('Signed out there.')).toBeInTheDocument();
    expect(server.to(`${route}/s2`)).toHaveLength(1);
    server.on('GET /account/sessions', () => ok([aSession()]));
    await userEvent.click(sessions.getByRole('button', { name: 'Sign out elsewhere' }));
    expect(await status('Signed out everywhere else.')).toBeInTheDocument();
    expect(await sessions.findByText('You are not signed in anywhere else.')).toBeInTheDocument();
    expect(server.to(route)).toHaveLength(1);
  });

  test('sessions that could not be ended are still listed', async () => {
    server.on(route, () => refusal(503, 'Away.'));
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out elsewhere' }));
    expect(await status('Away.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Sign out elsewhere' })).toBeInTheDocument();
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
    server.on(route, () => ({ body: { status: 'success', msg: 'Your password was changed.' } }));
    const password = await change('analytical engine', 'difference engine', 'difference engine');
    expect(await status('Your password was changed.')).toBeInTheDocument();
    expect(server.to(route)[0]?.body).toEqual({
      password: 'analytical engine',
      new_password: 'difference engine',
    });
    expect(password.getByLabelText('Current password')).toHaveValue('');
    await waitFor(() => expect(server.to('GET /account/sessions').length).toBeGreaterThan(1));
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
      expect(server.to(route)).toEqual([]);
    },
  );

  test('reports a wrong current password', async () => {
    server.on(route, () => refusal(400, 'The current password is wrong.'));
    const password = await change('wrong one', 'difference engine', 'difference engine');
    await waitFor(() =>
      expect(password.getByRole('alert')).toHaveTextContent('The current password is wrong.'),
    );
  });
});

describe('mail', () => {
  test('mails about ready webinars are switched off at once, and on again after a failure', async () => {
    server.on('PATCH /account', () => refusal(503, 'Away.'));
    await open();
    const toggle = part('Mail').getByRole('switch', { name: 'Email me when a webinar is ready' });
    expect(toggle).toBeChecked();
    await userEvent.click(toggle);
    expect(await status('Away.')).toBeInTheDocument();
    expect(toggle).toBeChecked();
    server.on('PATCH /account', () => ok(anAccount({ ready_mail: false })));
    await userEvent.click(toggle);
    await waitFor(() => expect(toggle).not.toBeChecked());
    expect(server.to('PATCH /account').map(({ body }) => body)).toEqual([
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
    server.on(route, () => ok({ ticket: 'one-time' })).on('GET /account/export/estimate', () => ok(estimate));
  });

  test('is downloaded by the browser, with a ticket', async () => {
    await open();
    await download();
    expect(await status('Your download has started. Your browser shows its progress.')).toBeInTheDocument();
    expect(server.to(route)[0]?.token).toBe('Bearer secret');
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
    server.on('GET /account/export/estimate', () => ok(empty));
    await open();
    expect(await status(reason)).toBeInTheDocument();
    expect(await choice()).toBeDisabled();
    await download();
    await waitFor(() => expect(followed).toEqual(['/api/account/export?content=data&ticket=one-time']));
  });

  test('says that some files are missing, and can be chosen when the size is not known', async () => {
    server.on('GET /account/export/estimate', () => ok({ ...estimate, missing: 2, bytes: 0 }));
    await open();
    await status(
      '12 recordings and 1 clip. 2 recordings or clips have no file yet: the archive lists what is missing.',
    );
  });

  test('can include files when their size cannot be read', async () => {
    server.on('GET /account/export/estimate', () => refusal(503, 'Away.'));
    await open();
    await status('Their size is not available at the moment.');
    expect(await choice()).toBeEnabled();
  });

  test('a refused export shows the reason and downloads no file', async () => {
    server.on(route, () => refusal(429, 'An export is already running. Please wait until it finishes.'));
    await open();
    await download();
    expect(await status(/An export is already running/)).toBeInTheDocument();
    expect(followed).toEqual([]);
  });

  test('is prepared once, and says so', async () => {
    server.on(route, () => new Promise(() => undefined));
    await open();
    await download();
    expect(part('Your data').getByRole('status')).toHaveTextContent('Preparing your archive');
    await download();
    expect(server.to(route)).toHaveLength(1);
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
    server.on(route, () => ({ body: { status: 'success', msg: 'Your account was deleted.' } }));
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
    expect(server.to(route).map(({ body }) => body)).toEqual([{ email: 'Ada@example.org' }]);
  });

  test('can be cancelled; after a failure the account still exists', async () => {
    server.on(route, () => refusal(503, 'Away.'));
    const { dialog, field, confirm } = await ask();
    await userEvent.type(field, 'ada@example.org');
    await userEvent.click(confirm);
    await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('Away.'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(localStorage.getItem('user')).not.toBeNull();
  });
});

test('a session that has ended redirects to sign-in', async () => {
  server.on('GET /account', () => unauthorized);
  openPage('/account');
  expect(await screen.findByText(/we have logged you out/)).toBeInTheDocument();
});
