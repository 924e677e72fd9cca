import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { aLedgerRow, anAccount, aSession } from './an-account.ts';
import { FakeServer, ok } from './fake-server.ts';
import { loadFirst, openPage, signIn } from './open-page.tsx';

loadFirst(
  () => import('../pages/account-page.tsx'),
  () => import('../app/signed-in-root.tsx'),
  () => import('../pages/login-page.tsx'),
);

/** The fake server of each test. */
export const fixture = {} as { server: FakeServer };
/** A session in another browser. */
const other = aSession({
  id: 's2',
  is_current: false,
  client_address: '198.51.100.4',
  user_agent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
});
/** The addresses of followed download links. */
export const followed: string[] = [];

beforeEach(() => {
  localStorage.clear();
  signIn();
  followed.length = 0;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    followed.push(this.getAttribute('href') ?? '');
  });
  fixture.server = new FakeServer()
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /account', () => ok(anAccount()))
    .on('GET /account/ledger', () => ({ body: { status: 'success', data: [aLedgerRow('e1')], total: 1 } }))
    .on('GET /account/export/estimate', () => ok({ recordings: 0, clips: 0, missing: 0, bytes: 0 }))
    .on('GET /account/sessions', () => ok([aSession(), other]))
    .on('GET /muxvideos', () => ({ body: { status: 'success', data: [], next: null, total: 1 } }));
});
afterEach(() => jest.restoreAllMocks());

/** Opens the account page, or the given address. */
export async function openAccount(address = '/account') {
  openPage(address);
  await screen.findByRole('region', { name: 'Plan' });
}
export const part = (name: string) => within(screen.getByRole('region', { name }));
export const status = (text: string | RegExp) => screen.findByText(text);
