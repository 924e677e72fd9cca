import type { VideoRecord } from '@vault/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { refusal } from '../testing/fake-server.ts';
import { currentAddress, openPage } from '../testing/open-page.tsx';
import {
  expand,
  fixture,
  openRow as open,
  saveChapters,
  saveRoute,
  titleIn as title,
  write,
} from '../testing/video-fixture.tsx';

const chapters = () => within(screen.getByRole('region', { name: 'Chapters' }));
const savedTitles = () =>
  fixture.server.to(saveRoute).map(({ body }) => (body as VideoRecord).chapters.map((each) => each.title));

test('the editor says what comes from the file and what of it is not used', async () => {
  fixture.record = aVideo({
    contents: [
      { kind: 'chapters', language: '', title: '', isUsed: true, count: 3 },
      { kind: 'subtitles', language: 'de', title: '', isUsed: false, reason: 'language' },
    ],
  });
  await open();
  const line =
    /Chapters come from the file\. Regenerate creates different chapters\. In the file, not used: German subtitles/;
  expect(chapters().getByText(line)).toBeInTheDocument();
});

describe('editing', () => {
  test('an editable title (max length 100); it is saved with all chapters and the edited version; the focus stays', async () => {
    const row = await open();
    expect(title(row)).toHaveAttribute('maxlength', '100');
    await write(title(row), 'Four numbers');
    // Checked first, because it is shown only briefly.
    expect(await chapters().findByRole('status')).toHaveTextContent('Saved');
    expect(title(row)).toHaveFocus();
    expect(title(row)).toHaveValue('Four numbers');
    expect(fixture.server.to(saveRoute).map(({ body }) => body)).toEqual([
      {
        passthrough: 'session-1',
        version: 1,
        chapters: aVideo().chapters.map((each) =>
          each.start === '00:05:00' ? { ...each, title: 'Four numbers' } : each,
        ),
      },
    ]);
  });

  test('A chapter title edit identical to the current title is ignored. Nor is an empty one saved; Escape discards the typed text', async () => {
    const row = await open();
    await write(title(row), 'Three numbers');
    await write(title(row), '   ');
    await write(title(row), 'Another', '{Escape}');
    await userEvent.tab();
    expect(title(row)).toHaveValue('Three numbers');
    expect(fixture.server.to(saveRoute)).toEqual([]);
  });

  test('the remaining characters are counted near the limit', async () => {
    const row = await open();
    await write(title(row), 'a'.repeat(99), '');
    expect(row.getByText('1 character left')).toBeInTheDocument();
  });

  test('Chapter title and summary editors: length 100. · an editable summary (length 100); an editable search text. They are saved on leaving the field', async () => {
    const row = await open();
    await expand(row);
    const summary = row.getByRole('textbox', { name: 'Summary' });
    expect(summary).toHaveAttribute('maxlength', '100');
    await write(summary, 'What went up.', '{Tab}');
    await write(row.getByRole('textbox', { name: 'Search text' }), 'One.\n\nTwo.', '');
    await userEvent.tab();
    await waitFor(() =>
      expect(fixture.record.chapters[1]).toMatchObject({ summary: 'What went up.', search: 'One.\n\nTwo.' }),
    );
  });

  test('a row is one stop of the Tab key; arrow keys move through its controls', async () => {
    const row = await open();
    const play = (name: string) => screen.getByRole('button', { name: new RegExp(`^Play from .*: ${name}`) });
    play('Welcome').focus();
    await userEvent.tab();
    expect(play('Three numbers')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(title(row)).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(row.getByRole('button', { name: /^Clip this chapter:/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(row.getByRole('button', { name: /^Show details/ })).toHaveFocus();
    await userEvent.tab();
    expect(play('Questions')).toHaveFocus();
    await userEvent.tab({ shift: true });
    expect(play('Three numbers')).toHaveFocus();
  });

  test('arrow keys in a title that is being edited move the caret', async () => {
    const row = await open();
    await userEvent.click(title(row));
    await userEvent.keyboard('{End}{ArrowRight}{ArrowDown}{ArrowLeft}');
    expect(title(row)).toHaveFocus();
  });

  test('arrow keys move from row to row', async () => {
    const row = await open();
    row.getByRole('button', { name: /^Clip this chapter:/ }).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.closest('li')).toHaveTextContent('Questions');
    expect(document.activeElement).toHaveAccessibleName('Clip this chapter: Questions');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement?.closest('li')).toHaveTextContent('Welcome');
  });
});

describe('a save that fails', () => {
  test('keeps the typed text, is reported, and is retried', async () => {
    fixture.server.on(saveRoute, () => refusal(503, 'The server is busy.'));
    const row = await open();
    await write(title(row), 'Four numbers');
    expect(await screen.findByRole('alert')).toHaveTextContent('The server is busy.');
    expect(title(row)).toHaveValue('Four numbers');
    expect(title(row)).toBeInvalid();
    fixture.server.on(saveRoute, saveChapters);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(fixture.record.chapters[1]?.title).toBe('Four numbers'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('is retried when the connection is back', async () => {
    fixture.server.on(saveRoute, () => refusal(503));
    const row = await open();
    await write(title(row), 'Four numbers');
    await screen.findByRole('alert');
    fixture.server.on(saveRoute, saveChapters);
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(fixture.record.chapters[1]?.title).toBe('Four numbers'));
  });

  test('is kept over a reload, to be saved or discarded', async () => {
    const edit = {
      start: '00:05:00',
      field: 'title',
      value: 'Kept',
      seenValues: ['Three numbers'],
      chapterTitle: 'Three numbers',
    };
    localStorage.setItem('drafts:session-1', JSON.stringify({ version: 1, at: 1, edits: [edit] }));
    openPage('/asset/upload-1');
    expect(await screen.findByRole('alert')).toHaveTextContent('1 edit is not saved yet.');
    expect(screen.getByRole('heading', { name: 'Kept' })).toBeInTheDocument();
    expect(fixture.server.to(saveRoute)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Save now' }));
    await waitFor(() => expect(fixture.record.chapters[1]?.title).toBe('Kept'));
    expect(localStorage.getItem('drafts:session-1')).toBeNull();
  });

  test('asks before the user leaves the page', async () => {
    fixture.server.on(saveRoute, () => refusal(503));
    const row = await open();
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      fireEvent(window, event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    await write(title(row), 'Four numbers');
    await screen.findByRole('alert');
    expect(leave()).toBe(true);
    const link = screen.getAllByRole('link', { name: /Webinar Vault/ })[0]!;
    await userEvent.click(link);
    const question = within(screen.getByRole('dialog', { name: 'Leave before everything is saved?' }));
    await userEvent.click(question.getByRole('button', { name: 'Stay' }));
    expect(currentAddress()).toBe('/asset/upload-1');
    await userEvent.click(link);
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
  });
});

describe('two editors', () => {
  test('an edit of another field by the other editor is kept', async () => {
    const row = await open();
    const [first, ...rest] = fixture.record.chapters;
    fixture.record = { ...fixture.record, version: 2, chapters: [{ ...first!, title: 'Theirs' }, ...rest] };
    await write(title(row), 'Mine');
    await waitFor(() =>
      expect(fixture.record.chapters.map((each) => each.title)).toEqual(['Theirs', 'Mine', 'Questions']),
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('a text that both changed is a conflict to resolve', async () => {
    const row = await open();
    const theirs = fixture.record.chapters.map((each) =>
      each.start === '00:05:00' ? { ...each, title: 'Theirs' } : each,
    );
    fixture.record = { ...fixture.record, version: 2, chapters: theirs };
    await write(title(row), 'Mine');
    const dialog = within(await screen.findByRole('dialog', { name: 'Changed in two places' }));
    const done = dialog.getByRole('button', { name: 'Keep my choice' });
    expect(done).toBeDisabled();
    expect(dialog.getByRole('radio', { name: /The other version.*Theirs/ })).not.toBeChecked();
    await userEvent.click(dialog.getByRole('button', { name: 'Decide later' }));
    expect(title(row)).toHaveValue('Mine');
    await userEvent.click(screen.getByRole('button', { name: 'Choose' }));
    const again = within(screen.getByRole('dialog', { name: 'Changed in two places' }));
    await userEvent.click(again.getByRole('radio', { name: /Yours.*Mine/ }));
    await userEvent.click(again.getByRole('button', { name: 'Keep my choice' }));
    await waitFor(() => expect(fixture.record.chapters[1]?.title).toBe('Mine'));
    expect(savedTitles().flat()).not.toContain('');
  });
});
