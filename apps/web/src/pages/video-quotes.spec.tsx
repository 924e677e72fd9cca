import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { choose } from '../testing/choose.ts';
import { aVideo } from '../testing/a-video.ts';
import { refusal } from '../testing/fake-server.ts';
import {
  expand,
  fixture,
  openRow as open,
  saveChapters,
  saveRoute,
  titleIn as title,
  write,
} from '../testing/video-fixture.tsx';
import type { Row } from '../testing/video-fixture.tsx';

const editQuotes = async (row: Row) => {
  await userEvent.click(row.getByRole('button', { name: 'Edit quotes' }));
  return row.getAllByRole('textbox', { name: /^Quote \d/ });
};

test('editable quotes; Quote edits are split by line, one quote per line, and keep existing timecodes by position.', async () => {
  const row = await open();
  await expand(row);
  const [first] = await editQuotes(row);
  expect(first).toHaveFocus();
  expect(first).toHaveAccessibleName('Quote 1, 00:04:58');
  expect(first).toHaveValue('Three numbers moved.');
  await write(first!, 'Three numbers rose.\nOne did not.', '{Control>}{Enter}{/Control}');
  expect(row.getByRole('button', { name: 'Edit quotes' })).toHaveFocus();
  expect(row.getByText('“Three numbers rose.”')).toBeInTheDocument();
  expect(row.getByText('No time')).toBeInTheDocument();
  await waitFor(() =>
    expect(fixture.record.chapters[1]?.quote).toEqual([
      { quote: 'Three numbers rose.', timecode: '00:04:58' },
      'One did not.',
    ]),
  );
});

test('too many quotes are reported and not saved', async () => {
  const row = await open();
  await expand(row);
  const [first] = await editQuotes(row);
  const many = Array.from({ length: 21 }, (_, index) => `Line ${index}`).join('\n');
  await write(first!, many, '{Control>}{Enter}{/Control}');
  expect(row.getByRole('alert')).toHaveTextContent('A chapter has at most 20 quotes.');
  expect(first).toBeInvalid();
  expect(row.getByRole('button', { name: 'Save' })).toBeDisabled();
  expect(fixture.server.to(saveRoute)).toEqual([]);
});

test('each quote has a field; Save saves all, Cancel and Escape restore the old ones', async () => {
  const quote = [{ quote: 'One rose.', timecode: '00:05:01' }, 'One fell.'];
  fixture.record = aVideo({
    chapters: fixture.record.chapters.map((each, n) => (n === 1 ? { ...each, quote } : each)),
  });
  const row = await open();
  await expand(row);
  const [, second] = await editQuotes(row);
  expect(second).toHaveAccessibleName('Quote 2');
  await write(second!, 'One stood.', '');
  // Other controls, and collapsing and expanding the chapter, keep the unsaved text.
  await userEvent.click(title(row));
  await expand(row);
  await expand(row);
  expect(row.getByRole('textbox', { name: 'Quote 2' })).toHaveValue('One stood.');
  expect(fixture.server.to(saveRoute)).toEqual([]);
  await userEvent.click(row.getByRole('button', { name: 'Cancel' }));
  expect(row.getByRole('button', { name: 'Edit quotes' })).toHaveFocus();
  expect(row.getByText('“One fell.”')).toBeInTheDocument();
  await write((await editQuotes(row))[1]!, 'One sank.', '{Escape}');
  expect(row.getByText('“One fell.”')).toBeInTheDocument();
  expect(fixture.server.to(saveRoute)).toEqual([]);
  await write((await editQuotes(row))[1]!, 'One sank.', '');
  await userEvent.click(row.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(fixture.record.chapters[1]?.quote).toEqual([
      { quote: 'One rose.', timecode: '00:05:01' },
      'One sank.',
    ]),
  );
});

test('a quote is copied with its source', async () => {
  const writeText = jest.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  const row = await open();
  await expand(row);
  await userEvent.click(row.getByRole('button', { name: 'Copy this quote' }));
  await screen.findByText('Quote copied, with its source.');
  expect(writeText.mock.calls).toEqual([['“Three numbers moved.”\n— Retention by cohort, 00:04:58']]);
});

describe('a generation can be undone', () => {
  const done = (kind: 'quotes' | 'chapters', start: string | null) => ({
    id: 'op-1',
    kind,
    chapterStart: start,
    state: 'done',
    progress: 100,
    result: '',
    msg: '',
    system_message: '',
    user_message: '',
  });
  const generationAnswer = (operation: object) => ({
    body: { status: 'success', data: fixture.record, chapters: fixture.record.chapters, operation },
  });
  const offer = () => screen.findByRole('group', { name: 'Restore the previous version' });

  test('quotes: not when they are unchanged, and the page says so', async () => {
    const msg = 'The quotes are unchanged: this chapter has no better ones.';
    fixture.server.on('POST /muxupload/update-quote', () =>
      generationAnswer({ ...done('quotes', '00:05:00'), msg }),
    );
    const row = await open();
    await expand(row);
    await userEvent.click(row.getByRole('button', { name: 'Update quotes' }));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(msg)).toBeInTheDocument();
    expect(sessionStorage.getItem('undo:session-1')).toBeNull();
  });

  test('quotes: undo and redo are saved like any edit', async () => {
    const quotesBefore = fixture.record.chapters[1]!.quote;
    fixture.server.on('POST /muxupload/update-quote', () => {
      const chapters = fixture.record.chapters.map((each, at) =>
        at === 1 ? { ...each, quote: ['New.'] } : each,
      );
      fixture.record = { ...fixture.record, chapters, version: 2 };
      return generationAnswer(done('quotes', '00:05:00'));
    });
    const row = await open();
    await expand(row);
    await userEvent.click(row.getByRole('button', { name: 'Update quotes' }));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await row.findByText('“New.”')).toBeInTheDocument();
    const bar = within(await offer());
    expect(bar.getByRole('status')).toHaveTextContent('The quotes of “Three numbers” were replaced.');
    await userEvent.click(bar.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Restored.')).toBeInTheDocument();
    expect(fixture.record.chapters[1]?.quote).toEqual(quotesBefore);
    expect(row.queryByText('“New.”')).not.toBeInTheDocument();
    await userEvent.click(await bar.findByRole('button', { name: 'Redo' }));
    expect(await row.findByText('“New.”')).toBeInTheDocument();
    expect(fixture.record.chapters[1]?.quote).toEqual(['New.']);
  });

  test('chapters: asks first if there are later edits; a failure changes nothing', async () => {
    const before = fixture.record.chapters;
    fixture.server.on('POST /muxupload/re-generate-chapter', () => {
      fixture.record = { ...fixture.record, chapters: [{ ...before[0]!, title: 'Anew' }], version: 2 };
      return generationAnswer(done('chapters', null));
    });
    await open();
    await choose('More for all chapters', 'Regenerate chapters…');
    const question = within(screen.getByRole('dialog'));
    expect(question.getByText(/You can undo this for ten minutes/)).toBeInTheDocument();
    await userEvent.click(question.getByRole('button', { name: 'Regenerate chapters' }));
    const heading = await screen.findByRole('heading', { name: 'Anew' });
    const row = within(heading.closest('li')!);
    await write(row.getByRole('textbox', { name: 'Title of the chapter at 00:00' }), 'Mine');
    await waitFor(() => expect(fixture.record.version).toBe(3));
    const bar = within(await offer());
    await waitFor(() => expect(bar.getByRole('button', { name: 'Undo' })).toBeEnabled());
    await userEvent.click(bar.getByRole('button', { name: 'Undo' }));
    const warning = within(await screen.findByRole('dialog', { name: 'Restore the other chapters?' }));
    fixture.server.on(saveRoute, () => refusal(503, 'Not now.'));
    await userEvent.click(warning.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    expect(fixture.record.chapters).toHaveLength(1);
    fixture.server.on(saveRoute, saveChapters);
    await userEvent.click(bar.getByRole('button', { name: 'Undo' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(fixture.record.chapters).toEqual(before));
    expect(await screen.findByRole('heading', { name: 'Three numbers' })).toBeInTheDocument();
    await userEvent.click(await bar.findByRole('button', { name: 'Redo' }));
    await waitFor(() => expect(fixture.record.chapters.map((each) => each.title)).toEqual(['Mine']));
    await userEvent.click(bar.getByRole('button', { name: 'Dismiss this offer' }));
    expect(screen.queryByRole('group', { name: 'Restore the previous version' })).not.toBeInTheDocument();
  });
});
