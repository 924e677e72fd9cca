import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach } from 'node:test';
import type { Browser, Page } from 'playwright-core';

export const screenshots = resolve(import.meta.dirname, '../../../screenshots');
const limitMs = 10_000;
const browsers = new Set<Browser>();

/** What Node gives to the hook beside its declared type. */
interface EndedTest {
  readonly passed: boolean;
  readonly fullName: string;
}

/** When a test fails, the pages that the browser shows are saved, as a picture and as a screen reader reads them. */
export function keepFailedPages(browser: Browser): Browser {
  browsers.add(browser);
  browser.on('disconnected', () => browsers.delete(browser));
  return browser;
}

// A test of this process may fail for another reason than its pages: they are saved all the same.
afterEach(async (test) => {
  const { passed, fullName } = test as unknown as EndedTest;
  if (passed) return;
  const pages = [...browsers].flatMap((browser) => browser.contexts().flatMap((context) => context.pages()));
  const name = `failed-${fullName.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 120)}`;
  for (const [index, page] of pages.entries()) await savePage(page, `${name}-${String(index + 1)}`);
});

async function savePage(page: Page, name: string): Promise<void> {
  const path = join(screenshots, name);
  mkdirSync(screenshots, { recursive: true });
  try {
    await page.screenshot({ path: `${path}.png`, timeout: limitMs });
    const text = await page.locator('body').ariaSnapshot({ timeout: limitMs });
    writeFileSync(`${path}.yaml`, `# ${page.url()}\n${text}\n`);
    process.stderr.write(`The page of the failed test: ${path}.png, .yaml\n`);
  } catch (error) {
    process.stderr.write(`The page of the failed test cannot be saved: ${String(error)}\n`);
  }
}
