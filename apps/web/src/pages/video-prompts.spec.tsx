import type { Operation, VideoRecord } from '@vault/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { choose, menuUser } from '../testing/choose.ts';
import { aVideo } from '../testing/a-video.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import { lastToast } from '../testing/last-toast.ts';
import { openPage } from '../testing/open-page.tsx';
import { expand, fixture, openRow as open, write } from '../testing/video-fixture.tsx';
import type { Row } from '../testing/video-fixture.tsx';

const operation = (change: Partial<Operation>): Operation => ({
  id: 'op-1',
  kind: 'quotes',
  state: 'done',
  progress: 100,
  chapterStart: '00:05:00',
  msg: '',
  system_message: '',
  user_message: '',
  result: '',
  ...change,
});
const generationAnswer = (change: Partial<Operation>, beside: object = {}) => ({
  body: {
    status: 'success',
    data: fixture.record,
    chapters: fixture.record.chapters,
    operation: operation(change),
    ...beside,
  },
});
function change(start: string, to: Partial<VideoRecord['chapters'][number]>) {
  const now = fixture.record.chapters.map((each) => (each.start === start ? { ...each, ...to } : each));
  fixture.record = { ...fixture.record, chapters: now, version: fixture.record.version + 1 };
}

describe('quotes by a prompt', () => {
  const route = 'POST /muxupload/update-quote';
  async function ask(row: Row, text: string) {
    await expand(row);
    await userEvent.click(row.getByRole('button', { name: 'Update quotes' }));
    if (text) await userEvent.type(screen.getByRole('textbox', { name: 'Prompt Focus' }), text);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  }

  test('buttons for updating quotes and for updating search; the quotes of the chapter are replaced', async () => {
    fixture.server.on(route, () => {
      change('00:05:00', { quote: [{ quote: 'Only one did.', timecode: '00:05:10' }] });
      return generationAnswer({});
    });
    const row = await open();
    await expand(row);
    await ask(row, 'numbers');
    expect(await row.findByText('“Only one did.”')).toBeInTheDocument();
    expect(fixture.server.to(route).map(({ body }) => body)).toEqual([
      {
        passthrough: 'session-1',
        start: '00:05:00',
        end: '00:15:30',
        selIndex: 1,
        newQuotePrompt: 'numbers',
      },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(row.getByRole('button', { name: 'Update quotes' })).toHaveFocus();
  });

  test('the last chapter ends at 10:00:00', async () => {
    fixture.server.on(route, () => generationAnswer({}));
    await open();
    const row = within(screen.getByRole('heading', { name: 'Questions' }).closest('li')!);
    await ask(row, '');
    await waitFor(() =>
      expect(fixture.server.to(route)[0]?.body).toMatchObject({ start: '00:15:30', end: '10:00:00' }),
    );
  });

  test.each([
    ['the words of the server', 'No tokens are left.', 'No tokens are left.'],
    ['the words of the page', undefined, 'Error to update quote'],
  ])(
    "Quote update failure: msg or 'Error to update quote'. Editor toasts show for 3 seconds at the top centre. With %s; the prompt is kept",
    async (_whose, msg, text) => {
      fixture.server.on(route, () => refusal(403, msg));
      const row = await open();
      await ask(row, 'numbers');
      expect(await screen.findByText(text)).toBeInTheDocument();
      expect(lastToast()).toMatchObject({ text, durationMs: 3000, position: 'top' });
      expect(screen.getByRole('textbox', { name: 'Prompt Focus' })).toHaveValue('numbers');
      expect(screen.getByText('Ask for an upgrade')).toHaveAttribute('href', '/account#plan');
    },
  );

  test('continue when the popup is closed; a second click starts no other generation', async () => {
    let finish: (answer: { body: unknown }) => void = () => undefined;
    fixture.server.on(route, () => new Promise((resolve) => (finish = resolve)));
    const row = await open();
    await ask(row, '');
    await userEvent.click(screen.getByRole('button', { name: 'Continue in the background' }));
    await userEvent.click(row.getByRole('button', { name: 'Updating quotes' }));
    expect(screen.getByText('The quotes of this chapter are being updated.')).toBeInTheDocument();
    await act(async () => {
      finish(generationAnswer({ msg: 'Your edit was kept.' }));
      await Promise.resolve();
    });
    expect(await screen.findByText('Your edit was kept.')).toBeInTheDocument();
    expect(fixture.server.to(route)).toHaveLength(1);
  });

  test('are reported by a toast only when the popup was closed', async () => {
    let finish: (answer: { body: unknown }) => void = () => undefined;
    fixture.server.on(route, () => new Promise((resolve) => (finish = resolve)));
    const row = await open();
    for (const isClosed of [false, true]) {
      await ask(row, '');
      if (isClosed) await userEvent.click(screen.getByRole('button', { name: 'Continue in the background' }));
      await act(async () => {
        finish(generationAnswer({}));
        await Promise.resolve();
      });
      await row.findByRole('button', { name: 'Update quotes' });
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(screen.queryAllByText('New quotes are ready.')).toHaveLength(1);
    }
  });

  test('are polled after a reload until they end', async () => {
    fixture.record = aVideo({ operations: [operation({ state: 'running', progress: 20 })] });
    fixture.server.on('GET /muxupload/operations/op-1', () =>
      ok(operation({ state: 'running', progress: 60 })),
    );
    const row = await open();
    await expand(row);
    expect(row.getByRole('button', { name: 'Updating quotes' })).toHaveAttribute('aria-busy', 'true');
    fixture.server.on('GET /muxupload/operations/op-1', () => {
      change('00:05:00', { quote: ['Found at last.'] });
      fixture.record = { ...fixture.record, operations: [] };
      return ok(operation({}));
    });
    expect(await row.findByText('“Found at last.”')).toBeInTheDocument();
    expect(await screen.findByText('New quotes are ready.')).toBeInTheDocument();
  });

  test('that arrive late do not change a text that is being edited', async () => {
    let finish: (answer: { body: unknown }) => void = () => undefined;
    fixture.server.on(route, () => new Promise((resolve) => (finish = resolve)));
    const row = await open();
    await expand(row);
    await ask(row, '');
    await userEvent.click(screen.getByRole('button', { name: 'Continue in the background' }));
    await write(row.getByRole('textbox', { name: 'Summary' }), 'Mine', '');
    await act(async () => {
      change('00:05:00', { summary: 'Late.', quote: ['New.'] });
      finish(generationAnswer({}));
      await Promise.resolve();
    });
    expect(await row.findByText('“New.”')).toBeInTheDocument();
    expect(row.getByRole('textbox', { name: 'Summary' })).toHaveValue('Mine');
    await userEvent.tab();
    expect(await screen.findByRole('dialog', { name: 'Changed in two places' })).toHaveTextContent('Late.');
    expect(fixture.record.chapters[1]?.summary).toBe('Late.');
  });
});

describe('the search text by a prompt', () => {
  const route = 'POST /muxupload/update-search';

  test("Modal 'AI Search Results Below': shows the system message, the user message sent, and the 'Final Answer', which is the chapter's search text.", async () => {
    fixture.server.on(route, () => {
      change('00:05:00', { search: 'Only one of the three.' });
      return generationAnswer(
        { kind: 'search' },
        { system_message: 'Answer well.', user_message: 'Which moved?' },
      );
    });
    const row = await open();
    await expand(row);
    await userEvent.click(row.getByRole('button', { name: 'Update search' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Search prompt' }), 'Which moved?');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    const answer = within(await screen.findByRole('dialog', { name: 'AI Search Results Below' }));
    expect(answer.getByRole('region', { name: 'System message' })).toHaveTextContent('Answer well.');
    expect(answer.getByRole('region', { name: 'User message' })).toHaveTextContent('Which moved?');
    expect(answer.getByRole('region', { name: 'Final Answer' })).toHaveTextContent('Only one of the three.');
    expect(fixture.server.to(route).map(({ body }) => body)).toEqual([
      { passthrough: 'session-1', selIndex: 1, newSearchPrompt: 'Which moved?' },
    ]);
    await userEvent.click(answer.getByRole('button', { name: 'Close' }));
    expect(row.getByRole('button', { name: 'Update search' })).toHaveFocus();
  });

  test.each([
    ['No tokens are left.', 'No tokens are left.'],
    [undefined, 'Error to update search'],
  ])("Search update failure: msg or 'Error to update search'. (%p: %s)", async (msg, text) => {
    fixture.server.on(route, () => refusal(500, msg));
    const row = await open();
    await expand(row);
    await userEvent.click(row.getByRole('button', { name: 'Update search' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Search prompt' }), 'Which moved?');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});

test('chapters are regenerated after confirmation; a second click starts no other generation', async () => {
  const route = 'POST /muxupload/re-generate-chapter';
  let finish: (answer: { body: unknown }) => void = () => undefined;
  fixture.server.on(route, () => new Promise((resolve) => (finish = resolve)));
  await open();
  await choose('More for all chapters', 'Regenerate chapters…');
  const question = within(screen.getByRole('dialog'));
  expect(question.getByText(/New chapters replace all titles/)).toBeInTheDocument();
  await userEvent.click(question.getByRole('button', { name: 'Regenerate chapters' }));
  expect(await screen.findByRole('progressbar', { name: 'Regenerating chapters…' })).toBeInTheDocument();
  await menuUser.click(screen.getByRole('button', { name: 'More for all chapters' }));
  const again = await screen.findByRole('menuitem', { name: 'Regenerate chapters…' });
  expect(again).toHaveAttribute('aria-disabled', 'true');
  await menuUser.keyboard('{Escape}');
  await act(async () => {
    fixture.record = aVideo({ version: 2, chapters: [{ ...fixture.record.chapters[0]!, title: 'Anew' }] });
    finish(generationAnswer({ kind: 'chapters', chapterStart: null }));
    await Promise.resolve();
  });
  expect(await screen.findByRole('heading', { name: 'Anew' })).toBeInTheDocument();
  expect(screen.getByText('New chapters are ready.')).toBeInTheDocument();
  expect(fixture.server.to(route)).toHaveLength(1);
});

test('stored script text is shown as text in every field', async () => {
  const script = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  fixture.record = aVideo({
    summary: script,
    chapters: [
      {
        start: '00:00:00',
        title: script,
        summary: script,
        search: script,
        quote: [script, { quote: script, timecode: '00:00:01' }],
      },
    ],
  });
  openPage('/asset/upload-1');
  await userEvent.click(await screen.findByRole('button', { name: 'Expand all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Show the summary of the video' }));
  const region = screen.getByRole('region', { name: 'Chapters' });
  expect(within(region).getAllByText(`“${script}”`)).toHaveLength(2);
  for (const name of ['Title of the chapter at 00:00', 'Summary', 'Search text'])
    expect(within(region).getByRole('textbox', { name })).toHaveValue(script);
  expect(region.querySelector('script, img[src="x"]')).toBeNull();
});

test('the texts for searches are saved separately from quotes and summary', async () => {
  fixture.server.on('POST /auth/', () =>
    ok({ custom_prompt: 'Numbers.', quote_ct: 3, base_search_prompt: 'Answer well.' }),
  );
  await open();
  await choose('More for all chapters', 'Search prompt…');
  const edit = async (name: string, text: string) => {
    const part = within(screen.getByRole('region', { name }));
    await userEvent.click(part.getByRole('button', { name: 'Edit' }));
    await userEvent.clear(part.getByRole('textbox'));
    await userEvent.paste(text);
    await userEvent.click(part.getByRole('button', { name: 'Save' }));
  };
  await edit('Chapter-specific Quotes', 'Only the first.');
  expect(await screen.findByText('Updated custom search prompt successfully')).toBeInTheDocument();
  await edit('Overall Video Summary', 'About numbers.');
  expect(await screen.findByText('Updated custom search summary prompt successfully')).toBeInTheDocument();
  expect(fixture.record).toMatchObject({ searchSummary: 'About numbers.', summary: '' });
  expect(fixture.record.chapters[0]).toEqual({ ...aVideo().chapters[0], searchQuotes: 'Only the first.' });

  await userEvent.click(screen.getByRole('button', { name: 'Use the quotes of the chapter again' }));
  await userEvent.click(screen.getByRole('button', { name: 'Use the summary of the video again' }));
  await waitFor(() => expect(fixture.record).toMatchObject({ searchSummary: '' }));
  expect(fixture.record.chapters[0]).toEqual({ ...aVideo().chapters[0], searchQuotes: '' });
});
