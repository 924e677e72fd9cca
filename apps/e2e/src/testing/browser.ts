import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { SessionUser } from '@vault/contracts';
import { fitsWindow, isAtRest } from './in-page.ts';
import type { Product } from './product.ts';
import { isFullRun } from './random.ts';

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const screenshots = resolve(import.meta.dirname, '../../screenshots');
const patienceMs = 90_000;
const reflowMs = 20_000;
const sizes = { wide: { width: 1_440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const areLooksSeen = process.env.E2E_MODE !== 'microservices';

type Theme = 'light' | 'dark';
type Look = readonly [theme: Theme, size: keyof typeof sizes];
const looks: readonly [Look, Look, ...Look[]] = [
  ['light', 'wide'],
  ['dark', 'narrow'],
  ['light', 'narrow'],
  ['dark', 'wide'],
];
let inspected = 0;

/** Chromium of the system. The caller closes it. */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? programs.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Chromium is missing: apt-get install chromium');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--mute-audio'],
  });
}

/** A page that remembers everything a user must never meet: errors in the console, requests to somebody else. */
export class WatchedPage {
  readonly page: Page;
  readonly problems: string[] = [];
  private readonly expected: RegExp[] = [];

  private constructor(page: Page, own: readonly string[]) {
    this.page = page;
    page.setDefaultTimeout(patienceMs);
    page.on('console', (message) => {
      if (message.type() === 'error') this.note(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.note(`page: ${error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      const isOwn = own.includes(url.origin) || url.protocol === 'data:' || url.protocol === 'blob:';
      if (!isOwn) this.note(`left the origin: ${request.url()}`);
    });
  }

  /** A page in a profile of its own. It may ask nobody but where pages and media are. */
  static async open(
    browser: Browser,
    { pageOrigin, mediaOrigin }: Pick<Product, 'pageOrigin' | 'mediaOrigin'>,
  ): Promise<WatchedPage> {
    const context = await browser.newContext({ baseURL: pageOrigin, viewport: sizes.wide, locale: 'en-GB' });
    return new WatchedPage(await context.newPage(), [pageOrigin, mediaOrigin]);
  }

  /** The same, of somebody who is signed in. */
  static async openAs(
    user: Pick<SessionUser, 'id' | 'token'>,
    ...where: Parameters<typeof WatchedPage.open>
  ): Promise<WatchedPage> {
    const watched = await WatchedPage.open(...where);
    await watched.page.addInitScript((stored) => localStorage.setItem('user', stored), JSON.stringify(user));
    return watched;
  }

  /** From now on the browser may report this: it always does so for an answer that is an error. */
  expect(problem: RegExp): void {
    this.expected.push(problem);
  }

  assertClean(): void {
    assert.deepEqual(this.problems, []);
  }

  /**
   * Looks at the page as it is now for what a screen reader would miss: a full run in both themes and both sizes, with
   * screenshots, another run in one of two looks, page by page in turn. As microservices it does not: the pages are the
   * same files.
   */
  async inspect(name: string): Promise<void> {
    await this.look(name, (theme) => this.setTheme(theme));
  }

  /** The same of a modal, without the page that lies under it, where the toggle is out of reach. */
  async inspectModal(name: string): Promise<void> {
    await this.look(name, (theme) => this.hearOfTheme(theme), 'dialog[open]');
  }

  /** The same of a page, or of a part of it, that has but one theme. */
  async inspectOneTheme(name: string, part?: string): Promise<void> {
    await this.look(name, () => Promise.resolve(), part, [
      [await this.theme(), 'narrow'],
      [await this.theme(), 'wide'],
    ]);
  }

  async theme(): Promise<Theme> {
    const classes = (await this.page.locator('html').getAttribute('class')) ?? '';
    return classes.split(' ').includes('dark') ? 'dark' : 'light';
  }

  /** Presses the toggle when the page is not in this theme yet, and waits until its colours have arrived. */
  async setTheme(theme: Theme): Promise<void> {
    if ((await this.theme()) === theme) return;
    await this.page.getByRole('button', { name: `Switch to the ${theme} theme` }).click();
    await this.page.mouse.move(0, 0);
    await this.settle();
  }

  /** The theme changes as from another tab. */
  private async hearOfTheme(theme: Theme): Promise<void> {
    await this.page.evaluate(`localStorage.setItem('theme', '${theme}');
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));`);
    await this.page.locator(`html.${theme}`).waitFor({ state: 'attached' });
  }

  private async look(
    name: string,
    setTheme: (theme: Theme) => Promise<void>,
    part?: string,
    [first, second, ...others]: readonly [Look, Look, ...Look[]] = looks,
  ): Promise<void> {
    if (!areLooksSeen) return;
    const before = await this.theme();
    const found: string[] = [];
    const inTurn = inspected++ % 2 === 0 ? first : second;
    for (const [theme, size] of isFullRun ? [first, second, ...others] : [inTurn]) {
      await setTheme(theme);
      await this.page.setViewportSize(sizes[size]);
      await this.settle();
      const where = `${name} ${theme} ${size}`;
      await this.assertNoSidewaysScroll(where);
      found.push(...(await this.seriousFaults(part)).map((fault) => `${where}: ${fault}`));
      if (isFullRun) await this.photograph(`${name}-${theme}-${size}`);
    }
    await this.page.setViewportSize(sizes.wide);
    await setTheme(before);
    assert.deepEqual(found, []);
  }

  /** A screenshot among those of this run, for people to look at. */
  async photograph(name: string): Promise<void> {
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot({ path: join(screenshots, `${name}.png`), animations: 'disabled' });
  }

  /** Waits until everything that moves for a moment has come to rest. */
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
    // What passed is not asked for: naming each of its elements costs more than all rules do.
    const axe = new AxeBuilder({ page: this.page }).options({ resultTypes: ['violations'] });
    const { violations } = await axe.include(part).setLegacyMode().analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }
}
