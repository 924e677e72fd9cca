import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fixture, openAccount as open, part, status } from '../testing/account-fixture.ts';
import { aLedgerRow, anAccount } from '../testing/an-account.ts';
import { ok, refusal, unauthorized } from '../testing/fake-server.ts';
import { currentAddress, openPage } from '../testing/open-page.tsx';

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
  fixture.server.on('GET /account', () => refusal(503, 'Please try again in a moment.'));
  openPage('/account');
  expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
  fixture.server.on('GET /account', () => ok(anAccount()));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Plan' })).toBeInTheDocument();
});

describe('profile', () => {
  test('shows and saves the names', async () => {
    fixture.server.on('PATCH /account', () => ok(anAccount({ firstname: 'Augusta' })));
    await open();
    const profile = part('Profile');
    const first = profile.getByLabelText('First name');
    await userEvent.clear(first);
    await userEvent.type(first, 'Augusta');
    await userEvent.click(profile.getByRole('button', { name: 'Save' }));
    expect(await status('Your name was saved.')).toBeInTheDocument();
    expect(fixture.server.to('PATCH /account').map(({ body }) => body)).toEqual([
      { firstname: 'Augusta', lastname: 'Lovelace' },
    ]);
  });

  test('knows a person with one name, who may save it', async () => {
    fixture.server.on('GET /account', () => ok(anAccount({ firstname: 'Suharto', lastname: '' })));
    fixture.server.on('PATCH /account', () => ok(anAccount({ firstname: 'Suharto', lastname: '' })));
    await open();
    const profile = part('Profile');
    expect(profile.getByLabelText('I have one name')).toBeChecked();
    await userEvent.click(profile.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(fixture.server.to('PATCH /account').map(({ body }) => body)).toEqual([
        { firstname: 'Suharto', lastname: '' },
      ]),
    );
  });

  test('reports an empty name without sending it, and shows a refusal', async () => {
    await open();
    const profile = part('Profile');
    const last = profile.getByLabelText('Last name');
    await userEvent.clear(last);
    await userEvent.click(profile.getByRole('button', { name: 'Save' }));
    expect(profile.getByRole('alert')).toHaveTextContent('Please fill in all fields.');
    expect(last).toHaveFocus();
    expect(fixture.server.to('PATCH /account')).toEqual([]);
    fixture.server.on('PATCH /account', () => refusal(400, 'That is no name.'));
    await userEvent.type(last, '!!');
    await userEvent.click(profile.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(profile.getByRole('alert')).toHaveTextContent('That is no name.'));
  });
});

describe('the e-mail address', () => {
  const msg = 'If this address can be used, we have sent it a link.';

  test('is shown, and can be changed with the password by a link', async () => {
    fixture.server.on('POST /account/email', () => ({ body: { status: 'success', msg } }));
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
    expect(fixture.server.to('POST /account/email').map(({ body }) => body)).toEqual([
      { email: 'ada@example.net', password: 'analytical engine' },
    ]);
  });

  test('stays when the request is refused or cancelled', async () => {
    fixture.server.on('POST /account/email', () => refusal(400, 'The password is wrong.'));
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
    fixture.server.on('POST /account/upgrade-request', () => {
      fixture.server.on('GET /account', () => ok(anAccount({ upgrade_requested_at: 1_794_100_000 })));
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
    fixture.server.on('GET /account', () => ok(account));
    await open();
    expect(part('Plan').getByText(/^Ended on 14 November 2023\..*still watch/)).toBeInTheDocument();
    expect(part('Plan').getByText(/confirming your plan/)).toBeInTheDocument();
    expect(part('Plan').getByRole('button', { name: 'Ask for an upgrade' })).toBeInTheDocument();
  });

  test('the highest plan offers no upgrade', async () => {
    fixture.server.on('GET /account', () => ok(anAccount({ plan: 'executive' })));
    await open();
    expect(part('Plan').queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('tokens', () => {
  test.each(['free', 'executive'] as const)('can be asked for on the %s plan', async (plan) => {
    fixture.server.on('GET /account', () => ok(anAccount({ plan })));
    await open();
    expect(part('Tokens').getByRole('link', { name: 'Ask for tokens' })).toHaveAttribute(
      'href',
      expect.stringMatching(
        /^mailto:help@example\.com\?subject=More%20tokens%20for%20ada%40example\.org&body=/,
      ),
    );
    expect(part('Plan').getByRole('link', { name: 'Ask about Enterprise' })).toHaveAttribute(
      'href',
      expect.stringContaining('Enterprise%20plan%20for%20ada%40example.org'),
    );
  });

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
    fixture.server.on('GET /account/ledger', () => ({ body: { status: 'success', data: rows, total: 6 } }));
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
    fixture.server.on('GET /account/ledger', ({ query }) => {
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
    expect(fixture.server.to('GET /account/ledger').map(({ query }) => query)).toEqual(
      ['1', '2', '3'].map((page) => ({ page, limit: '20' })),
    );
  });

  test('an empty ledger says so; a ledger that cannot be loaded can be retried', async () => {
    fixture.server.on('GET /account/ledger', () => refusal(503, 'Away.'));
    await open();
    expect(await part('Tokens').findByText('Away.')).toBeInTheDocument();
    fixture.server.on('GET /account/ledger', () => ({ body: { status: 'success', data: [], total: 0 } }));
    await userEvent.click(part('Tokens').getByRole('button', { name: 'Try again' }));
    expect(await part('Tokens').findByText('Nothing has been granted or spent yet.')).toBeInTheDocument();
  });
});

test('a session that has ended redirects to sign-in', async () => {
  fixture.server.on('GET /account', () => unauthorized);
  openPage('/account');
  expect(await screen.findByText(/we have logged you out/)).toBeInTheDocument();
});
