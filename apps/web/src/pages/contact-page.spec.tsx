import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { operator } from '../strings/operator.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { currentAddress, loadFirst, openPage } from '../testing/open-page.tsx';

let server: FakeServer;

loadFirst(
  () => import('./contact-page.tsx'),
  () => import('./home-page.tsx'),
);

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
});
afterEach(() => jest.restoreAllMocks());

const notes = () => JSON.parse(localStorage.getItem('feedback') ?? '[]') as Record<string, string>[];

async function send() {
  await userEvent.click(await screen.findByRole('button', { name: 'Send feedback' }));
}

test('Fields: type (Bug Report, Feature Request, General Feedback, Performance Issue), subject, message, email (optional). Submitting only records locally; nothing is sent. Feedback form: type, subject, message, email (optional).', async () => {
  openPage('/contact');
  const user = userEvent.setup();
  const type = await screen.findByLabelText('Type');
  const types = ['Bug Report', 'Feature Request', 'General Feedback', 'Performance Issue'];
  expect([...type.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(types);
  await user.selectOptions(type, 'Performance Issue');
  await user.type(screen.getByLabelText('Subject'), 'Slow search');
  await user.type(screen.getByLabelText('Message'), 'Four seconds & more');
  await user.type(screen.getByLabelText('Email (optional)'), 'ada@example.org');
  await send();
  expect(screen.getByRole('region', { name: 'Thank you' })).toHaveFocus();
  expect(notes()).toEqual([
    {
      type: 'Performance Issue',
      subject: 'Slow search',
      message: 'Four seconds & more',
      email: 'ada@example.org',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
    },
  ]);
  expect(server.calls).toHaveLength(0);
  expect(screen.getByRole('link', { name: 'Send it as an e-mail' })).toHaveAttribute(
    'href',
    expect.stringContaining(
      'subject=Performance%20Issue%3A%20Slow%20search&body=Four%20seconds%20%26%20more',
    ),
  );
});

test('feedback can be copied, or sent to the shown address', async () => {
  openPage('/contact');
  const user = userEvent.setup();
  expect(await screen.findByRole('link', { name: operator.email })).toHaveAttribute(
    'href',
    expect.stringMatching(`^mailto:${operator.email}\\?`),
  );
  await user.type(screen.getByLabelText('Subject'), 'Slow search');
  await user.type(screen.getByLabelText('Message'), 'Four seconds');
  await send();
  expect(screen.getByText(operator.email)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Copy text' }));
  expect(await screen.findByText('Copied.')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe('Bug Report: Slow search\n\nFour seconds');
});

test('Feedback: no validation. An empty form and an invalid e-mail address are accepted', async () => {
  openPage('/contact');
  await userEvent.type(await screen.findByLabelText('Email (optional)'), 'nobody');
  await send();
  expect(notes()).toMatchObject([{ type: 'Bug Report', subject: '', message: '', email: 'nobody' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Write another' }));
  await send();
  expect(notes()).toHaveLength(2);
});

test('the oldest note is removed when there are more than fifty', async () => {
  const old = Array.from({ length: 50 }, (_, index) => ({ subject: String(index) }));
  localStorage.setItem('feedback', JSON.stringify(old));
  openPage('/contact');
  await send();
  expect(notes()).toHaveLength(50);
  expect(notes()[0]).toEqual({ subject: '1' });
});

test('a browser that stores nothing gets a message', async () => {
  openPage('/contact');
  await screen.findByLabelText('Type');
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await send();
  expect(screen.getByText(/could not be recorded/)).toBeVisible();
});

test('/contact | public | Send Feedback page with a Back button, which opens the front page when there is no previous page', async () => {
  openPage('/contact');
  await screen.findByRole('heading', { level: 1, name: 'Send Feedback' });
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(currentAddress()).toBe('/'));
});
