import { choose, menus } from '../../e2e/src/testing/browser/menus.ts';
import type { PageState, Stage } from './page-state.ts';

const address = ({ video }: Stage) => `/asset/${video.uploadId}`;

/** Opens the row of the second chapter. */
async function openRow({ page, video }: Stage) {
  const { title } = video.chapters[1]!;
  await page.getByRole('button', { name: `Show details of ${title}` }).click();
  await page.getByRole('textbox', { name: 'Search text' }).waitFor();
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

async function press({ page }: Stage, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
}

async function dialog({ page }: Stage, name: string) {
  const shown = page.getByRole('dialog', { name });
  await shown.waitFor();
  return shown;
}

/** The states of the editor, besides the page after loading. */
export const editorStates: readonly PageState[] = [
  { name: 'editor-row', address, reach: openRow },
  {
    name: 'editor-title',
    address,
    reach: async ({ page, video }) => {
      const start = video.chapters[1]!.title;
      await page
        .getByRole('textbox', { name: /^Title of the chapter/ })
        .nth(1)
        .fill(`${start}, and why`);
    },
  },
  {
    name: 'editor-quotes',
    address,
    reach: async (stage) => {
      const row = await openRow(stage);
      await row.getByRole('button', { name: 'Edit quotes' }).click();
    },
  },
  {
    name: 'editor-update-quotes',
    address,
    reach: async (stage) => {
      const row = await openRow(stage);
      await row.getByRole('button', { name: 'Update quotes' }).click();
      await dialog(stage, 'Update quotes');
    },
  },
  {
    name: 'editor-answer',
    address,
    reach: async (stage) => {
      const row = await openRow(stage);
      await row.getByRole('button', { name: 'Update search' }).click();
      const popup = await dialog(stage, 'Update search');
      await popup.getByRole('textbox').fill('What is the main lesson of this?');
      await popup.getByRole('button', { name: 'Send' }).click();
      await dialog(stage, 'AI Search Results Below');
    },
  },
  {
    name: 'editor-quote-prompt',
    address,
    reach: async (stage) => {
      await choose(stage.page, menus.chapters, 'Quote prompt…');
      const shown = await dialog(stage, 'Chapter-specific Quotations Base Prompt');
      await shown.getByRole('textbox').waitFor();
    },
  },
  {
    name: 'editor-search-prompt',
    address,
    reach: async (stage) => {
      await choose(stage.page, menus.chapters, 'Search prompt…');
      await dialog(stage, 'Chapter-specific Search Base Prompt');
    },
  },
  {
    name: 'editor-regenerate',
    address,
    reach: async (stage) => {
      await choose(stage.page, menus.chapters, 'Regenerate chapters…');
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'editor-clip',
    address,
    reach: async (stage) => {
      await press(stage, 'Cut a clip…');
      const popup = await dialog(stage, 'Cut a clip');
      await popup.getByRole('textbox', { name: 'Cue in' }).fill('000100');
      await popup.getByRole('textbox', { name: 'Cue out' }).fill('000130');
      await popup.getByRole('img').nth(1).waitFor();
    },
  },
  {
    name: 'editor-screenshot',
    address,
    reach: async (stage) => {
      await choose(stage.page, menus.video, 'Screenshot…');
      const popup = await dialog(stage, 'Screenshot');
      await popup.getByRole('textbox', { name: 'Time' }).fill('000100');
      await popup.getByRole('img').waitFor();
    },
  },
  {
    name: 'editor-export',
    address,
    reach: async (stage) => {
      await choose(stage.page, menus.video, 'Export');
      await stage.page.getByRole('menuitem', { name: 'JSON' }).waitFor();
    },
  },
  {
    name: 'editor-paste',
    address,
    reach: async (stage) => {
      await choose(stage.page, menus.video, 'Export', 'Paste chapters…');
      const popup = await dialog(stage, 'Paste chapters');
      await popup.getByRole('textbox').fill('0:00 Welcome\n3:00 The price\n2:00 Too early\nno time here');
    },
  },
  {
    name: 'editor-shortcuts',
    address,
    reach: async (stage) => {
      await stage.page.getByRole('button', { name: 'Expand all' }).waitFor();
      await stage.page.keyboard.press('?');
      await dialog(stage, 'Keyboard shortcuts');
    },
  },
  {
    name: 'editor-conflict',
    address,
    reach: async ({ page, video }) => {
      const titles = page.getByRole('textbox', { name: /^Title of the chapter/ });
      await titles.first().waitFor();
      const theirs = structuredClone(video);
      theirs.chapters[1]!.title = 'Another title';
      theirs.version = 1_000_000;
      const answer = { status: 'success', data: theirs, chapters: theirs.chapters };
      await page.route('**/api/muxvideos/asset/**', (route) => route.fulfill({ json: answer }));
      const msg = 'Another person changed these chapters meanwhile.';
      await page.route('**/api/muxupload/save', (route) =>
        route.fulfill({ status: 409, json: { status: 'error', msg } }),
      );
      await titles.nth(1).fill('My title');
      await titles.nth(1).press('Enter');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'editor-pending',
    address,
    reach: async ({ page, video }) => {
      const answer = { ...video, chapters: [], state: 'captioning', progress: 42 };
      const json = { status: 'success', data: answer, chapters: [] };
      await page.route('**/api/muxvideos/asset/**', (route) => route.fulfill({ json }));
      await page.reload();
      await page.getByText(/If this page doesn't load/).waitFor();
    },
  },
];
