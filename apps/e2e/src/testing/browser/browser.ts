import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { SessionUser } from '@vault/contracts';
import { keepFailedPages, screenshots } from './failed-pages.ts';
import { fitsWindow, isAtRest } from './in-page.ts';
import type { Product } from '../product/product.ts';
import { isFullRun } from '../shared/random.ts';

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const timeoutMs = 90_000;
const reflowMs = 20_000;
const sizes = { wide: { width: 1_440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const isInspecting = process.env.E2E_MODE !== 'microservices';

type Theme = 'light' | 'dark';
type View = readonly [theme: Theme, size: keyof typeof sizes];
const views: readonly [View, View, ...View[]] = [
  ['light', 'wide'],
  ['dark', 'narrow'],
  ['light', 'narrow'],
  ['dark', 'wide'],
];
let inspections = 0;

/** Opens the system's Chromium. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? programs.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Chromium is missing: apt-get install chromium');
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--mute-audio'];
  return keepFailedPages(await chromium.launch({ executablePath, args }));
}

/** A page that records console errors and requests to other origins. */
export class WatchedPage {
  readonly page: Page;
  readonly problems: string[] = [];
  private readonly expected: RegExp[] = [];

  private constructor(page: Page, own: readonly string[]) {
    this.page = page;
    page.setDefaultTimeout(timeoutMs);
    page.on('console', (message) => {
      if (message.type() === 'error') this.note(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.note(`page: ${error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      const isOwn = own.includes(url.origin) || url.protocol === 'data:' || url.protocol === 'blob:';
      if (!isOwn) this.note(`request to another origin: ${request.url()}`);
    });
  }

  /**
   * Opens a page in its own profile. It may only request the origins of pages and media, and that of a server of the test,
   * whose certificate nobody knows.
   */
  static async open(
    browser: Browser,
    { pageOrigin, mediaOrigin }: Pick<Product, 'pageOrigin' | 'mediaOrigin'>,
    server?: string,
  ): Promise<WatchedPage> {
    const options = { baseURL: pageOrigin, viewport: sizes.wide, locale: 'en-GB' };
    const context = await browser.newContext({ ...options, ignoreHTTPSErrors: server !== undefined });
    return new WatchedPage(await context.newPage(), [pageOrigin, mediaOrigin, ...(server ? [server] : [])]);
  }

  /** The same for a signed-in user. */
  static async openAs(
    user: Pick<SessionUser, 'id' | 'token'>,
    ...where: Parameters<typeof WatchedPage.open>
  ): Promise<WatchedPage> {
    const watched = await WatchedPage.open(...where);
    await watched.page.addInitScript((stored) => localStorage.setItem('user', stored), JSON.stringify(user));
    return watched;
  }

  /** Allows a problem from now on. The browser reports every error answer. */
  expect(problem: RegExp): void {
    this.expected.push(problem);
  }

  assertClean(): void {
    assert.deepEqual(this.problems, []);
  }

  /**
   * Checks the page for serious accessibility faults and sideways scrolling. A full run checks both themes and sizes and
   * saves screenshots; other runs alternate between two views. Does nothing as microservices: the pages are the same.
   */
  async inspect(name: string): Promise<void> {
    await this.inspectViews(name, (theme) => this.setTheme(theme));
  }

  /** The same for a modal, without the page below it, whose theme toggle cannot be clicked. */
  async inspectModal(name: string): Promise<void> {
    await this.inspectViews(name, (theme) => this.setThemeAsOtherTab(theme), '[role=dialog]');
  }

  /** The same for a page, or a part of it, that has only one theme. */
  async inspectOneTheme(name: string, part?: string): Promise<void> {
    await this.inspectViews(name, () => Promise.resolve(), part, [
      [await this.theme(), 'narrow'],
      [await this.theme(), 'wide'],
    ]);
  }

  async theme(): Promise<Theme> {
    const classes = (await this.page.locator('html').getAttribute('class')) ?? '';
    return classes.split(' ').includes('dark') ? 'dark' : 'light';
  }

  /** Presses the toggle if the page has the other theme, and waits until the transition has ended. */
  async setTheme(theme: Theme): Promise<void> {
    if ((await this.theme()) === theme) return;
    await this.page.getByRole('button', { name: `Switch to the ${theme} theme` }).click();
    await this.page.mouse.move(0, 0);
    await this.settle();
  }

  /** Changes the theme as another tab does, through the storage event. */
  private async setThemeAsOtherTab(theme: Theme): Promise<void> {
    await this.page.evaluate(`localStorage.setItem('theme', '${theme}');
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));`);
    await this.page.locator(`html.${theme}`).waitFor({ state: 'attached' });
  }

  private async inspectViews(
    name: string,
    setTheme: (theme: Theme) => Promise<void>,
    part?: string,
    [first, second, ...others]: readonly [View, View, ...View[]] = views,
  ): Promise<void> {
    if (!isInspecting) return;
    const before = await this.theme();
    const found: string[] = [];
    const alternate = inspections++ % 2 === 0 ? first : second;
    for (const [theme, size] of isFullRun ? [first, second, ...others] : [alternate]) {
      // On narrow pages the toggle may be in a menu.
      await this.page.setViewportSize(sizes.wide);
      await setTheme(theme);
      await this.page.setViewportSize(sizes[size]);
      await this.settle();
      const where = `${name} ${theme} ${size}`;
      await this.assertNoSidewaysScroll(where);
      found.push(...(await this.seriousFaults(part)).map((fault) => `${where}: ${fault}`));
      if (isFullRun) await this.saveScreenshot(`${name}-${theme}-${size}`);
    }
    await this.page.setViewportSize(sizes.wide);
    await setTheme(before);
    assert.deepEqual(found, []);
  }

  /** Saves a screenshot for people to look at. */
  async saveScreenshot(name: string): Promise<void> {
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot({ path: join(screenshots, `${name}.png`), animations: 'disabled' });
  }

  /** Waits until all transitions have ended. */
  private async settle(): Promise<void> {
    await this.page.waitForFunction(isAtRest);
  }

  private note(problem: string): void {
    if (!this.expected.some((pattern) => pattern.test(problem))) this.problems.push(problem);
  }

  private async assertNoSidewaysScroll(where: string): Promise<void> {
    await this.page.waitForFunction(fitsWindow, undefined, { timeout: reflowMs }).catch(() => {
      assert.fail(`${where} scrolls sideways`);
    });
  }

  private async seriousFaults(part = 'html'): Promise<string[]> {
    // Only violations: listing the elements that pass takes longer than all rules.
    const axe = new AxeBuilder({ page: this.page }).options({ resultTypes: ['violations'] });
    const { violations } = await axe.include(part).setLegacyMode().analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }
}
