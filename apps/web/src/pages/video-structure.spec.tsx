import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { play, playAt } from '../testing/fake-player.tsx';
import { refusal } from '../testing/fake-server.ts';
import { fixture, openVideo, saveChapters, saveRoute } from '../testing/video-fixture.tsx';

const lines = ['00:00:00', '00:01:00', '00:05:00', '00:05:20', '00:07:00'].map(
  (time) => `${time}.000 --> ${time}.900\nA line.`,
);
const vtt = `WEBVTT\n\n${lines.join('\n\n')}\n`;
// As in the specs of other menus: a press takes longer than a frame.
const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, delay: 20 });
const list = () => fixture.record.chapters.map(({ start, title }) => `${start} ${title}`);
const before = aVideo().chapters.map(({ start, title }) => `${start} ${title}`);
const chapters = () => within(screen.getByRole('region', { name: 'Chapters' }));
const listMenu = () => chapters().getByRole('button', { name: 'More for all chapters' });
async function add() {
  await user.click(listMenu());
  return screen.findByRole('menuitem', { name: 'Add chapter here' });
}
const heading = (name: string) => chapters().findByRole('heading', { name });
const handle = (title: string) => screen.getByRole('slider', { name: `Start of “${title}”` });
const menuOf = (title: string) =>
  chapters().getByRole('button', { name: new RegExp(`^Change ${title}, at`) });

async function choose(title: string, entry: RegExp) {
  await user.click(menuOf(title));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}

async function openAt(seconds: number) {
  const media = await openVideo();
  playAt(media, seconds);
}

beforeEach(() => {
  fixture.record = aVideo({ vtt });
});

describe('a chapter is added', () => {
  test('by the key, with the spoken line; its title is selected; undo and redo', async () => {
    await openAt(430);
    expect(await add()).toHaveAccessibleDescription('At 07:00, the start of the spoken line');
    await user.keyboard('{Escape}');
    await user.keyboard('{Shift>}N{/Shift}');
    const title = await chapters().findByRole('textbox', { name: 'Title of the chapter at 07:00' });
    expect(title).toHaveFocus();
    await waitFor(() => expect(list()).toEqual([...before.slice(0, 2), '00:07:00 New chapter', before[2]]));
    await user.keyboard('Churn{Enter}');
    await waitFor(() => expect(fixture.record.chapters[2]?.title).toBe('Churn'));
    const bar = within(await screen.findByRole('group', { name: 'Restore the previous version' }));
    expect(bar.getByRole('status')).toHaveTextContent('A chapter was added at 07:00.');
    await user.click(bar.getByRole('button', { name: 'Undo' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(list()).toEqual(before));
    await user.click(await bar.findByRole('button', { name: 'Redo' }));
    await waitFor(() => expect(list()).toHaveLength(4));
  });

  test('is refused close to another start, with the reason', async () => {
    await openAt(303);
    const entry = await add();
    expect(entry).toHaveAttribute('aria-disabled', 'true');
    const reason = 'A chapter lasts at least 10 seconds: this one has just started.';
    expect(entry).toHaveAccessibleDescription(reason);
    await user.keyboard('{Escape}{Shift>}N{/Shift}');
    expect(await screen.findByText(reason)).toBeInTheDocument();
    expect(fixture.server.to(saveRoute)).toEqual([]);
  });

  test('not when the save fails: the list is as before, and the reason is shown', async () => {
    await openAt(430);
    fixture.server.on(saveRoute, () => refusal(503, 'Not now.'));
    await user.click(await add());
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    expect(chapters().queryByRole('heading', { name: 'New chapter' })).not.toBeInTheDocument();
    fixture.server.on(saveRoute, saveChapters);
    await user.click(await add());
    await heading('New chapter');
    await waitFor(() => expect(list()).toHaveLength(4));
  });
});

describe('the menu of a row', () => {
  test('splits at the playhead inside the chapter only', async () => {
    await openAt(430);
    await user.click(menuOf('Questions'));
    const split = await screen.findByRole('menuitem', { name: 'Split at the playhead' });
    expect(split).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Escape}');
    await choose('Three numbers', /^Split at the playhead/);
    await waitFor(() => expect(list()[2]).toBe('00:07:00 New chapter'));
  });

  test('keeps its entries while the video plays, so that a press ends where it began', async () => {
    const media = await openVideo();
    playAt(media, 430);
    await user.click(menuOf('Three numbers'));
    const split = await screen.findByRole('menuitem', { name: 'Split at the playhead' });
    expect(split).toHaveAccessibleDescription('At 07:00');
    const before = screen.getAllByRole('menuitem');
    for (const seconds of [431, 500, 20]) {
      playAt(media, seconds);
      expect(screen.getAllByRole('menuitem')).toEqual(before);
    }
  });

  test('merges with the next, and deletes, by keyboard; the focus stays near', async () => {
    await openAt(0);
    menuOf('Three numbers').focus();
    await user.keyboard('{Enter}');
    const entries = await screen.findAllByRole('menuitem');
    const merge = screen.getByRole('menuitem', { name: 'Merge with the next' });
    // The menu marks an entry a moment after the key: an earlier key would be lost.
    for (const entry of entries.slice(0, entries.indexOf(merge))) {
      await waitFor(() => expect(entry).toHaveAttribute('data-highlighted'));
      await user.keyboard('{ArrowDown}');
    }
    await waitFor(() => expect(merge).toHaveAttribute('data-highlighted'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(list()).toEqual(before.slice(0, 2)));
    expect(menuOf('Three numbers')).toHaveFocus();
    await choose('Three numbers', /^Delete chapter/);
    await waitFor(() => expect(list()).toEqual(before.slice(0, 1)));
    expect(chapters().getByRole('button', { name: /^Play from 00:00: Welcome/ })).toHaveFocus();
    expect(
      chapters().getByText('“Three numbers” was deleted. Its time belongs to “Welcome”.'),
    ).toBeInTheDocument();
  });

  test('changes are undone and redone by keys, but not in a text or a dialog', async () => {
    await openAt(0);
    await choose('Three numbers', /^Delete chapter/);
    await waitFor(() => expect(list()).toHaveLength(2));
    await chapters().findByRole('group', { name: 'Restore the previous version' });
    chapters().getByRole('textbox', { name: 'Title of the chapter at 00:00' }).focus();
    await user.keyboard('{Control>}z{/Control}');
    menuOf('Welcome').focus();
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await user.keyboard('?{Control>}z{/Control}');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
    expect(fixture.server.to(saveRoute)).toHaveLength(1);
    menuOf('Welcome').focus();
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(list()).toEqual(before));
    await chapters().findByRole('button', { name: 'Redo' });
    await user.keyboard('{Meta>}{Shift>}z{/Shift}{/Meta}');
    await waitFor(() => expect(list()).toHaveLength(2));
  });

  test('does not delete or move the first chapter', async () => {
    await openAt(0);
    await user.click(menuOf('Welcome'));
    for (const name of ['Delete chapter', 'Move the start…'])
      expect(await screen.findByRole('menuitem', { name })).toHaveAccessibleDescription(
        'The first chapter starts at 00:00. It can be merged with the next.',
      );
  });

  test('moves a start by lines, ten seconds or typing; a typed time is clamped, Escape cancels', async () => {
    await openAt(0);
    await choose('Three numbers', /^Move the start/);
    const field = () => chapters().getByRole('textbox', { name: 'Start of “Three numbers”' });
    await waitFor(() => expect(field()).toHaveFocus());
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Shift>}{ArrowDown}{/Shift}');
    expect(field()).toHaveValue('00:05:30');
    await user.keyboard('{Escape}');
    expect(chapters().queryByRole('textbox', { name: 'Start of “Three numbers”' })).toBeNull();
    expect(fixture.server.to(saveRoute)).toEqual([]);
    await choose('Three numbers', /^Move the start/);
    await waitFor(() => expect(field()).toHaveFocus());
    await user.paste('00:19:00');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(list()[1]).toBe('00:15:20 Three numbers'));
    expect(chapters().getByRole('button', { name: 'Play from 15:20: Three numbers' })).toHaveFocus();
  });
});

describe('the handles on the strip', () => {
  test('move a start by keys, as one change', async () => {
    await openAt(0);
    handle('Three numbers').focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(handle('Three numbers')).toHaveAttribute('aria-valuetext', '07:00');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(list()[1]).toBe('00:07:00 Three numbers'));
    expect(fixture.server.to(saveRoute)).toHaveLength(1);
    expect(handle('Three numbers')).toHaveFocus();
  });

  test('are dragged to the nearest line, which is heard; Escape cancels; a click plays', async () => {
    await openAt(0);
    const target = handle('Three numbers');
    target.setPointerCapture = () => undefined;
    target.parentElement!.getBoundingClientRect = () => ({ left: 0, width: 1200 }) as DOMRect;
    const drag = (to: number) => {
      fireEvent.pointerDown(target, { button: 0, pointerId: 1, clientX: 300 });
      fireEvent.pointerMove(target, { pointerId: 1, clientX: to });
    };
    drag(410);
    expect(target).toHaveAttribute('aria-valuetext', '07:00');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(target).toHaveAttribute('aria-valuetext', '05:00');
    fireEvent.pointerUp(target, { pointerId: 1 });
    expect(play).not.toHaveBeenCalled();
    fireEvent.pointerDown(target, { button: 0, pointerId: 1, clientX: 300 });
    fireEvent.pointerUp(target, { pointerId: 1 });
    expect(play).toHaveBeenCalledTimes(1);
    expect(fixture.server.to(saveRoute)).toEqual([]);
    drag(410);
    fireEvent.pointerUp(target, { pointerId: 1 });
    await waitFor(() => expect(list()[1]).toBe('00:07:00 Three numbers'));
    expect(play).toHaveBeenCalledTimes(2);
  });
});

describe('somebody else saves meanwhile', () => {
  const theirs = (at: number, title: string) => {
    const changed = fixture.record.chapters.map((each, n) => (n === at ? { ...each, title } : each));
    fixture.record = { ...fixture.record, chapters: changed, version: fixture.record.version + 1 };
  };

  test('another chapter: the change is applied to their list', async () => {
    await openAt(0);
    theirs(2, 'Answers');
    await choose('Welcome', /^Merge with the next/);
    await waitFor(() => expect(list()).toEqual(['00:00:00 Welcome', '00:15:30 Answers']));
  });

  test('the same chapter: nothing is overwritten, both lists are shown, and the user decides', async () => {
    await openAt(0);
    theirs(1, 'Four numbers');
    await choose('Three numbers', /^Delete chapter/);
    const question = within(
      await screen.findByRole('dialog', { name: 'These chapters were changed elsewhere too' }),
    );
    expect(fixture.record.chapters).toHaveLength(3);
    expect(
      within(question.getByRole('region', { name: 'Now' })).getByText(/Four numbers/),
    ).toBeInTheDocument();
    expect(
      within(question.getByRole('region', { name: 'With your change' })).getAllByRole('listitem'),
    ).toHaveLength(2);
    await user.click(question.getByRole('button', { name: 'Apply mine' }));
    await waitFor(() => expect(list()).toEqual(['00:00:00 Welcome', '00:15:30 Questions']));
  });
});

test('a chapter with a plain title offers to name it; with a name it does not', async () => {
  const [first, second, third] = aVideo().chapters;
  fixture.record = aVideo({ chapters: [first!, { ...second!, title: 'Part 2 · 05:00' }, third!] });
  await openVideo();
  const offers = () => chapters().queryAllByRole('button', { name: /^Name this chapter/ });
  expect(offers()).toHaveLength(1);
  await user.click(chapters().getByRole('button', { name: 'Name this chapter, at 05:00' }));
  expect(chapters().getByRole('textbox', { name: 'Title of the chapter at 05:00' })).toHaveFocus();
  await user.keyboard('Churn{Enter}');
  await waitFor(() => expect(fixture.record.chapters[1]?.title).toBe('Churn'));
  expect(offers()).toHaveLength(0);
});
