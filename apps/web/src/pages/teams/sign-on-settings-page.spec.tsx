import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role, SsoRecord } from '@vault/contracts';
import { ok, refusal } from '../../testing/fake-server.ts';
import { lastToast } from '../../testing/last-toast.ts';
import { currentAddress, loadFirst, openPage } from '../../testing/open-page.tsx';
import { aDomain, anSso, aTest, aWaitingDomain, ssoAt } from '../../testing/sso-fixture.ts';
import { aTeam, aTeamRecord, fixture, own, showTeam } from '../../testing/team-fixture.ts';

const route = 'GET /workspace/sso';

loadFirst(
  () => import('../../app/signed-in-root.tsx'),
  () => import('./workspace-page.tsx'),
  () => import('./sign-on-settings-page.tsx'),
);

const setSso = (sso: SsoRecord) => void fixture.server.on(route, () => ok(sso));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const sent = (call: string) => fixture.server.to(call).map(({ body }) => body);
const step = (name: RegExp) => screen.getByRole('heading', { level: 2, name });
const button = (name: string | RegExp) => screen.queryByRole('button', { name });

/** What a change answers is what is read from then on. */
const accept = (call: string, sso: SsoRecord) =>
  void fixture.server.on(call, () => {
    setSso(sso);
    return ok(sso);
  });

async function open(sso: SsoRecord) {
  setSso(sso);
  showTeam();
  openPage('/workspace/sign-on');
  await screen.findByRole('heading', { level: 2, name: /^Domain/ });
}

function setRole(role: Role) {
  fixture.server
    .on('GET /workspaces', () => ok([own, aTeam({ role })]))
    .on('GET /workspace', () => ok(aTeamRecord({ role })));
}

describe('the page', () => {
  test('is among the settings of the team, for owners', async () => {
    setSso(ssoAt.domain);
    showTeam();
    openPage('/workspace');
    await userEvent.click(await screen.findByRole('link', { name: 'Open single sign-on' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Single sign-on' })).toBeInTheDocument();
    expect(currentAddress()).toBe('/workspace/sign-on');
    expect(await screen.findByLabelText('Domain name')).toBeInTheDocument();
    expect(fixture.server.to(route)[0]?.workspace).toBe('acme');
  });

  test('is not offered to an admin, who is told so at its address', async () => {
    setRole('admin');
    showTeam();
    openPage('/workspace/sign-on');
    expect(await screen.findByText('Only owners see this.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Settings of Acme' }));
    expect(await screen.findByRole('link', { name: 'Open the audit log' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Open single sign-on' })).not.toBeInTheDocument();
    expect(fixture.server.to(route)).toEqual([]);
  });

  test('is not there in an own library', async () => {
    openPage('/workspace/sign-on');
    expect(
      await screen.findByText('This is your own library. Only teams have single sign-on.'),
    ).toBeInTheDocument();
    expect(fixture.server.to(route)).toEqual([]);
  });

  test('is loaded again when that failed', async () => {
    fixture.server.on(route, () => refusal(503));
    showTeam();
    openPage('/workspace/sign-on');
    expect(
      await screen.findByText('Single sign-on could not be loaded. Check the connection, and try again.'),
    ).toBeInTheDocument();
    setSso(ssoAt.domain);
    await press('Try again');
    expect(await screen.findByLabelText('Domain name')).toBeInTheDocument();
  });

  test('shows the present step open, and the ones that are done as a line', async () => {
    await open(ssoAt.test);
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items[0]).toBe('Domain: doneacme.comChange');
    expect(items[1]).toBe('Provider: doneid.acme.comChange');
    expect(items[2]).toBe('People: doneNew people may join as ViewerChange');
    expect(button('Test the sign-in')).toBeInTheDocument();
    expect(button('Close test')).not.toBeInTheDocument();
    const change = screen.getByRole('button', { name: 'Change provider' });
    expect(change).toHaveAttribute('aria-expanded', 'false');
    change.focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByLabelText('Issuer')).toHaveValue('https://id.acme.com');
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByLabelText('Issuer')).not.toBeInTheDocument();
  });
});

describe('domains', () => {
  test('one is named, its record copied and looked for; then the provider is next', async () => {
    const user = userEvent.setup();
    await open(ssoAt.domain);
    const waiting = anSso({ domains: [aWaitingDomain()] });
    accept('POST /workspace/domains', waiting);
    await user.type(screen.getByLabelText('Domain name'), ' acme.com {Enter}');
    expect(await screen.findByText('_webinar-vault.acme.com')).toBeInTheDocument();
    expect(sent('POST /workspace/domains')).toEqual([{ domain: 'acme.com' }]);
    expect(screen.getByLabelText('Another domain')).toHaveValue('');

    await user.click(screen.getByRole('button', { name: 'Copy the name of the record of acme.com' }));
    expect(await navigator.clipboard.readText()).toBe('_webinar-vault.acme.com');
    await user.click(screen.getByRole('button', { name: 'Copy the value of the record of acme.com' }));
    expect(await navigator.clipboard.readText()).toBe('wv-verify=3f9c');

    const check = 'POST /workspace/domains/acme.com/check';
    const checked = { checked_at: aTest.at, found: 'wv-verify=11aa' };
    accept(check, anSso({ domains: [aWaitingDomain(checked)] }));
    await press('Check now: acme.com');
    expect(await screen.findByText('Found, with another value: wv-verify=11aa')).toBeInTheDocument();

    accept(check, ssoAt.provider);
    await press('Check now: acme.com');
    await waitFor(() => expect(step(/^Provider/)).toHaveFocus());
    expect(lastToast()?.text).toBe('acme.com is verified.');
    expect(screen.getByLabelText('Issuer')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Change domain' })).toBeInTheDocument();
    expect(screen.queryByLabelText('Another domain')).not.toBeInTheDocument();
  });

  test.each(['gmail.com cannot be claimed.', 'Enter a domain, such as acme.com.'])(
    'what is wrong with one is said in place: %s',
    async (msg) => {
      fixture.server.on('POST /workspace/domains', () => refusal(400, msg));
      await open(ssoAt.domain);
      await userEvent.type(screen.getByLabelText('Domain name'), 'gmail.com{Enter}');
      expect(await screen.findByText(msg)).toBeInTheDocument();
      expect(screen.getByLabelText('Domain name')).toHaveValue('gmail.com');
    },
  );

  test.each([
    [409, 'Another team has proved that acme.com is theirs.'],
    [503, 'The name servers do not answer.'],
  ])('a check that is refused with %i is said in place', async (status, msg) => {
    fixture.server.on('POST /workspace/domains/acme.com/check', () => refusal(status, msg));
    await open(anSso({ domains: [aWaitingDomain()] }));
    await press('Check now: acme.com');
    expect(await screen.findByText(msg)).toBeInTheDocument();
  });

  test('one is removed after a question; a refusal stays in it', async () => {
    const remove = 'DELETE /workspace/domains/acme.com';
    fixture.server.on(remove, () => refusal(409, 'Single sign-on is required for its addresses.'));
    await open(ssoAt.provider);
    await press('Change domain');
    await press('Remove acme.com');
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove acme.com?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByText('Single sign-on is required for its addresses.')).toBeInTheDocument();
    accept(remove, ssoAt.domain);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByLabelText('Domain name')).toBeInTheDocument();
  });

  test('five are the most', async () => {
    await open(anSso({ domains: ['a', 'b', 'c', 'd', 'e'].map((name) => aDomain({ name: `${name}.com` })) }));
    await press('Change domain');
    expect(screen.getByText('A team has at most 5 domains.')).toBeInTheDocument();
    expect(screen.queryByLabelText('Another domain')).not.toBeInTheDocument();
  });

  test('what is typed stays when a check of the server verifies one meanwhile', async () => {
    await open(anSso({ domains: [aWaitingDomain()] }));
    await userEvent.type(screen.getByLabelText('Another domain'), 'acme.io');
    setSso(ssoAt.provider);
    window.dispatchEvent(new Event('focus'));
    expect(await screen.findByText(/^Verified on 28 November/)).toBeInTheDocument();
    expect(screen.getByLabelText('Another domain')).toHaveValue('acme.io');
    expect(screen.getByLabelText('Issuer')).toBeInTheDocument();
    await press('Close domain');
    expect(screen.queryByLabelText('Another domain')).not.toBeInTheDocument();
  });
});

describe('the provider', () => {
  const put = 'PUT /workspace/sso/provider';
  const read = async () => press('Read the provider’s settings');

  test('gets our addresses, and is read', async () => {
    const user = userEvent.setup();
    accept(put, ssoAt.people);
    await open(ssoAt.provider);
    await user.click(screen.getByRole('button', { name: 'Copy the sign-in address' }));
    expect(await navigator.clipboard.readText()).toBe('https://webinars.example.com/sign-on/acme');
    await user.click(screen.getByRole('button', { name: 'Copy the sign-out address' }));
    expect(await navigator.clipboard.readText()).toMatch(/\/api\/auth\/sso\/acme\/sign-out$/);
    for (const name of ['Microsoft Entra ID', 'Okta', 'Google Workspace', 'Keycloak'])
      expect(screen.getByText(name)).toBeInTheDocument();

    await read();
    expect(screen.getByRole('alert')).toHaveTextContent('Please fill in all fields.');
    await user.type(screen.getByLabelText('Issuer'), ' https://id.acme.com ');
    await user.type(screen.getByLabelText('Client id'), 'webinars');
    await user.type(screen.getByLabelText('Client secret'), 'q3bJ0y2sQy6Yw8mJ');
    await read();
    await waitFor(() => expect(step(/^People/)).toHaveFocus());
    const body = { issuer: 'https://id.acme.com', client_id: 'webinars' };
    expect(sent(put)).toEqual([{ ...body, client_secret: 'q3bJ0y2sQy6Yw8mJ' }]);
    expect(lastToast()?.text).toBe('Read: RS256, 2 keys, back-channel sign-out: yes.');
  });

  test.each([
    'The issuer answers as https://other. It must be the same to the last character.',
    'This address is inside a private network.',
  ])('what is wrong is said in place, and what was typed stays: %s', async (msg) => {
    fixture.server.on(put, () => refusal(400, msg));
    await open(ssoAt.provider);
    await userEvent.type(screen.getByLabelText('Issuer'), 'https://id.acme.com');
    await userEvent.type(screen.getByLabelText('Client id'), 'webinars');
    await userEvent.type(screen.getByLabelText('Client secret'), 'sesame');
    await read();
    expect(await screen.findByText(msg)).toBeInTheDocument();
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(fixture.server.to(route).length).toBeGreaterThan(2));
    expect(screen.getByLabelText('Client secret')).toHaveValue('sesame');
  });

  test('keeps its secret, or gets another one', async () => {
    accept(put, ssoAt.people);
    await open(ssoAt.people);
    await press('Change provider');
    expect(screen.getByText('Set on 28 November', { exact: false })).toBeInTheDocument();
    expect(screen.queryByLabelText('Client secret')).not.toBeInTheDocument();
    await read();
    await waitFor(() => expect(sent(put)).toHaveLength(1));
    await press('Change provider');
    await press('Replace the client secret');
    expect(screen.getByLabelText('Client secret')).toHaveFocus();
    await userEvent.keyboard('another{Enter}');
    const body = { issuer: 'https://id.acme.com', client_id: 'webinars' };
    await waitFor(() => expect(sent(put)).toEqual([body, { ...body, client_secret: 'another' }]));
  });

  test('that is another one needs its own secret, and says what follows', async () => {
    await open(ssoAt.required);
    await press('Change provider');
    await userEvent.type(screen.getByLabelText('Issuer'), '/new');
    expect(
      screen.getByText(/^This is another provider or client: .* no longer required\.$/),
    ).toBeInTheDocument();
    expect(screen.getByLabelText('Client secret')).toHaveValue('');
    await read();
    expect(screen.getByRole('alert')).toHaveTextContent('Please fill in all fields.');
    expect(sent(put)).toEqual([]);
  });

  test('is removed after a question', async () => {
    accept('DELETE /workspace/sso/provider', ssoAt.provider);
    await open(ssoAt.people);
    await press('Change provider');
    await press('Remove the provider');
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove the provider?' }));
    expect(dialog.getByText(/^People sign in with passwords again\./)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.queryByText(/^Read: /)).not.toBeInTheDocument());
    expect(screen.getByLabelText('Issuer')).toBeInTheDocument();
  });
});
