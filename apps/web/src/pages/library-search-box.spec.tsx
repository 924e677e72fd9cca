import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aSearchAnswer } from '../testing/a-search-answer.ts';
import { ok } from '../testing/fake-server.ts';
import { currentAddress } from '../testing/open-page.tsx';
import { fixture, keywords, openBox, results, route } from '../testing/search-fixture.ts';

describe('when a search starts', () => {
  test('Search state: keyword string, a searchStart flag, a sidebar open flag. Search: typing updates the keyword. While searchStart is true the input is read-only.', async () => {
    let answer: (body: { body: unknown }) => void = () => undefined;
    fixture.server.on(route, () => new Promise((resolve) => (answer = resolve)));
    const box = await openBox();
    await userEvent.type(box, 'pricing{Enter}');
    expect(box).toHaveAttribute('readonly');
    expect(box).toHaveAccessibleName('Search webinars, searching for pricing');
    const search = box.closest('[role=search]');
    expect(search).toHaveAttribute('aria-busy', 'true');
    const dialog = await screen.findByRole('dialog', { name: 'Searching for : pricing' });
    expect(search).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(keywords()).toEqual(['pricing']));
    answer(ok(aSearchAnswer('pricing', results)));
    expect(await within(dialog).findByText('( 3 ) results for : pricing')).toBeInTheDocument();
    expect(search).toHaveAttribute('aria-busy', 'false');
    expect(box).toHaveAccessibleName('Search webinars');
    expect(box).toHaveAttribute('readonly');
    expect(box).toHaveValue('pricing');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(box).toHaveFocus());
    expect(box).not.toHaveAttribute('readonly');
    // A further search waits, too.
    await userEvent.type(box, ' model{Enter}');
    expect(search).toHaveAttribute('aria-busy', 'true');
  });

  test('Pressing Enter or leaving the field sets searchStart true when the keyword is longer than 1 character.', async () => {
    const box = await openBox();
    await userEvent.type(box, 'pricing');
    expect(keywords()).toEqual([]);
    await userEvent.tab();
    expect(box).toHaveAttribute('readonly');
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
    await waitFor(() => expect(keywords()).toEqual(['pricing']));
  });

  test.each(['{Enter}', 'p{Enter}', '   p  {Enter}'])(
    'Search triggers only when the keyword has more than 1 character. Search minimum keyword length 2: %p is too short',
    async (typed) => {
      const box = await openBox();
      await userEvent.type(box, typed);
      await userEvent.tab();
      expect(box).not.toHaveAttribute('readonly');
      await act(() => new Promise((resolve) => setTimeout(resolve)));
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(keywords()).toEqual([]);
    },
  );

  test('switching to another window does not count as leaving the field', async () => {
    const box = await openBox();
    await userEvent.type(box, 'pricing');
    fireEvent.blur(box);
    expect(box).not.toHaveAttribute('readonly');
  });
});

describe('a click that leaves the field', () => {
  test('is handled before the results appear', async () => {
    await userEvent.type(await openBox(), 'pricing');
    await userEvent.click(screen.getByRole('button', { name: 'Switch to the dark theme' }));
    expect(document.documentElement).toHaveClass('dark');
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
  });

  test('delays the results until the button is released', async () => {
    await userEvent.type(await openBox(), 'pricing');
    const toggle = screen.getByRole('button', { name: /^Switch to the/ });
    await userEvent.pointer({ keys: '[MouseLeft>]', target: toggle });
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await userEvent.pointer({ keys: '[/MouseLeft]', target: toggle });
    fireEvent(window, new Event('pointerup'));
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
  });

  test('on Log out logs out without a search', async () => {
    await userEvent.type(await openBox(), 'pricing');
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(currentAddress()).toBe('/login'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(keywords()).toEqual([]);
  });

  test('on a button that opens a dialog opens the dialog instead of searching', async () => {
    const box = await openBox();
    await userEvent.type(box, 'pricing');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(box).not.toHaveAttribute('readonly'));
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Are you sure you want to delete this item?');
    expect(keywords()).toEqual([]);
  });
});

describe('keys', () => {
  test.each([
    ['/', '/'],
    ['Ctrl K', '{Control>}k{/Control}'],
    ['⌘ K', '{Meta>}k{/Meta}'],
  ])('%s focuses the box', async (_name, keys) => {
    const box = await openBox();
    await userEvent.keyboard(keys);
    expect(box).toHaveFocus();
    expect(box).toHaveValue('');
  });

  test('a slash can be typed into a text', async () => {
    await openBox();
    const title = screen.getByRole('textbox', { name: 'Title' });
    await userEvent.type(title, '/');
    expect(title).toHaveFocus();
    expect(title).toHaveValue('Retention by cohort/');
  });

  test('a question mark lists the shortcuts', async () => {
    await openBox();
    await userEvent.keyboard('?');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent(
      'Search your webinars',
    );
  });

  test('Escape empties the box', async () => {
    const box = await openBox();
    await userEvent.type(box, 'pricing{Escape}');
    expect(box).toHaveValue('');
    expect(box).toHaveFocus();
  });
});
