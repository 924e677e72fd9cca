import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer, ok, refusal } from '../testing/fake-server.ts';
import { currentAddress, openPage } from '../testing/open-page.tsx';

const route = 'POST /auth/register';
const whole = {
  'Email address': 'ada@example.org',
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Password: 'correct horse',
  'Confirm password': 'correct horse',
};
let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
});

async function submit(fields: Record<string, string>) {
  const user = userEvent.setup();
  await screen.findByLabelText('Email address');
  for (const [label, text] of Object.entries(fields)) {
    if (text) await user.type(screen.getByLabelText(label), text);
  }
  await user.click(screen.getByRole('button', { name: 'Create account' }));
}

test.each(Object.keys(whole))(
  "Registration: all five fields are required, else 'Please fill in all fields.' Empty fields: 'Please fill in all fields.' (%s)",
  async (label) => {
    openPage('/register');
    await submit({ ...whole, [label]: '' });
    expect(screen.getByRole('alert')).toHaveTextContent(/^Please fill in all fields\.$/);
    expect(screen.getByLabelText(label)).toHaveFocus();
    expect(server.calls).toHaveLength(0);
  },
);

test('a person with one name says so, and needs no last name', async () => {
  server.on(route, () => ok({ id: 'u1', token: 'secret' }));
  openPage('/register');
  await userEvent.click(await screen.findByLabelText('I have one name'));
  expect(screen.queryByLabelText('Last name')).toBeNull();
  const [email, password] = [whole['Email address'], whole.Password];
  await submit({
    ...{ 'Email address': email, 'First name': 'Suharto' },
    ...{ Password: password, 'Confirm password': password },
  });
  await waitFor(() => {
    expect(server.to(route)[0]?.body).toMatchObject({ firstname: 'Suharto', lastname: '' });
  });
});

test('an empty field is reported before different passwords', async () => {
  openPage('/register');
  await submit({ ...whole, 'First name': '', 'Confirm password': 'correct house' });
  expect(screen.getByRole('alert')).toHaveTextContent(/^Please fill in all fields\.$/);
});

test("Both checks are client-side only. Registration: mismatched passwords give 'Passwords do not match.' · mismatch: 'Passwords do not match.'", async () => {
  openPage('/register');
  await submit({ ...whole, 'Confirm password': 'correct house' });
  expect(screen.getByRole('alert')).toHaveTextContent(/^Passwords do not match\.$/);
  expect(server.calls).toHaveLength(0);
});

test.each([
  ['/register', 'Free Trial', 'free'],
  ['/register?plan=executive', 'Executive', 'executive'],
  ['/register?plan=nonsense', 'Free Trial', 'free'],
])(
  '/register | public | Sign-up form. Fields: email, first name, last name, password, confirm password, and a plan choice (free is labelled Free Trial; executive). Query parameter plan (default free) preselects the plan (%s: %s). confirmPassword exists in the form but is not sent. Registration: on success the user is stored as the session and sent to /asset/view.',
  async (address, label, plan) => {
    server.on(route, () => ok({ id: 'u1', token: 'secret' }));
    openPage(address);
    expect(await screen.findByRole('radio', { name: new RegExp(`^${label}`) })).toBeChecked();
    await submit(whole);
    await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({ id: 'u1', token: 'secret' });
    expect(server.to(route)[0]?.body).toEqual({
      firstname: 'Ada',
      lastname: 'Lovelace',
      email: 'ada@example.org',
      password: 'correct horse',
      plan,
    });
  },
);

test('each option shows the plan name of the front page and its limits', async () => {
  openPage('/register');
  expect(await screen.findByRole('radio', { name: /^Free Trial/ })).toHaveAccessibleName(
    /Curious Executive.*2 videos.*50K tokens/,
  );
  expect(screen.getByRole('radio', { name: /^Executive/ })).toHaveAccessibleName(
    /Product Marketing Pro.*20 videos.*1M tokens/,
  );
});

test('A submit action with a busy state. Then the message of the server is shown', async () => {
  let answer: (refused: ReturnType<typeof refusal>) => void = () => undefined;
  server.on(route, () => new Promise((resolve) => (answer = resolve)));
  openPage('/register');
  await submit(whole);
  expect(screen.getByRole('button', { name: 'Creating your account…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  answer(refusal(409, 'That e-mail is registered already.'));
  await waitFor(() => {
    expect(screen.getByRole('alert')).toHaveTextContent('That e-mail is registered already.');
  });
});
