import type { Page } from 'playwright-core';

/** The menus of a video page, by the names of their buttons. */
export const menus = {
  video: 'Export and more',
  chapters: 'More for all chapters',
  transcript: 'More for the transcript',
} as const;

/** Opens a menu by the name of its button, and selects entries: each in the menu that the one before has opened. */
export async function choose(page: Page, menu: string, ...entries: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  for (const name of entries) await page.getByRole('menuitem', { name, exact: true }).click();
}
