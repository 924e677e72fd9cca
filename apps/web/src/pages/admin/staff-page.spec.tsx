import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aStaffAccount } from '../../testing/admin-rows.ts';
import { adminServer, sentence } from '../../testing/admin-server.ts';
import { ok, refusal } from '../../testing/fake-server.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { loadFirst, openPage } from '../../testing/open-page.tsx';

const route = 'GET /admin/staff';
let server: FakeServer;
const user = userEvent.setup({ delay: null });

loadFirst(
  () => import('../../app/admin-root.tsx'),
  () => import('./staff-page.tsx'),
);

const grace = aStaffAccount({ id: 's2', email: 'grace@example.com', role: 'support', last_seen_at: null });

beforeEach(() => {
  server = adminServer().on(route, () => ok([aStaffAccount(), grace]));
});

async function open(button: string): Promise<HTMLElement> {
  openPage('/admin/staff');
  await screen.findByText('grace@example.com');
  await user.click(screen.getByRole('button', { name: button }));
  return screen.findByRole(button.startsWith('Remove') ? 'alertdialog' : 'dialog');
}

test('support sees who manages staff, and no request is sent', async () => {
  server = adminServer('support');
  openPage('/admin/staff');
  expect(await screen.findByText('Only owners manage staff')).toBeInTheDocument();
  expect(server.to(route)).toHaveLength(0);
});

test('owners see all accounts, with their own marked', async () => {
  openPage('/admin/staff');
  const row = (await screen.findByText('grace@example.com')).closest('tr')!;
  expect([...row.children].slice(0, 5).map((cell) => cell.textContent)).toEqual([
    'grace@example.com',
    'Support',
    'Active',
    '2025-11-13',
    'Never',
  ]);
  expect(screen.getByText('charles@example.com').closest('tr')).toHaveTextContent('You');
  expect(screen.getByText('2 members')).toBeInTheDocument();
});

test('an account is added with a role and a first password', async () => {
  server.on('POST /admin/staff', () => ok(grace));
  const dialog = within(await open('Add staff'));
  const add = dialog.getByRole('button', { name: 'Add staff' });
  await user.click(add);
  expect(dialog.getByRole('alert')).toHaveTextContent('Please fill in all fields.');
  await user.type(dialog.getByLabelText('Email'), ' new@example.com ');
  await user.type(dialog.getByLabelText('First password'), 'short');
  await user.click(add);
  expect(dialog.getByRole('alert')).toHaveTextContent('Please choose a password of at least 8 characters.');
  await user.type(dialog.getByLabelText('First password'), ' but longer');
  await user.selectOptions(dialog.getByLabelText('Role'), 'Owner');
  await user.click(add);
  expect(await screen.findByText('new@example.com was added.')).toBeInTheDocument();
  expect(server.to('POST /admin/staff')[0]?.body).toEqual({
    email: 'new@example.com',
    password: 'short but longer',
    role: 'owner',
  });
});

test('a refusal is shown in the form', async () => {
  server.on('POST /admin/staff', () => refusal(409, 'There is a member of staff with this e-mail address.'));
  const dialog = within(await open('Add staff'));
  await user.type(dialog.getByLabelText('Email'), 'grace@example.com');
  await user.type(dialog.getByLabelText('First password'), 'punched cards');
  await user.click(dialog.getByRole('button', { name: 'Add staff' }));
  await waitFor(() => {
    expect(dialog.getByRole('alert')).toHaveTextContent(
      'There is a member of staff with this e-mail address.',
    );
  });
  expect(dialog.getByLabelText('Email')).toHaveValue('grace@example.com');
});

test('only changed fields are sent', async () => {
  server.on('POST /admin/staff/s2', () => ok(grace));
  const dialog = within(await open('Edit grace@example.com'));
  const save = dialog.getByRole('button', { name: 'Save' });
  await user.click(save);
  expect(dialog.getByRole('alert')).toHaveTextContent('Nothing has been changed yet.');
  await user.click(dialog.getByLabelText('Active'));
  await user.type(dialog.getByLabelText('New password'), 'punched cards');
  await user.click(save);
  expect(await screen.findByText('grace@example.com was updated.')).toBeInTheDocument();
  expect(server.to('POST /admin/staff/s2')[0]?.body).toEqual({ is_active: false, password: 'punched cards' });
});

test('the last owner cannot be removed, and the reason is shown', async () => {
  server.on('DELETE /admin/staff/s1', () => refusal(409, 'It is the last owner who can sign in.'));
  const dialog = within(await open('Remove charles@example.com'));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('It is the last owner who can sign in.')).toBeInTheDocument();
});

test('an account is removed after confirmation', async () => {
  server.on('DELETE /admin/staff/s2', () => ok({}));
  const dialog = within(await open('Remove grace@example.com'));
  expect(dialog.getByText(/The audit log keeps/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('grace@example.com was removed.')).toBeInTheDocument();
});

test('a list that cannot be loaded says so', async () => {
  server.on(route, () => refusal(500));
  openPage('/admin/staff');
  expect(await screen.findByText('This list could not be loaded')).toBeInTheDocument();
});

describe('changing one’s own password', () => {
  const change = 'POST /admin/password';

  async function openForm() {
    openPage('/admin/staff');
    await user.click(await screen.findByRole('button', { name: 'Admin' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Change password' }));
    return within(await screen.findByRole('dialog', { name: 'Change password' }));
  }

  test('is changed with the current password', async () => {
    server.on(change, () => sentence('Your password was changed.'));
    const dialog = await openForm();
    await user.type(dialog.getByLabelText('Current password'), 'punched cards');
    await user.type(dialog.getByLabelText('New password'), 'Bernoulli numbers');
    await user.type(dialog.getByLabelText('Repeat the new password'), 'Bernoulli number');
    await user.click(dialog.getByRole('button', { name: 'Change password' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('The new passwords do not match.');
    await user.type(dialog.getByLabelText('Repeat the new password'), 's');
    await user.click(dialog.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('Your password was changed.')).toBeInTheDocument();
    expect(server.to(change)[0]?.body).toEqual({
      password: 'punched cards',
      new_password: 'Bernoulli numbers',
    });
  });

  test('is not changed with a wrong current password', async () => {
    server.on(change, () => refusal(400, 'The current password is wrong.'));
    const dialog = await openForm();
    await user.type(dialog.getByLabelText('Current password'), 'wrong');
    await user.type(dialog.getByLabelText('New password'), 'Bernoulli numbers');
    await user.type(dialog.getByLabelText('Repeat the new password'), 'Bernoulli numbers');
    await user.click(dialog.getByRole('button', { name: 'Change password' }));
    await waitFor(() => {
      expect(dialog.getByRole('alert')).toHaveTextContent('The current password is wrong.');
    });
  });
});
