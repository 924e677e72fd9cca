import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import '../testing/fake-player.tsx';
import { FakeServer, ok, refusal } from '../testing/fake-server.ts';
import { openPage, signIn } from '../testing/open-page.tsx';

const settings = { custom_prompt: 'Prefer numbers.', quote_ct: 3, base_search_prompt: 'Answer well.' };
let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  signIn();
  server = new FakeServer()
    .on('POST /auth/check', () => ok({ id: 'u1' }))
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('POST /auth/', () => ok(settings))
    .on('GET /muxvideos', () => ok([aVideo({ summary: 'Numbers, and where they come from.' })]));
});

async function choose(entry: string): Promise<HTMLElement> {
  openPage('/asset/view');
  const card = within(await screen.findByRole('article', { name: 'Retention by cohort' }));
  const more = card.getByRole('button', { name: 'More actions' });
  await userEvent.click(more);
  await userEvent.click(screen.getByRole('menuitem', { name: entry }));
  return more;
}
const section = (name: string) => within(screen.getByRole('region', { name }));

describe('the search prompt', () => {
  const route = 'POST /muxupload/update-base-search-prompt';
  async function edit(text: string) {
    await choose('Search prompt…');
    await screen.findByDisplayValue('Answer well.');
    const system = section('System Prompt');
    await userEvent.click(system.getByRole('button', { name: 'Edit' }));
    await userEvent.clear(system.getByRole('textbox'));
    await userEvent.paste(text);
    await userEvent.click(system.getByRole('button', { name: 'Save' }));
  }

  test("'Updated search base prompt successfully' It is saved for the user and loaded when the dialog is opened again", async () => {
    const changed = { ...settings, base_search_prompt: 'Answer briefly.' };
    server.on(route, () => {
      server.on('POST /auth/', () => ok({ ...changed, base_search_prompt: 'Changed in another tab.' }));
      return ok(changed);
    });
    await edit('Answer briefly.');
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText('Updated search base prompt successfully')).toBeInTheDocument();
    expect(server.to(route).map(({ body }) => body)).toEqual([
      { userId: 'u1', customPrompt: 'Answer briefly.' },
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Search prompt…' }));
    expect(await screen.findByDisplayValue('Changed in another tab.')).toBeInTheDocument();
    expect(server.to('POST /auth/')[0]?.body).toEqual({ userId: 'u1' });
  });

  test("Base search prompt failure: 'Error updating base search prompt'. The editor stays open", async () => {
    server.on(route, () => refusal(503, 'Please try again in a minute.'));
    await edit('Answer briefly.');
    expect(await screen.findByText('Error updating base search prompt')).toBeInTheDocument();
    expect(section('System Prompt').getByRole('textbox')).toHaveValue('Answer briefly.');
    expect(section('System Prompt').getByRole('textbox')).not.toHaveAttribute('readonly');
  });

  describe('the texts of chapter and video for searches', () => {
    const saveRoute = 'PATCH /muxupload/save';
    const video = aVideo({ summary: 'Numbers, and where they come from.', version: 4 });
    beforeEach(() => server.on('GET /muxvideos/asset/session-1', () => ok(video)));

    async function editSection(name: string, text: string) {
      const part = section(name);
      await userEvent.click(part.getByRole('button', { name: 'Edit' }));
      await userEvent.clear(part.getByRole('textbox'));
      await userEvent.paste(text);
      await userEvent.click(part.getByRole('button', { name: 'Save' }));
    }

    test("'Updated custom search prompt successfully' The quotes of the selected chapter are shown; a text for its searches does not change them", async () => {
      server.on(saveRoute, () => ok({ version: 5 }));
      await choose('Search prompt…');
      const quotes = section('Chapter-specific Quotes');
      expect(quotes.getByRole('textbox')).toHaveAttribute('placeholder', 'This chapter has no quotes.');
      const chapter = quotes.getByRole('combobox', { name: 'Chapter' });
      await userEvent.selectOptions(chapter, '00:05:00 · Three numbers');
      expect(section('Chapter-specific Quotes').getByRole('textbox')).toHaveValue('Three numbers moved.');
      await editSection('Chapter-specific Quotes', 'Prefer the second number.');
      expect(await screen.findByText('Updated custom search prompt successfully')).toBeInTheDocument();
      const [, second] = video.chapters;
      expect(server.to(saveRoute).map(({ body }) => body)).toEqual([
        {
          passthrough: 'session-1',
          version: 4,
          chapters: video.chapters.map((each) =>
            each === second ? { ...each, searchQuotes: 'Prefer the second number.' } : each,
          ),
        },
      ]);
    });

    test('another chapter cannot be selected while the text is being edited', async () => {
      await choose('Search prompt…');
      const quotes = section('Chapter-specific Quotes');
      await userEvent.click(quotes.getByRole('button', { name: 'Edit' }));
      expect(quotes.getByRole('combobox', { name: 'Chapter' })).toBeDisabled();
    });

    test("'Updated custom search summary prompt successfully' It is saved separately from the summary", async () => {
      server.on(saveRoute, () => ok({ version: 5 }));
      await choose('Search prompt…');
      expect(section('Overall Video Summary').getByRole('textbox')).toHaveValue(video.summary);
      await editSection('Overall Video Summary', 'About numbers.');
      expect(
        await screen.findByText('Updated custom search summary prompt successfully'),
      ).toBeInTheDocument();
      expect(server.to(saveRoute).map(({ body }) => body)).toEqual([
        { passthrough: 'session-1', version: 4, searchSummary: 'About numbers.' },
      ]);
    });

    test('a concurrent change is reported and not overwritten', async () => {
      server.on(saveRoute, () => refusal(409, 'The chapters have changed.'));
      await choose('Search prompt…');
      await editSection('Overall Video Summary', 'About numbers.');
      expect(await screen.findByText(/^This text was changed elsewhere/)).toBeInTheDocument();
      expect(section('Overall Video Summary').getByRole('textbox')).toHaveValue('About numbers.');
    });
  });

  test('settings that cannot be loaded can be retried', async () => {
    server.on('POST /auth/', () => refusal(503, 'Please try again in a minute.'));
    await choose('Search prompt…');
    expect(await screen.findByText('Please try again in a minute.')).toBeInTheDocument();
    server.on('POST /auth/', () => ok(settings));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByDisplayValue('Answer well.')).toBeInTheDocument();
  });
});

describe('the quote prompt', () => {
  const route = 'POST /muxupload/update-custom-prompt';
  async function open() {
    const more = await choose('Quote prompt…');
    await screen.findByDisplayValue('Prefer numbers.');
    const dialog = within(screen.getByRole('dialog', { name: 'Chapter-specific Quotations Base Prompt' }));
    const count = dialog.getByRole('combobox', { name: 'Quotes per chapter' });
    const field = dialog.getByRole('textbox', { name: 'Custom prompt' });
    return { more, dialog, count, field };
  }

  test("Modal 'Chapter-specific Quotations Base Prompt': a select of one, two or three quotes; a ten-row text area for the custom prompt; edit, save and cancel buttons. Custom quote prompt: can be saved only when longer than 3 characters; the save button is disabled otherwise. Successes (toasts): 'Updated custom prompt successfully'", async () => {
    server.on(route, () => ok({ ...settings, custom_prompt: 'Prefer stories.', quote_ct: 1 }));
    const { more, dialog, count, field } = await open();
    expect(field).toHaveAttribute('rows', '10');
    expect(field).toHaveAttribute('readonly');
    expect(count).toBeDisabled();
    expect(count).toHaveDisplayValue('Three quotes');
    const counts = within(count).getAllByRole('option');
    expect(counts.map(({ textContent }) => textContent)).toEqual(['One quote', 'Two quotes', 'Three quotes']);
    await userEvent.click(dialog.getByRole('button', { name: 'Edit' }));
    await userEvent.type(field, ' Never kept.');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(field).toHaveValue('Prefer numbers.');
    await userEvent.click(dialog.getByRole('button', { name: 'Edit' }));
    await userEvent.clear(field);
    await userEvent.type(field, 'abc');
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await userEvent.clear(field);
    await userEvent.paste('Prefer stories.');
    await userEvent.selectOptions(count, 'One quote');
    expect(dialog.getByRole('note')).toHaveTextContent('Exactly one quote is extracted.');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Updated custom prompt successfully')).toBeInTheDocument();
    expect(server.to(route).map(({ body }) => body)).toEqual([
      { userId: 'u1', customPrompt: 'Prefer stories.', quoteCt: 1 },
    ]);
    await waitFor(() => expect(field).toHaveAttribute('readonly'));
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(more).toHaveFocus();
  });

  test("It carries a read-only note. The note says that the LLM calls add the user's Prompt Focus input, that output must be a JSON array, that each quote needs an HH:MM:SS timecode two seconds before the quote begins, and that exactly the chosen number of quotes is extracted.", async () => {
    const { dialog } = await open();
    for (const fact of [/LLM.*Prompt Focus/, /JSON array/, /HH:MM:SS.*two seconds before/, /Exactly three/])
      expect(dialog.getByRole('note')).toHaveTextContent(fact);
  });

  test("Custom prompt save failure: 'Error to update custom prompt'. Closing with only a changed number asks first", async () => {
    server.on(route, () => refusal(400, 'No.'));
    const { dialog, count } = await open();
    await userEvent.click(dialog.getByRole('button', { name: 'Edit' }));
    await userEvent.selectOptions(count, 'Two quotes');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Error to update custom prompt')).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

test('no screenshot is offered for a video without pictures', async () => {
  server.on('GET /muxvideos', () => ok([aVideo({ thumbnail: '', state: 'failed', duration: 0 })]));
  await choose('Screenshot…');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the screenshot dialog opens from a card', async () => {
  await choose('Screenshot…');
  const dialog = within(screen.getByRole('dialog', { name: 'Screenshot' }));
  const time = dialog.getByRole('textbox', { name: 'Time' });
  await userEvent.clear(time);
  await userEvent.type(time, '002000{Enter}');
  expect(dialog.getByRole('alert')).toHaveTextContent('time must be earlier than video duration(1200s).');
});
