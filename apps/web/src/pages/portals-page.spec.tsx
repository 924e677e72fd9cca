import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aPortal } from '../testing/a-portal.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import { currentAddress, openPage } from '../testing/open-page.tsx';
import { fixture, writeText } from '../testing/portal-fixture.ts';

const createRoute = 'POST /portals';

test('the library leads to the list, which says what each portal is', async () => {
  fixture.portals = [
    aPortal(),
    aPortal({
      id: 'portal-2',
      name: 'Board',
      link: '/p/board',
      audience: 'links',
      is_published: true,
      plays: { 'session-1': 3, 'session-2': 4 },
    }),
    aPortal({ id: 'portal-3', name: 'Old', is_published: true, ends_at: 1_700_000_000 }),
  ];
  openPage('/asset/view');
  await userEvent.click(await screen.findByRole('link', { name: 'Portals' }));
  await waitFor(() => expect(currentAddress()).toBe('/portals'));
  const [draft, board, old] = await screen.findAllByRole('listitem');
  within(draft!).getByText('Draft');
  within(draft!).getByText('Anyone · Not played yet');
  expect(within(draft!).queryByRole('button', { name: /^Copy/ })).not.toBeInTheDocument();
  within(board!).getByText('Published');
  within(board!).getByText('Only with a private link · 7 plays');
  await userEvent.click(within(board!).getByRole('button', { name: 'Copy the address of Board' }));
  expect(writeText.mock.calls).toEqual([['http://localhost/p/board']]);
  expect(within(board!).getByRole('link', { name: 'Open Board in a new tab' })).toHaveAttribute(
    'href',
    'http://localhost/p/board',
  );
  within(old!).getByText('Ended');
  await userEvent.click(within(board!).getByRole('link', { name: 'Edit Board' }));
  await waitFor(() => expect(currentAddress()).toBe('/portals/portal-2'));
});

test('a portal is made with an address that follows its name until it is typed', async () => {
  fixture.server.on(createRoute, ({ body }) => {
    const { slug } = body as { slug: string };
    if (slug === 'acme-video') return refusal(409, 'This address is taken. Please choose another.', 'slug');
    fixture.portals.push(aPortal({ ...(body as object), id: 'portal-2' }));
    return ok(fixture.portals[1]);
  });
  openPage('/portals');
  await userEvent.click(await screen.findByRole('button', { name: 'New portal' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New portal' }));
  const slug = dialog.getByLabelText('Address');
  await userEvent.type(dialog.getByLabelText('Name'), ' Acmé  Video!');
  expect(slug).toHaveValue('acme-video');
  expect(slug).toHaveAccessibleDescription('http://localhost/p/acme-video');
  await userEvent.click(dialog.getByRole('button', { name: 'Create portal' }));
  await waitFor(() =>
    expect(slug).toHaveAccessibleDescription('This address is taken. Please choose another.'),
  );
  expect(slug).toHaveFocus();
  await userEvent.type(slug, '-2');
  await userEvent.type(dialog.getByLabelText('Name'), ' and more');
  expect(slug).toHaveValue('acme-video-2');
  await userEvent.click(dialog.getByRole('button', { name: 'Create portal' }));
  await waitFor(() => expect(currentAddress()).toBe('/portals/portal-2'));
  expect(fixture.server.to(createRoute).at(-1)?.body).toEqual({
    name: ' Acmé  Video! and more',
    slug: 'acme-video-2',
  });
});

test('a plan without portals says what they are, and where to ask for them', async () => {
  [fixture.portals, fixture.limit] = [[], 0];
  openPage('/portals');
  await screen.findByText('Product Marketing Pro has 10 portals, for $14 a month.');
  expect(screen.getByRole('link', { name: 'Ask for an upgrade' })).toHaveAttribute('href', '/account#plan');
  expect(screen.queryByRole('button', { name: 'New portal' })).not.toBeInTheDocument();
});

test('without portals the page says what to do, and at the limit why no more can be made', async () => {
  fixture.portals = [];
  openPage('/portals');
  await screen.findByText(/^No portals yet\./);
  screen.getByText('0 of 10 portals');
});

test('at the limit of the plan the button says why', async () => {
  fixture.limit = 1;
  openPage('/portals');
  const button = await screen.findByRole('button', { name: 'New portal' });
  expect(button).toHaveAccessibleDescription('Your plan allows 1 portal. Delete one to create another.');
  await userEvent.click(button);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a list that cannot be loaded is loaded again on request', async () => {
  fixture.server.on('GET /portals', () => ({ status: 502, body: 'Bad Gateway' }));
  openPage('/portals');
  await screen.findByText('The portals could not be loaded. Check the connection, and try again.');
  fixture.server.on('GET /portals', () => ok({ portals: fixture.portals, limit: 10 }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Acme talks' });
});
