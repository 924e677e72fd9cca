import { screen } from '@testing-library/react';
// First, because it adds what jsdom lacks.
import { loadFirst, openPage, signIn } from '../testing/open-page.tsx';
import { addresses } from '../app/addresses.ts';
import { footerGroups } from '../layouts/public.strings.ts';
import { publicPages } from '../app/public-pages.ts';

loadFirst(
  () => import('./home-page.tsx'),
  () => import('./brief-page.tsx'),
  () => import('./support-page.tsx'),
  () => import('./privacy-page.tsx'),
  () => import('./terms-page.tsx'),
  () => import('./not-found-page.tsx'),
);
beforeEach(() => localStorage.clear());

test.each(publicPages.filter(({ address, isPrerendered }) => isPrerendered && address !== '/'))(
  '/privacy-policy, /terms-of-service | public | Static legal pages. $address opens with its title and a Back button',
  async ({ address, title }) => {
    openPage(address);
    const [name] = title.split(' · ');
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Back' })).toBeVisible();
    expect(document.title).toBe(title);
  },
);

test('/support | public | Help & Support page (video management, transcript features, contact by e-mail) with a Back button', async () => {
  openPage('/support');
  const topics = ['Video management', 'Transcript features', 'Clips, links and portals', 'Your account'];
  for (const name of [...topics, 'Contact by e-mail'])
    expect(await screen.findByRole('heading', { name })).toBeVisible();
  const mail = screen.getByRole('link', { name: /@/ });
  expect(mail).toHaveAttribute('href', expect.stringMatching(/^mailto:[^@]+@[^?]+\?subject=/));
  expect(screen.getByRole('button', { name: 'Back' })).toBeVisible();
});

test('the legal pages say what exists: portals, and an account that people delete themselves', async () => {
  openPage('/terms-of-service');
  expect(await screen.findByText(/It includes 10 portals/)).toBeVisible();
  expect(screen.getByText(/delete the account on its Account page/)).toBeVisible();
  openPage('/privacy-policy');
  expect(
    await screen.findByText(/You delete your account, with everything in it, on its Account page/),
  ).toBeVisible();
});

const ofTheApp = footerGroups.flatMap(({ links }) => links.map(({ to }) => to)).filter((to) => to !== '/api');

test.each(ofTheApp)('%s in the footer leads to a page that exists', async (address) => {
  openPage(address);
  expect(await screen.findByRole('heading', { level: 1 })).not.toHaveTextContent('This page does not exist');
  expect(addresses).toContain(address);
});

test('all public pages are addresses of the app, as are those with ids and of the admin area', () => {
  expect(addresses).toEqual(expect.arrayContaining(publicPages.map(({ address }) => address)));
  expect(addresses).toEqual(
    expect.arrayContaining(['/asset/:id', '/admin', '/admin/users', '/admin/token-histories/:employeeId']),
  );
  expect(addresses.filter((address) => !address.startsWith('/') || address.includes('*'))).toEqual([]);
});

test('pages name the operator of the installation', async () => {
  openPage('/about');
  expect(await screen.findByText(/run by Example & Sons. You reach us at help@example.com/)).toBeVisible();
  expect(screen.getByText('1 Example Street')).toBeVisible();
});

test('an unknown address is shown, with the way to the front page', async () => {
  openPage('/no/such-page');
  expect(await screen.findByText('/no/such-page')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Go to the front page' })).toHaveAttribute('href', '/');
});

test('an unknown address links a signed-in user to the library', async () => {
  signIn();
  openPage('/suport');
  const link = await screen.findByRole('link', { name: 'Go to the library' });
  expect(link).toHaveAttribute('href', '/asset/view');
});
