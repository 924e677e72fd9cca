import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer } from '../testing/fake-server.ts';
import { currentAddress, loadFirst, openPage, signIn } from '../testing/open-page.tsx';

let server: FakeServer;

loadFirst(() => import('./home-page.tsx'));

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
  // jsdom has no media queries; every query matches, also reduced motion.
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
});

async function openFront() {
  openPage('/');
  await screen.findByText('Boost Your Webinar ROI', { selector: 'h1' });
}

// Not `getByRole`: it would compute the style of every element of this long page.
const banner = () => document.querySelector<HTMLElement>('header')!;
const part = (id: string) => within(document.getElementById(id)!);

test('Sign In and Start Free Trial both link to /login. No request is sent for a visitor', async () => {
  await openFront();
  const header = within(banner());
  for (const name of ['Sign In', 'Start Free Trial'])
    for (const link of header.getAllByText(name, { selector: 'a' }))
      expect(link).toHaveAttribute('href', '/login');
  expect(server.calls).toHaveLength(0);
});

test('a signed-in user sees the page too, with a link to the library', async () => {
  signIn();
  await openFront();
  expect(currentAddress()).toBe('/');
  const header = within(banner());
  expect(header.getByText('Open your library')).toHaveAttribute('href', '/asset/view');
  expect(header.queryByText('Sign In')).toBeNull();
});

test('Demo section with sample chapter timestamps. A chapter shows what was said in it', async () => {
  await openFront();
  const demo = part('demo');
  const line = demo.getByText('Discounts, and who pays for them').closest('button')!;
  expect(line).toHaveTextContent(/^18:05/);
  expect(line).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(line);
  expect(line).toHaveAttribute('aria-pressed', 'true');
  expect(document.querySelectorAll('#demo [aria-pressed=true]')).toHaveLength(1);
  expect(demo.getByText(/A discount is a salary you pay/)).toBeVisible();
  expect(demo.getByText('22:02')).toBeVisible();
});

test('Pricing: Curious Executive $5 per month, 2 videos at a time, 50K monthly tokens, 3-day free trial. Each plan links to its registration', async () => {
  await openFront();
  const free = part('pricing').getByText('Curious Executive').closest('article')!;
  expect(free).toHaveTextContent(/\$5 per month.*2 videos at a time.*50K monthly tokens.*3-day free trial/);
  const pro = part('pricing').getByText('Product Marketing Pro').closest('article')!;
  const facts = /\$14 per month.*20 videos at a time.*1M monthly tokens.*No free trial.*Embeddable portal/;
  expect(pro).toHaveTextContent(facts);
  expect(within(free).getByText('Try Curious Executive')).toHaveAttribute('href', '/register?plan=free');
  expect(within(pro).getByText('Choose Product Marketing Pro')).toHaveAttribute(
    'href',
    '/register?plan=executive',
  );
});

describe('the recording', () => {
  const play = jest.spyOn(HTMLMediaElement.prototype, 'play');
  beforeEach(() => play.mockReset().mockResolvedValue(undefined));
  afterAll(() => play.mockRestore());

  const watch = () => userEvent.click(screen.getByText('Watch Demo'));

  test('plays by “Watch Demo”, with controls and captions, and nothing of it is loaded before', async () => {
    window.matchMedia = () => ({ matches: false }) as MediaQueryList;
    await openFront();
    const recording = document.querySelector('video')!;
    expect(recording).toHaveAttribute('controls');
    expect(recording).toHaveAttribute('preload', 'none');
    expect(recording).toHaveAttribute('src', '/pictures/demo-light.mp4');
    expect(recording.querySelector('track[kind=captions]')).toHaveAttribute(
      'src',
      '/pictures/demo-light.vtt',
    );
    expect(part('demo').getByText(/without sound\. In the library/)).toBeVisible();
    expect(play).not.toHaveBeenCalled();
    await watch();
    expect(play.mock.contexts).toEqual([recording]);
  });

  test('does not start by itself for visitors who prefer less motion', async () => {
    await openFront();
    await watch();
    expect(play).not.toHaveBeenCalled();
  });

  test('has the chosen theme', async () => {
    localStorage.setItem('theme', 'dark');
    await openFront();
    expect(document.querySelector('video')).toHaveAttribute('src', '/pictures/demo-dark.mp4');
  });
});
