import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { UserSettings, VideoRecord } from '@vault/contracts';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Api } from './testing/api.ts';
import { openBrowser, WatchedPage } from './testing/browser.ts';
import type { Product } from './testing/product.ts';
import { uploadVideo } from './testing/send-file.ts';
import { quoteText } from './testing/quote-text.ts';
import { startProduct } from './testing/start-product.ts';
import { briefTalk } from './testing/talk.ts';

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
    product = await startProduct();
    api = product.api();
    await api.register();
    const { session } = await uploadVideo(api, briefTalk(), 'Pricing');
    video = await api.untilReady(session.id);
    browser = await openBrowser();
    watched = await WatchedPage.open(browser, product);
    page = watched.page;
    await page.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(api.user));
    await page.goto('/asset/view');
  });
  after(async () => {
    await browser.close();
    await product.end();
  });

  const more = () => page.getByRole('article').getByRole('button', { name: 'More actions' });
  const focused = (one: Locator) => one.and(page.locator(':focus'));
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const settings = () => api.ask<UserSettings>('POST', '/api/auth/', { userId: api.user!.id });

  /** With the keyboard alone, as the rest of these tests. */
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
  /** Both themes: the toggle lies under the dialog, so the class is changed itself. */
  async function lookAt(name: string): Promise<void> {
    for (const theme of ['dark', 'light']) {
      await page.locator('html').evaluate(wear, theme);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      assert.deepEqual(
        serious.map(({ id, nodes }) => `${name} ${theme}: ${id} at ${nodes[0]?.html ?? ''}`),
        [],
      );
      await watched.photograph(`${name}-${theme}`);
    }
  }

  const searchTitle = 'Chapter-specific Search Base Prompt';
  const part = (name: string) => dialog(searchTitle).getByRole('region', { name });

  it("a prompt modal 'Chapter-specific Search Base Prompt': the System Prompt with edit, save and cancel; Chapter-specific Quotes and Overall Video Summary as the chapter and the video have them", async () => {
    await choose('Search prompt…');
    const system = part('System Prompt');
    const field = system.getByRole('textbox');
    await field.waitFor();
    assert.equal(await field.isEditable(), false);
    await lookAt('search-prompt');
    await press(system.getByRole('button', { name: 'Edit' }));
    await fill(field, 'Never kept.');
    await press(system.getByRole('button', { name: 'Cancel' }));
    assert.equal(await field.inputValue(), defaultPrompt);
    // What belongs to a chapter shows what the chapter has; it is edited where the chapter is.
    const [chapter] = video.chapters;
    const quotes = chapter!.quote.map(quoteText).join('\n');
    assert.equal(await part('Chapter-specific Quotes').getByRole('textbox').inputValue(), quotes);
    assert.equal(await part('Overall Video Summary').getByRole('textbox').inputValue(), video.summary);
  });

  it("Default chapter-search system prompt: 'Your job is to respond to the user prompt sent, combine that with Chapter.-specific Quotes and Overall Video Summary, and return the best possible result.'", async () => {
    assert.equal(await part('System Prompt').getByRole('textbox').inputValue(), defaultPrompt);
    assert.equal((await settings()).base_search_prompt, defaultPrompt);
  });

  it('Prompt text minimum: more than 3 characters. The save buttons in the prompt modal need a text longer than 3 characters, and the server takes no shorter one', async () => {
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

  it("asks before it is closed over changes, however often Escape is pressed, and says 'Updated search base prompt successfully'", async () => {
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

  it('popups for quote prompts and search prompts: how many quotes, and what they should be like', async () => {
    await choose('Quote prompt…');
    const popup = dialog('Chapter-specific Quotations Base Prompt');
    const field = popup.getByRole('textbox', { name: 'Custom prompt' });
    await field.waitFor();
    assert.equal(await field.isEditable(), false);
    await lookAt('quote-prompt');
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

  it('keeps the prompts of each person apart', async () => {
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
    await page.keyboard.type('1:0:');
    await page.keyboard.press('Enter');
    await page.getByText('time must be valid times in HH:MM:SS format.', { exact: true }).waitFor();
    await page.keyboard.type('00');
    await page.keyboard.press('Enter');
    const late = `time must be earlier than video duration(${String(Math.floor(video.duration))}s).`;
    await page.getByText(late, { exact: true }).waitFor();
    await fill(time, '000001');
    await page.getByRole('img', { name: 'The frame at 00:00:01' }).waitFor();
    await lookAt('screenshot');
    const asked = page.waitForRequest((request) => {
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
    await asked;
    // File systems know no colons, so browsers put something else in their place.
    assert.match((await download).suggestedFilename(), /^screenshot-00.00.01\.jpg$/);
    assert.ok(statSync(await (await download).path()).size > 1_000);
    await escape('Screenshot');
  });

  it('did all that without an error or a request to somebody else', () => watched.assertClean());
});

/** Runs inside the page. */
function wear(html: unknown, theme: string): void {
  (html as { className: string }).className = theme;
}
