import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Chapter, UserSettings, VideoRecord } from '@vault/contracts';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Api } from './testing/api/api.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import { EditorPage } from './testing/browser/editor-page.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { quoteText } from './testing/shared/quote-text.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { briefTalk } from './testing/api/talk.ts';

const defaultPrompt =
  'Your job is to respond to the user prompt sent, combine that with Chapter.-specific Quotes and Overall Video Summary, and return the best possible result.';

describe('prompts and screenshots', () => {
  let product: Product;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let api: Api;
  let video: VideoRecord;

  before(async () => {
    product = await sharedProduct();
    api = product.api();
    await api.register();
    const { session } = await uploadVideo(api, briefTalk(), 'Pricing');
    video = await api.untilReady(session.id);
    browser = await openBrowser();
    watched = await WatchedPage.openAs(api.user!, browser, product);
    page = watched.page;
    await page.goto('/asset/view');
  });
  after(() => browser.close());

  const more = () => page.getByRole('article').getByRole('button', { name: 'More actions' });
  const focused = (one: Locator) => one.and(page.locator(':focus'));
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const settings = () => api.ask<UserSettings>('POST', '/api/auth/', { userId: api.user!.id });

  /** Uses only the keyboard, as these tests do. */
  async function choose(entry: string): Promise<void> {
    await more().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: entry }).focus();
    await page.keyboard.press('Enter');
  }
  async function fill(field: Locator, text: string): Promise<void> {
    await field.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  }
  async function press(button: Locator): Promise<void> {
    await button.focus();
    await page.keyboard.press('Enter');
  }
  async function escape(name: string): Promise<void> {
    await page.keyboard.press('Escape');
    await dialog(name).waitFor({ state: 'detached' });
    await focused(more()).waitFor();
  }
  const searchTitle = 'Chapter-specific Search Base Prompt';
  const part = (name: string) => dialog(searchTitle).getByRole('region', { name });

  it("a prompt modal 'Chapter-specific Search Base Prompt': the System Prompt with edit, save and cancel; Chapter-specific Quotes and Overall Video Summary as the chapter and the video have them", async () => {
    await choose('Search prompt…');
    const system = part('System Prompt');
    const field = system.getByRole('textbox');
    await field.waitFor();
    assert.equal(await field.isEditable(), false);
    await watched.inspectModal('search-prompt');
    await press(system.getByRole('button', { name: 'Edit' }));
    await fill(field, 'Never kept.');
    await press(system.getByRole('button', { name: 'Cancel' }));
    assert.equal(await field.inputValue(), defaultPrompt);
    // The chapter's section shows the data of the chapter.
    const [chapter] = video.chapters;
    const quotes = chapter!.quote.map(quoteText).join('\n');
    assert.equal(await part('Chapter-specific Quotes').getByRole('textbox').inputValue(), quotes);
    assert.equal(await part('Overall Video Summary').getByRole('textbox').inputValue(), video.summary);
  });

  it("Default chapter-search system prompt: 'Your job is to respond to the user prompt sent, combine that with Chapter.-specific Quotes and Overall Video Summary, and return the best possible result.'", async () => {
    assert.equal(await part('System Prompt').getByRole('textbox').inputValue(), defaultPrompt);
    assert.equal((await settings()).base_search_prompt, defaultPrompt);
  });

  it('Prompt text minimum: more than 3 characters. The save buttons in the prompt modal need a text longer than 3 characters, and the server accepts no shorter one', async () => {
    const system = part('System Prompt');
    await press(system.getByRole('button', { name: 'Edit' }));
    const save = system.getByRole('button', { name: 'Save' });
    for (const [text, isEnabled] of [
      ['abc', false],
      ['abcd', true],
      [' abc  ', false],
    ] as const) {
      await fill(system.getByRole('textbox'), text);
      assert.equal(await save.isEnabled(), isEnabled, text);
    }
    for (const [path, body] of [
      ['/api/muxupload/update-custom-prompt', { customPrompt: 'abc', quoteCt: 3 }],
      ['/api/muxupload/update-base-search-prompt', { customPrompt: 'abc' }],
    ] as const)
      assert.equal((await api.send('POST', path, { body })).status, 400);
  });

  it("asks before it discards changes, however often Escape is pressed, and says 'Updated search base prompt successfully'", async () => {
    const question = dialog('Leave without saving?');
    for (let count = 0; count < 3; count += 1) {
      await page.keyboard.press('Escape');
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      assert.ok(await dialog(searchTitle).isVisible());
    }
    const system = part('System Prompt');
    await fill(system.getByRole('textbox'), 'Answer in two sentences.');
    await press(system.getByRole('button', { name: 'Save' }));
    await page.getByText('Updated search base prompt successfully', { exact: true }).waitFor();
    assert.equal((await settings()).base_search_prompt, 'Answer in two sentences.');
    await escape(searchTitle);
  });

  it('popups for quote prompts and search prompts: the number of quotes and the custom prompt', async () => {
    await choose('Quote prompt…');
    const popup = dialog('Chapter-specific Quotations Base Prompt');
    const field = popup.getByRole('textbox', { name: 'Custom prompt' });
    await field.waitFor();
    assert.equal(await field.isEditable(), false);
    await watched.inspectModal('quote-prompt');
    await press(popup.getByRole('button', { name: 'Edit' }));
    await fill(field, 'Prefer numbers.');
    await popup.getByRole('combobox').selectOption('2');
    await press(popup.getByRole('button', { name: 'Save' }));
    await page.getByText('Updated custom prompt successfully', { exact: true }).waitFor();
    await escape('Chapter-specific Quotations Base Prompt');
    const expected = { custom_prompt: 'Prefer numbers.', quote_ct: 2 };
    assert.deepEqual(await settings(), { ...expected, base_search_prompt: 'Answer in two sentences.' });
    await page.reload();
    await choose('Quote prompt…');
    await popup.getByText('Exactly two quotes are extracted.').waitFor();
    assert.equal(await field.inputValue(), 'Prefer numbers.');
    await escape('Chapter-specific Quotations Base Prompt');
  });

  it('keeps the prompts of each user separate', async () => {
    const other = product.api();
    await other.register();
    assert.equal((await other.ask<UserSettings>('POST', '/api/auth/', {})).base_search_prompt, defaultPrompt);
    const body = { userId: other.user!.id, customPrompt: 'Not yours.', quoteCt: 1 };
    for (const path of ['update-custom-prompt', 'update-base-search-prompt'])
      assert.equal((await api.send('POST', `/api/muxupload/${path}`, { body })).status, 403);
  });

  it("a screenshot popup. GET on the video host's thumbnail image path | playback id and a time in seconds | Image downloaded as screenshot-{time}.jpg", async () => {
    await choose('Screenshot…');
    const time = dialog('Screenshot').getByRole('textbox', { name: 'Time' });
    await time.waitFor();
    await focused(time).waitFor();
    await page.keyboard.type('000099');
    await page.keyboard.press('Enter');
    await page.getByText('time must be valid times in HH:MM:SS format.', { exact: true }).waitFor();
    await fill(time, '010000');
    await time.focus();
    await page.keyboard.press('Enter');
    const late = `time must be earlier than video duration(${String(Math.floor(video.duration))}s).`;
    await page.getByText(late, { exact: true }).waitFor();
    await fill(time, '000001');
    await page.getByRole('img', { name: 'The frame at 00:00:01' }).waitFor();
    await watched.inspectModal('screenshot');
    const requested = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return (
        pathname.endsWith(`/${video.playback_id}/thumbnail.jpg`) &&
        searchParams.get('time') === '1' &&
        request.resourceType() === 'fetch'
      );
    });
    const download = page.waitForEvent('download');
    await time.focus();
    await page.keyboard.press('Enter');
    await requested;
    // Browsers replace colons in file names.
    assert.match((await download).suggestedFilename(), /^screenshot-00.00.01\.jpg$/);
    assert.ok(statSync(await (await download).path()).size > 1_000);
    await escape('Screenshot');
  });

  describe('in the editor', () => {
    let editor: EditorPage;
    const quotesTitle = 'Chapter-specific Quotations Base Prompt';
    const record = () => api.video(video.id);
    const say = (text: string) => page.getByText(text, { exact: true }).waitFor();
    /** Waits for the answer to an API call of the page. */
    const answerTo = (path: string) => page.waitForResponse(`**/muxupload/${path}`);

    before(async () => {
      await page.goto(`/asset/${video.assetId}`);
      editor = new EditorPage(page);
      await editor.title(0).waitFor();
    });

    async function open(entry: string): Promise<void> {
      await press(page.getByRole('button', { name: 'Prompts' }));
      await page.getByRole('menuitem', { name: entry }).focus();
      await page.keyboard.press('Enter');
    }

    it(
      proves(
        "Modal 'Chapter-specific Quotations Base Prompt':",
        'a select of one, two or three quotes;',
        'a ten-row text area for the custom prompt;',
        'edit, save and cancel buttons.',
        'It carries a read-only note.',
        "The note says that the LLM calls add the user's Prompt Focus input, that output must be a JSON array, that each quote needs an HH:MM:SS timecode two seconds before the quote begins, and that exactly the chosen number of quotes is extracted.",
        'Prompt modal: read-only, then editing (edit), then save or cancel.',
        'Custom quote prompt: can be saved only when longer than 3 characters; the save button is disabled otherwise.',
        'Successes (toasts):',
        "'Updated custom prompt successfully'",
      ),
      async () => {
        await open('Quote prompt…');
        const modal = dialog(quotesTitle);
        const field = modal.getByRole('textbox', { name: 'Custom prompt' });
        await field.waitFor();
        assert.deepEqual([await field.getAttribute('rows'), await field.isEditable()], ['10', false]);
        assert.equal(await modal.getByRole('button', { name: 'Save' }).count(), 0);
        await press(modal.getByRole('button', { name: 'Edit' }));
        assert.deepEqual(await modal.getByRole('combobox').getByRole('option').allTextContents(), [
          'One quote',
          'Two quotes',
          'Three quotes',
        ]);
        const note = modal.getByRole('note');
        for (const words of [/Prompt Focus/, /LLM/, /JSON array/, /HH:MM:SS timecode, two seconds before/])
          assert.match((await note.textContent())!, words);
        for (const [value, words] of [
          ['1', 'Exactly one quote is extracted.'],
          ['3', 'Exactly three quotes are extracted.'],
          ['2', 'Exactly two quotes are extracted.'],
        ] as const) {
          await modal.getByRole('combobox').selectOption(value);
          await note.getByText(words).waitFor();
        }
        await fill(field, 'abc');
        assert.equal(await modal.getByRole('button', { name: 'Save' }).isEnabled(), false);
        await press(modal.getByRole('button', { name: 'Cancel' }));
        assert.equal(await field.inputValue(), 'Prefer numbers.');
        await press(modal.getByRole('button', { name: 'Edit' }));
        await fill(field, 'Prefer short ones.');
        await press(modal.getByRole('button', { name: 'Save' }));
        await say('Updated custom prompt successfully');
        assert.equal((await settings()).custom_prompt, 'Prefer short ones.');
        await page.keyboard.press('Escape');
        await modal.waitFor({ state: 'detached' });
      },
    );

    it(
      proves(
        'buttons for updating quotes and for updating search;',
        'The quote-prompt send has no minimum.',
        'For each chapter the user can edit the title, summary, quotes and search text, regenerate quotes and search text with prompts, cut a clip between two times, and take a screenshot at a time.',
      ),
      async () => {
        await press(editor.updateButton(0, 'Update quotes'));
        const popup = dialog('Update quotes');
        const send = popup.getByRole('button', { name: 'Send' });
        await watched.inspectModal('update-quotes');
        assert.ok(await send.isEnabled());
        const answer = answerTo('update-quote');
        await press(send);
        const { status, chapters } = (await (await answer).json()) as {
          status: string;
          chapters: Chapter[];
        };
        // Two quotes are chosen, but a talk of two sentences may have only one.
        assert.equal(status, 'success');
        assert.ok([1, 2].includes(chapters[0]!.quote.length));
        await popup.waitFor({ state: 'detached' });
        assert.deepEqual((await record()).chapters, chapters);
        if ((await editor.toggle(0).getAttribute('aria-expanded')) !== 'true') await press(editor.toggle(0));
        for (const quote of chapters[0]!.quote) await editor.quotes(0).getByText(quoteText(quote)).waitFor();
        for (const name of ['Cut a clip…', 'Screenshot…'])
          assert.ok(
            await page
              .getByRole('button', { name: name.slice(0, 8) })
              .first()
              .isVisible(),
            name,
          );
      },
    );

    it(
      proves(
        "Modal 'AI Search Results Below': shows the system message, the user message sent, and the 'Final Answer', which is the chapter's search text.",
        'The search prompt send and the save buttons in the prompt modal follow the same rule.',
        'The search-prompt send button and the save buttons in the prompt modal are enabled only when the text is longer than 3 characters.',
      ),
      async () => {
        await press(editor.updateButton(0, 'Update search'));
        const popup = dialog('Update search');
        const send = popup.getByRole('button', { name: 'Send' });
        for (const [text, isEnabled] of [
          ['', false],
          ['abc', false],
          ['   a  ', false],
          ['What about price?', true],
        ] as const) {
          await fill(popup.getByRole('textbox'), text);
          assert.equal(await send.isEnabled(), isEnabled, text);
        }
        const answer = answerTo('update-search');
        await press(send);
        const { chapters, system_message: system } = (await (await answer).json()) as {
          chapters: Chapter[];
          system_message: string;
        };
        const modal = dialog('AI Search Results Below');
        await modal.getByText(system, { exact: true }).waitFor();
        assert.match(system, /^Answer in two sentences\./);
        await modal.getByText('What about price?', { exact: true }).waitFor();
        await modal.getByRole('heading', { name: 'Final Answer', exact: true }).waitFor();
        const { search } = chapters[0]!;
        assert.ok(search !== '');
        await modal.getByText(search, { exact: true }).waitFor();
        await watched.inspectModal('ai-search-results');
        await page.keyboard.press('Escape');
        await modal.waitFor({ state: 'detached' });
        assert.equal(await editor.search(0).inputValue(), search);
        assert.equal((await record()).chapters[0]!.search, search);
      },
    );

    it(
      proves(
        'Search-prompt modal: takes the base search prompt, quote and summary, each with edit/save/cancel.',
        "Other modals that belong to this page: a prompt modal 'Chapter-specific Search Base Prompt' with three editable sections (System Prompt, Chapter-specific Quotes, Overall Video Summary), each with edit, save and cancel; popups for quote prompts and search prompts; a clip popup; a screenshot popup.",
        "'Updated search base prompt successfully'",
        "'Updated custom search prompt successfully'",
        "'Updated custom search summary prompt successfully'",
      ),
      async () => {
        const before = await record();
        await open('Search prompt…');
        for (const [name, text, toast] of [
          ['System Prompt', 'Be brief.', 'Updated search base prompt successfully'],
          ['Chapter-specific Quotes', 'Prices rise.', 'Updated custom search prompt successfully'],
          ['Overall Video Summary', 'On prices.', 'Updated custom search summary prompt successfully'],
        ] as const) {
          const field = part(name).getByRole('textbox');
          await field.waitFor();
          const old = await field.inputValue();
          await press(part(name).getByRole('button', { name: 'Edit' }));
          await fill(field, 'abc');
          if (name === 'System Prompt')
            assert.equal(await part(name).getByRole('button', { name: 'Save' }).isEnabled(), false);
          await press(part(name).getByRole('button', { name: 'Cancel' }));
          assert.equal(await field.inputValue(), old);
          await press(part(name).getByRole('button', { name: 'Edit' }));
          await fill(field, text);
          await press(part(name).getByRole('button', { name: 'Save' }));
          await say(toast);
        }
        await page.keyboard.press('Escape');
        assert.equal((await settings()).base_search_prompt, 'Be brief.');
        const { chapters, searchSummary, summary, description } = await record();
        assert.deepEqual([chapters[0]!.searchQuotes, searchSummary], ['Prices rise.', 'On prices.']);
        assert.deepEqual(chapters[0]!.quote, before.chapters[0]!.quote);
        assert.deepEqual([summary, description], [before.summary, before.description]);
        const { json } = await api.send('POST', '/api/muxupload/update-search', {
          body: { passthrough: video.id, selIndex: 0, newSearchPrompt: 'What about price?' },
        });
        const { system_message: system } = json as unknown as { system_message: string };
        for (const given of ['Be brief.', 'Prices rise.', 'On prices.'])
          assert.ok(system.includes(given), given);
      },
    );
  });

  it('the pages had no errors and sent no request to another origin', () => watched.assertClean());
});
