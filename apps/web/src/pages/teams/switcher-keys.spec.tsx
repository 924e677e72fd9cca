import { screen, waitFor, within } from '@testing-library/react';
import { aVideo } from '../../testing/a-video.ts';
import { menuUser } from '../../testing/choose.ts';
import { ok } from '../../testing/fake-server.ts';
import { loadFirst, openPage } from '../../testing/open-page.tsx';
import { aTeam, fixture, own } from '../../testing/team-fixture.ts';
import '../../testing/fake-player.tsx';

loadFirst(
  () => import('../../app/signed-in-root.tsx'),
  () => import('../library-page.tsx'),
);

const switcher = (name: string) => screen.findByRole('button', { name: `Workspace: ${name}. Change` });
const names = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
const press = (keys: string) => menuUser.keyboard(keys);
const libraries = () => fixture.server.to('GET /muxvideos').map(({ workspace }) => workspace);

beforeEach(() => {
  fixture.server.on('GET /muxvideos', () => ok([aVideo()]));
});

/** Opens the library of a person in so many teams. */
async function openIn(teams: number): Promise<void> {
  const named = Array.from({ length: teams }, (_, at) =>
    aTeam({ id: `t${String(at + 1)}`, name: `${['Acme', 'Globex', 'Umbrella'][at % 3]!} ${String(at + 1)}` }),
  );
  fixture.server.on('GET /workspaces', () => ok([own, ...named]));
  openPage('/asset/view');
  await switcher('Personal');
}

test('G and W open the menu of workspaces, and a digit chooses one', async () => {
  await openIn(2);
  await press('gw');
  expect(await screen.findByRole('menuitem', { name: 'Personal' })).toHaveFocus();
  expect(screen.getByRole('menuitem', { name: 'Acme 1' })).toHaveAttribute('aria-keyshortcuts', '2');
  await press('5');
  expect(screen.getByRole('menu')).toBeInTheDocument();
  await press('3');
  expect(await switcher('Globex 2')).toBeInTheDocument();
  await waitFor(() => expect(libraries()).toEqual([null, 't2']));
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

test('the keys type in fields, and need one another', async () => {
  await openIn(1);
  const box = screen.getByLabelText('Search webinars');
  await menuUser.type(box, 'gw');
  expect(box).toHaveValue('gw');
  box.blur();
  await press('w');
  await press('gxw');
  await press('{Control>}g{/Control}w');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

test('the list of shortcuts has them, unless there is no team', async () => {
  await openIn(1);
  await press('?');
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(list).toHaveTextContent('G then WChange workspace');
  expect(list).toHaveTextContent('1–9In its menu: choose one');
});

test('without a team, the keys do nothing and are not listed', async () => {
  fixture.server.on('GET /workspaces', () => ok([own]));
  openPage('/asset/view');
  await waitFor(() => expect(fixture.server.to('GET /workspaces')).toHaveLength(1));
  await screen.findByRole('article');
  await press('gw?');
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(list).queryByText('Change workspace')).not.toBeInTheDocument();
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

test('typed text filters more than seven workspaces', async () => {
  await openIn(7);
  await press('gw');
  await screen.findByRole('menuitem', { name: 'Personal' });
  expect(names()).toHaveLength(9);
  await press('glob');
  expect(names()).toEqual(['Globex 2Owner', 'Globex 5Owner']);
  expect(screen.getByText('With “glob”')).toBeInTheDocument();
  expect(screen.getByRole('menuitem', { name: 'Globex 2' })).toHaveFocus();
  await press('ex 5');
  expect(names()).toEqual(['Globex 5Owner']);
  await press('9');
  expect(names()).toEqual(['Nothing has this name']);
  await press('{Enter}');
  expect(screen.getByRole('menu')).toBeInTheDocument();
  await press('{Backspace}{Enter}');
  expect(await switcher('Globex 5')).toBeInTheDocument();
  await press('gw');
  await screen.findByRole('menuitem', { name: 'Personal' });
  expect(names()).toHaveLength(10);
});

test('up to seven, first letters move the focus', async () => {
  await openIn(6);
  await press('gw');
  await screen.findByRole('menuitem', { name: 'Personal' });
  await press('u');
  expect(names()).toHaveLength(8);
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Umbrella 3' })).toHaveFocus());
});
