import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anEmployee } from '../../testing/admin-rows.ts';
import { adminServer, listOf, sentence } from '../../testing/admin-server.ts';
import { refusal } from '../../testing/fake-server.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { lastToast } from '../../testing/last-toast.ts';
import { loadFirst, openPage } from '../../testing/open-page.tsx';

const edit = 'POST /admin/employee/u1';
const remove = 'DELETE /admin/employee/u1';
const grant = 'POST /admin/employee/u1/grant-upgrade';
let server: FakeServer;
let row = anEmployee();
const user = userEvent.setup({ delay: null });

loadFirst(
  () => import('../../app/admin-root.tsx'),
  () => import('./users-page.tsx'),
);

beforeEach(() => {
  row = anEmployee();
  server = adminServer().on('GET /admin/employees', () => listOf([row]));
});

/** Opens the dialog of a button in Ada's row. */
async function open(button: string): Promise<HTMLElement> {
  openPage('/admin/users');
  await user.click(await screen.findByRole('button', { name: button }));
  return screen.findByRole(button.startsWith('Edit') ? 'dialog' : 'alertdialog');
}

async function type(dialog: HTMLElement, label: string, text: string) {
  const field = within(dialog).getByLabelText(label);
  await user.clear(field);
  if (text) await user.type(field, text);
}

describe('the edit dialog', () => {
  test('User as edited by admin: _id, email (read-only), firstname, lastname, plan (free or executive), membership_end (date, shown yyyy-MM-dd), is_active (boolean), token_balance (number, read-only in the dialog), add_token (number to add, default 0). Email and token balance cannot be edited. Add Token is a number field. Plan options in the admin edit: free and executive.', async () => {
    const dialog = within(await open('Edit Ada Lovelace'));
    for (const [label, value] of [
      ['Email', 'ada@example.com'],
      ['ID', 'u1'],
      ['Token Balance', '12,345'],
    ] as const) {
      expect(dialog.getByLabelText(label)).toHaveValue(value);
      expect(dialog.getByLabelText(label)).toHaveAttribute('readonly');
    }
    expect(dialog.getByLabelText('Membership end')).toHaveValue('2099-01-01');
    expect(dialog.getByLabelText('Membership end')).toHaveAttribute('type', 'date');
    expect(dialog.getByText('2099-01-01, to the end of that day in UTC.')).toBeInTheDocument();
    expect(dialog.getByLabelText('Add Token')).toHaveValue(0);
    expect(dialog.getByLabelText('Add Token')).toHaveAttribute('type', 'number');
    expect(dialog.getByLabelText('Active')).toBeChecked();
    const plan = within(dialog.getByLabelText('Plan')).getAllByRole('option');
    expect(plan.map((option) => option.textContent)).toEqual(['Free Trial', 'Executive']);
    expect(dialog.getByText('Nothing has been changed yet.')).toBeInTheDocument();
  });

  test('Admin edit dialog: the admin can change plan, active flag, membership end date and add tokens. The dialog closes after save. It shows the message of the server', async () => {
    server.on(edit, () => sentence('The user was updated.', row));
    const dialog = await open('Edit Ada Lovelace');
    await type(dialog, 'First name', 'Augusta');
    await user.selectOptions(within(dialog).getByLabelText('Plan'), 'Executive');
    await type(dialog, 'Membership end', '2099-02-28');
    await type(dialog, 'Add Token', '25000');
    await user.click(within(dialog).getByLabelText('Active'));
    const changes = within(within(dialog).getByRole('region', { name: 'What will change' }));
    // The switch renders its change in a later task.
    await waitFor(() => {
      expect(changes.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
        'First name: Ada → Augusta',
        'Plan: Free Trial → Executive',
        'Membership end: 2099-01-01 → 2099-02-28',
        'Active: On → Off',
        'Token Balance: 12,345 → 37,345',
      ]);
    });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The user was updated.')).toBeInTheDocument();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(server.to(edit)[0]?.body).toEqual({
      firstname: 'Augusta',
      lastname: 'Lovelace',
      email: 'ada@example.com',
      plan: 'executive',
      token_balance: 12_345,
      add_token: 25_000,
      is_active: false,
      membership_end: Date.parse('2099-02-28T23:59:59Z') / 1_000,
      version: 7,
    });
    // The list is requested again.
    await waitFor(() => expect(server.to('GET /admin/employees').length).toBeGreaterThan(1));
  });

  test('an unchanged date keeps its time of day', async () => {
    server.on(edit, () => sentence('The user was updated.', row));
    const dialog = await open('Edit Ada Lovelace');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('The user was updated.');
    expect(server.to(edit)[0]?.body).toMatchObject({ membership_end: row.membership_end, add_token: 0 });
  });

  test.each([
    ['First name', '', 'Please fill in all fields.'],
    ['Last name', '   ', 'Please fill in all fields.'],
    ['Membership end', '', 'Please choose a date.'],
    ['Add Token', '1.5', 'Please enter a whole number of tokens.'],
    ['Add Token', '999999999', 'Please add or remove at most 100,000,000 tokens at once.'],
  ])(
    "Admin edit user: first name and last name are required, otherwise 'Please fill in all fields.' (%s of %j: %s)",
    async (label, text, message) => {
      const dialog = await open('Edit Ada Lovelace');
      await type(dialog, label, text);
      await user.click(within(dialog).getByRole('button', { name: 'Save' }));
      expect(within(dialog).getByRole('alert')).toHaveTextContent(message);
      expect(within(dialog).getByLabelText(label)).toHaveFocus();
      expect(server.to(edit)).toHaveLength(0);
    },
  );

  test.each([
    [refusal(400, 'That is too many tokens at once.'), 'That is too many tokens at once.'],
    [refusal(500), 'Error to update user'],
  ])("User update failure: msg, else 'Error to update user'. The input is kept", async (answer, words) => {
    server.on(edit, () => answer);
    const dialog = await open('Edit Ada Lovelace');
    await type(dialog, 'First name', 'Augusta');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(within(dialog).getByLabelText('First name')).toHaveValue('Augusta');
  });

  test('Escape closes it without a change and returns the focus', async () => {
    const dialog = await open('Edit Ada Lovelace');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit Ada Lovelace' })).toHaveFocus());
    expect(server.to(edit)).toHaveLength(0);
  });
});

describe('an edit of a user that somebody else has changed meanwhile', () => {
  const theirs = anEmployee({ firstname: 'Adah', plan: 'executive', version: 8, token_balance: 5 });

  async function collide(): Promise<HTMLElement> {
    server.on(edit, () => ({ status: 409, body: { status: 'error', msg: 'Stale.', data: theirs } }));
    const dialog = await open('Edit Ada Lovelace');
    await type(dialog, 'First name', 'Augusta');
    await type(dialog, 'Last name', 'King');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('Someone else changed this user');
    return dialog;
  }

  test('shows both versions of each field to choose from', async () => {
    const dialog = await collide();
    const group = (name: string) => within(within(dialog).getByRole('group', { name }));
    expect(group('First name').getByLabelText(/Current value\s*Adah/)).not.toBeChecked();
    expect(group('First name').getByLabelText(/Yours\s*Augusta/)).not.toBeChecked();
    // A field that only one of the two has changed is preselected.
    expect(group('Last name').getByLabelText(/Yours\s*King/)).toBeChecked();
    expect(group('Plan').getByLabelText(/Current value\s*Executive/)).toBeChecked();
    const save = within(dialog).getByRole('button', { name: 'Save chosen values' });
    expect(save).toBeDisabled();
    await user.click(group('First name').getByLabelText(/Yours/));
    server.on(edit, () => sentence('The user was updated.', theirs));
    await user.click(save);
    expect(await screen.findByText('The user was updated.')).toBeInTheDocument();
    expect(server.to(edit).at(-1)?.body).toMatchObject({
      firstname: 'Augusta',
      lastname: 'King',
      plan: 'executive',
      version: 8,
    });
  });

  test('can be cancelled', async () => {
    const dialog = await collide();
    await user.click(within(dialog).getByRole('button', { name: 'Keep the current values' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(server.to(edit)).toHaveLength(1);
  });
});

describe('deleting a user', () => {
  test("Delete user asks first: 'Are you sure you want to delete this employee?' It names the user and the data that is deleted", async () => {
    const dialog = within(await open('Delete Ada Lovelace'));
    expect(dialog.getByRole('heading')).toHaveTextContent('Are you sure you want to delete this employee?');
    expect(dialog.getByText('Ada Lovelace')).toBeInTheDocument();
    expect(dialog.getByText('ada@example.com')).toBeInTheDocument();
    expect(dialog.getByText('3 videos with chapters, transcripts and clips')).toBeInTheDocument();
    expect(dialog.getByText('A balance of 12,345 tokens and the token history')).toBeInTheDocument();
    // The focus starts on Cancel.
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(server.to(remove)).toHaveLength(0);
  });

  test('deletes after confirmation and shows the message of the server', async () => {
    server.on(remove, () => sentence('The user was deleted.'));
    const dialog = await open('Delete Ada Lovelace');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The user was deleted.')).toBeInTheDocument();
    expect(server.to(remove)).toHaveLength(1);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  test.each([
    [refusal(409, 'This user is being deleted already.'), 'This user is being deleted already.'],
    [refusal(500), 'Error to delete user'],
  ])(
    "User delete failure: the server msg, else 'Error to delete user'. Admin toasts last 2.5 s.",
    async (answer, words) => {
      server.on(remove, () => answer);
      const dialog = await open('Delete Ada Lovelace');
      await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
      expect(await screen.findByText(words)).toBeInTheDocument();
      expect(lastToast()).toMatchObject({ text: words, durationMs: 2500 });
      expect(dialog).toBeInTheDocument();
    },
  );
});

test('a requested upgrade is granted after confirmation', async () => {
  row = anEmployee({ upgrade_requested_at: 1_763_000_500, is_confirmed: false });
  server.on(grant, () => sentence('The upgrade was granted.', row));
  const dialog = within(await open('Grant upgrade to Ada Lovelace'));
  expect(dialog.getByText('Plan: Free Trial → Executive, with its videos and tokens')).toBeInTheDocument();
  expect(dialog.getByText(/^Membership until \d{4}-\d{2}-\d{2}$/)).toBeInTheDocument();
  expect(dialog.getByText('The registration is confirmed')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Grant upgrade' }));
  expect(await screen.findByText('The upgrade was granted.')).toBeInTheDocument();
  expect(server.to(grant)).toHaveLength(1);
});
