import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { footerGroups } from '../app/layouts/public.strings.ts';
import { publicPages } from '../app/public-pages.ts';
import { currentAddress, loadFirst, openPage, signIn } from '../testing/open-page.tsx';

loadFirst(
  () => import('./support-page.tsx'),
  () => import('./privacy-page.tsx'),
  () => import('./terms-page.tsx'),
  () => import('./not-found-page.tsx'),
);
beforeEach(() => {
  localStorage.clear();
});

test.each(publicPages.filter(({ address, isPrerendered }) => isPrerendered && address !== '/'))(
  '$address opens with its title and a Back button',
  async ({ address, title }) => {
    openPage(address);
    const [name] = title.split(' · ');
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Back' })).toBeVisible();
    expect(document.title).toBe(title);
  },
);

test('the help page covers videos, transcripts and contact', async () => {
  openPage('/support');
  for (const name of ['Video management', 'Transcript features', 'Contact by e-mail'])
    expect(await screen.findByRole('heading', { name })).toBeVisible();
  const mail = screen.getByRole('link', { name: /@/ });
  expect(mail).toHaveAttribute('href', expect.stringMatching(/^mailto:[^@]+@[^?]+\?subject=/));
});

const withoutPage = footerGroups
  .flatMap(({ links }) => links.map(({ to }) => to))
  .filter((to) => to !== '/api' && !publicPages.some(({ address }) => address === to));

test.each(withoutPage)('%s shows the requested address and suggests a similar page', async (address) => {
  openPage(address);
  const main = within(await screen.findByRole('main'));
  expect(main.getByText(address)).toBeVisible();
  expect(main.queryByText(/The address may have changed/)).toBeNull();
  expect(main.getAllByRole('link').length).toBeGreaterThanOrEqual(1);
});

test('an unknown address links a signed-in user to the library', async () => {
  signIn();
  openPage('/suport');
  expect(await screen.findByText(/Did you mean this one\?/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the library' })).toHaveAttribute('href', '/asset/view');
  const main = within(screen.getByRole('main'));
  await userEvent.click(main.getByRole('link', { name: 'Help & Support' }));
  expect(currentAddress()).toBe('/support');
});
