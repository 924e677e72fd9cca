import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Chapter, UserSettings, VideoRecord } from '@vault/contracts';
import type { Browser, Locator, Page } from 'playwright-core';
import { menus } from './testing/browser/menus.ts';
import type { Api } from './testing/api/api.ts';
import type { WatchedPage } from './testing/browser/browser.ts';
import { EditorPage } from './testing/browser/editor-page.ts';
import { signedInWithVideo } from './testing/browser/signed-in.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { quoteText } from './testing/shared/quote-text.ts';
import { briefTalk } from './testing/api/talk.ts';

const defaultPrompt =
  'Your job is to respond to the user prompt sent, combine that with Chapter.-specific Quotes and Overall Video Summary, and return the best possible result.';

/** Uses only the keyboard. */
describe('prompts and screenshots', () => {
  let product: Product;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let editor: EditorPage;
  let api: Api;
  let video: VideoRecord;

  before(async () => {
    ({ product, api, video, browser, watched, page } = await signedInWithVideo(briefTalk(), 'Pricing'));
    editor = new EditorPage(page);
    await page.goto(`/asset/${video.assetId}`);
    await editor.title(0).waitFor();
  });
  after(() => browser.close());

  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const settings = () => api.ask<UserSettings>('POST', '/api/auth/', { userId: api.user!.id });
  const record = () => api.video(video.id);
  const say = (text: string) => page.getByText(text, { exact: true }).waitFor();
  /** Waits for the answer to an API call of the page. */
  const answerTo = (path: string) => page.waitForResponse(`**/muxupload/${path}`);

  async function fill(field: Locator, text: string): Promise<void> {
    await field.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  }
  async function press(button: Locator): Promise<void> {
    await button.focus();
    await page.keyboard.press('Enter');
  }
  async function choose(entry: string, menu: string = menus.chapters): Promise<void> {
    await press(page.getByRole('button', { name: menu }));
    await press(page.getByRole('menuitem', { name: entry }));
  }
  async function escape(name: string): Promise<void> {
    await page.keyboard.press('Escape');
    await dialog(name).waitFor({ state: 'detached' });
  }

  it('the server accepts no prompt of at most 3 characters, and keeps the prompts of each user separate', async () => {
    const other = product.api();
    await other.register();
    for (const [userId, customPrompt, expected] of [
      [api.user!.id, 'abc', 400],
      [other.user!.id, 'Not yours.', 403],
    ] as const)
      for (const [path, more] of [
        ['update-custom-prompt', { quoteCt: 3 }],
        ['update-base-search-prompt', {}],
      ] as const) {
        const body = { userId, customPrompt, ...more };
        assert.equal((await api.send('POST', `/api/muxupload/${path}`, { body })).status, expected, path);
      }
  });

  it("Modal 'Chapter-specific Quotations Base Prompt': the number of quotes and the custom prompt are kept for the user", async () => {
    const name = 'Chapter-specific Quotations Base Prompt';
    const field = dialog(name).getByRole('textbox', { name: 'Custom prompt' });
    await choose('Quote prompt…');
    await field.waitFor();
    await watched.inspectModal('quote-prompt');
    await press(dialog(name).getByRole('button', { name: 'Edit' }));
    await fill(field, 'Prefer numbers.');
    await dialog(name).getByRole('combobox').selectOption('2');
    await press(dialog(name).getByRole('button', { name: 'Save' }));
    await say('Updated custom prompt successfully');
    await escape(name);
    const expected = { custom_prompt: 'Prefer numbers.', quote_ct: 2, base_search_prompt: defaultPrompt };
    assert.deepEqual(await settings(), expected);
    await page.reload();
    await choose('Quote prompt…');
    await dialog(name).getByText('Exactly two quotes are extracted.').waitFor();
    assert.equal(await field.inputValue(), 'Prefer numbers.');
    await escape(name);
  });

  it(
    proves(
      'For each chapter the user can edit the title, summary, quotes and search text, regenerate quotes and search text with prompts, cut a clip between two times, and take a screenshot at a time.',
    ),
    async () => {
      await editor.expand(0);
      await press(editor.updateButton(0, 'Update quotes'));
      const popup = dialog('Update quotes');
      await popup.getByRole('textbox').fill('About prices');
      await watched.inspectModal('update-quotes');
      const answer = answerTo('update-quote');
      await press(popup.getByRole('button', { name: 'Send' }));
      const { chapters } = (await (await answer).json()) as { chapters: Chapter[] };
      // Two quotes are chosen, but a talk of two sentences may have only one.
      assert.ok([1, 2].includes(chapters[0]!.quote.length));
      await popup.waitFor({ state: 'detached' });
      assert.deepEqual((await record()).chapters, chapters);
      await editor.expand(0);
      for (const quote of chapters[0]!.quote) await editor.quotes(0).getByText(quoteText(quote)).waitFor();
    },
  );

  it(
    proves(
      'Default chapter-search system prompt: ' +
        "'Your job is to respond to the user prompt sent, combine that with Chapter.-specific Quotes and Overall Video Summary, and return the best possible result.'",
      "Other modals that belong to this page: a prompt modal 'Chapter-specific Search Base Prompt' with three editable sections (System Prompt, Chapter-specific Quotes, Overall Video Summary), each with edit, save and cancel",
    ).concat(': what is saved is given to the next search'),
    async () => {
      const before = await record();
      const name = 'Chapter-specific Search Base Prompt';
      await choose('Search prompt…');
      for (const [part, old, text, toast] of [
        ['System Prompt', defaultPrompt, 'Be brief.', 'Updated search base prompt successfully'],
        [
          'Chapter-specific Quotes',
          before.chapters[0]!.quote.map(quoteText).join('\n'),
          'Prices rise.',
          'Updated custom search prompt successfully',
        ],
        [
          'Overall Video Summary',
          before.summary,
          'On prices.',
          'Updated custom search summary prompt successfully',
        ],
      ] as const) {
        const section = dialog(name).getByRole('region', { name: part });
        const field = section.getByRole('textbox');
        await field.waitFor();
        assert.equal(await field.inputValue(), old);
        await press(section.getByRole('button', { name: 'Edit' }));
        await fill(field, text);
        await press(section.getByRole('button', { name: 'Save' }));
        await say(toast);
      }
      await watched.inspectModal('search-prompt');
      await escape(name);
      const { chapters, searchSummary, summary, description } = await record();
      assert.deepEqual([chapters[0]!.searchQuotes, searchSummary], ['Prices rise.', 'On prices.']);
      assert.deepEqual(chapters[0]!.quote, before.chapters[0]!.quote);
      assert.deepEqual([summary, description], [before.summary, before.description]);

      await editor.expand(0);
      await press(editor.updateButton(0, 'Update search'));
      const popup = dialog('Update search');
      await fill(popup.getByRole('textbox'), 'What about price?');
      await watched.inspectModal('update-search');
      const answer = answerTo('update-search');
      await press(popup.getByRole('button', { name: 'Send' }));
      const made = (await (await answer).json()) as { chapters: Chapter[]; system_message: string };
      const { search } = made.chapters[0]!;
      assert.ok(search !== '');
      for (const given of ['Be brief.', 'Prices rise.', 'On prices.'])
        assert.ok(made.system_message.includes(given), given);
      const modal = dialog('AI Search Results Below');
      for (const shown of [made.system_message, 'What about price?', search])
        await modal.getByText(shown, { exact: true }).waitFor();
      await watched.inspectModal('ai-search-results');
      await escape('AI Search Results Below');
      assert.equal(await editor.search(0).inputValue(), search);
      assert.equal((await record()).chapters[0]!.search, search);
    },
  );

  it("a screenshot popup. GET on the video host's thumbnail image path | playback id and a time in seconds | Image downloaded as screenshot-{time}.jpg", async () => {
    await choose('Screenshot…', menus.video);
    const time = dialog('Screenshot').getByRole('textbox', { name: 'Time' });
    await time.and(page.locator(':focus')).waitFor();
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

  it('the pages had no errors and sent no request to another origin', () => watched.assertClean());
});
