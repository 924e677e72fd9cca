import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import type { Product } from './testing/product/product.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { until } from './testing/shared/until.ts';

const publicPages = ['/', '/support', '/contact', '/privacy-policy', '/terms-of-service'];
const footer = {
  Product: ['/features', '/pricing', '/api', '/integrations'],
  Company: ['/about', '/blog', '/careers', '/press'],
  Support: ['/support', '/contact', '/status', '/security'],
  Legal: ['/privacy-policy', '/terms-of-service', '/cookie-policy'],
};
const scrollY = 'window.scrollY';
const scrollBehavior = 'getComputedStyle(document.documentElement).scrollBehavior';
const headerOpacity = `(() => {
  const parts = /([\\d.]+)\\)$/.exec(getComputedStyle(document.querySelector('header')).backgroundColor);
  return Number(parts[1]);
})()`;
const cardOpacities = `[...document.querySelectorAll('#features li')].map((card) => getComputedStyle(card).opacity)`;
/** The focused element: its name, and whether its focus is visible. */
const focused = `(() => {
  const { activeElement: element } = document;
  if (!element || element === document.body) return null;
  const { outlineStyle } = getComputedStyle(element);
  const { top, bottom } = element.getBoundingClientRect();
  const isSeen = outlineStyle !== 'none' && bottom > 0 && top < innerHeight;
  return { name: element.getAttribute('aria-label') ?? element.textContent.trim(), isSeen };
})()`;

describe('the public pages', () => {
  let product: Product;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  before(async () => {
    product = await sharedProduct();
    browser = await openBrowser();
    watched = await WatchedPage.open(browser, product);
    page = watched.page;
  });
  after(() => browser.close());

  it('“/ | public | Landing page”; “Hero: headline Boost Your Webinar ROI, a 3-day trial note and a Watch Demo action.”', async () => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Boost Your Webinar ROI', exact: true }).waitFor();
    await page
      .getByText(/^3-day free trial/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Watch Demo' }).click();
    await until('the demo to be visible', () => isAtTop('demo'));
    assert.equal(new URL(page.url()).hash, '#demo');
  });

  it('“Header with anchors Features, Demo, Pricing, Contact.” “Anchor links scroll smoothly.”', async () => {
    await page.goto('/');
    const header = page.getByRole('banner');
    for (const name of ['Features', 'Demo', 'Pricing', 'Contact']) {
      await header.getByRole('link', { name, exact: true }).click();
      await until(`${name} to be visible`, () => isAtTop(name.toLowerCase()));
    }
    assert.equal(await page.evaluate(scrollBehavior), 'smooth');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await page.evaluate(scrollBehavior), 'auto');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  it('“The header becomes slightly more opaque after scrolling past 100px.” “Header opacity change at 100px scroll.”', async () => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const opacity = () => page.evaluate<number>(headerOpacity);
    const before = await opacity();
    await page.evaluate('window.scrollTo({ top: 100, behavior: "instant" })');
    await until('100 px', async () => (await page.evaluate(scrollY)) === 100);
    assert.equal(await opacity(), before);
    await page.evaluate('window.scrollTo({ top: 101, behavior: "instant" })');
    await until('a more opaque header', async () => (await opacity()) > before);
    await page.evaluate('window.scrollTo({ top: 0, behavior: "instant" })');
    await until('the header as it was', async () => (await opacity()) === before);
  });

  it('“Five feature cards that fade in on scroll.”', async () => {
    // A window so low that no card is visible at first.
    await page.setViewportSize({ width: 1_440, height: 600 });
    await page.goto('/');
    await until('hidden cards', async () => (await opacities()).every((opacity) => opacity === '0'));
    assert.equal((await opacities()).length, 5);
    await page.emulateMedia({ media: 'print' });
    assert.deepEqual([...new Set(await opacities())], ['1']);
    await page.emulateMedia({ media: 'screen' });
    await page.locator('#features li').first().scrollIntoViewIfNeeded();
    await page.locator('#features li').last().scrollIntoViewIfNeeded();
    await until('all cards', async () => (await opacities()).every((opacity) => opacity === '1'));
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual([...new Set(await opacities())], ['1']);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  it('“Two pricing cards (see section 9), a closing call to action, and a footer.” A card leads to its registration', async () => {
    await page.goto('/');
    const cards = page.locator('#pricing').getByRole('article');
    assert.equal(await cards.count(), 2);
    const below = await page.locator('#pricing').innerText();
    for (const fact of [/extra tokens can be bought/i, /enterprise plans exist/i, /videos up to 3 hours/i])
      assert.match(below, fact);
    await page.locator('#contact').getByRole('link', { name: 'Start Free Trial' }).waitFor();
    await page.getByRole('contentinfo').waitFor();
    await cards.last().getByRole('link').click();
    await page.waitForURL('**/register?plan=executive');
    assert.ok(await page.getByRole('radio', { name: /^executive/i }).isChecked());
  });

  it('“Footer link groups Product, Company, Support and Legal: features, pricing, api, integrations, about, blog, careers, press, support, contact, status, security, privacy-policy, terms-of-service, cookie-policy.”', async () => {
    await page.goto('/');
    const groups = page.getByRole('contentinfo').getByRole('list');
    const found: Record<string, string[]> = {};
    for (const group of await groups.all()) {
      const title = await group.locator('xpath=preceding-sibling::h2').innerText();
      const links = await group.getByRole('link').all();
      found[title] = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
    }
    assert.deepEqual(found, footer);
  });

  it('“Targets are relative and most have no page.”', async () => {
    const api = product.api();
    for (const target of Object.values(footer).flat()) {
      if (target === '/api') continue;
      assert.equal((await api.send('GET', target)).status, 200, target);
      await page.goto('/support');
      await page.getByRole('contentinfo').locator(`a[href="${target}"]`).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(await page.getByText('This page does not exist').count(), 0, target);
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'API' }).click();
    await page.waitForURL('**/api/docs');
    await page.goBack();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
    await until('the prices to be visible', () => isAtTop('pricing'));
  });

  it('answers 404 for an address without a page, and names the address', async () => {
    const address = '/suport';
    watched.expect(/404 .*\/suport/);
    const answer = await page.goto(address);
    assert.equal(answer?.status(), 404);
    await page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor();
    await page.getByText(address, { exact: true }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Go to the front page' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    for (const path of ['/asset/view', '/asset/some-id', '/admin', '/admin/users', '/account', '/login'])
      assert.equal((await product.api().send('GET', path)).status, 200, path);
    assert.equal((await product.api().send('GET', '/admin/nothing')).status, 404);
  });

  it('names the operator in the document, without a placeholder', async () => {
    const { text } = await product.api().send('GET', '/about');
    assert.doesNotMatch(text, /__[A-Z_]+__/);
    assert.match(text, /postmaster@localhost/);
  });

  it('feedback sends no request', async () => {
    await page.goto('/contact', { waitUntil: 'networkidle' });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByLabel('Message').fill('All quotes as one file.');
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    assert.deepEqual(requests, []);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL((url) => url.pathname !== '/contact');
  });

  it('has no serious accessibility faults, in both themes and both widths', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const address of ['/', '/support', '/contact', '/privacy-policy', '/about', '/suport']) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await watched.inspect(`public${address.replace('/', '-')}`);
    }
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  it('can be used with the keyboard alone, and the focus is always visible', async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    const names: string[] = [];
    while (names.at(-1) !== 'Cookie policy') {
      assert.ok(names.length < 100, `the focus reaches the last link: ${names.join(', ')}`);
      await page.keyboard.press('Tab');
      const name = (await focus())?.name ?? '';
      names.push(name);
      await until(`the focus of “${name}” to be visible`, async () => (await focus())?.isSeen);
    }
    const expected = ['Webinar Vault', 'Features', 'Demo', 'Pricing', 'Contact'];
    assert.deepEqual(names.slice(0, 8), [
      ...expected,
      'Switch to the dark theme',
      'Sign In',
      'Start Free Trial',
    ]);
    for (const name of ['Watch Demo', 'Try Curious Executive', 'Choose Product Marketing Pro', 'Write to us'])
      assert.ok(names.includes(name), name);
  });

  it('has its anchors in a menu on narrow screens', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.getByLabel('Menu').first().click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    assert.equal(await menu.getByRole('link', { name: 'Sign In' }).getAttribute('href'), '/login');
    await menu.getByRole('link', { name: 'Pricing' }).click();
    await until('the prices to be visible', () => isAtTop('pricing'));
    await menu.waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 1_440, height: 900 });
  });

  it('“Start Free Trial” is in the header at every width, and nothing is wider than the window', async () => {
    for (const width of [320, 360, 390, 768, 1_440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/');
      const header = page.getByRole('banner');
      const button = (await header.getByRole('link', { name: 'Start Free Trial' }).boundingBox())!;
      assert.ok(button.x >= 0 && button.x + button.width <= width, `${String(width)}: ${String(button.x)}`);
      assert.ok(button.height < 48, 'its words are in one line');
      await header.getByRole('link', { name: 'Webinar Vault' }).waitFor();
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
    }
  });

  it('the theme can be switched in the menu on narrow screens', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.getByLabel('Menu').first().click();
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
    assert.equal(await page.locator('html').getAttribute('class'), 'dark');
    await page.getByRole('button', { name: 'Switch to the light theme' }).click();
    await page.setViewportSize({ width: 1_440, height: 900 });
  });

  it('the words and the picture of the hero share its width, in both themes', async () => {
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate(`localStorage.setItem('theme', '${theme}')`);
      await page.goto('/');
      const hero = page.locator('#landing section').first();
      const shown = hero.locator(`picture img:visible`);
      await shown.waitFor();
      const [outer, words, picture] = await Promise.all(
        [hero, hero.getByRole('heading', { level: 1 }), shown].map((part) => part.boundingBox()),
      );
      assert.ok(words!.x + words!.width <= picture!.x, `${theme}: the picture is beside the words`);
      const endOfHero = outer!.x + outer!.width;
      assert.ok(endOfHero - picture!.x - picture!.width <= 40, `${theme}: it reaches the end of the hero`);
      assert.ok(picture!.width > words!.width, `${theme}: it has the larger column`);
    }
    await page.evaluate(`localStorage.setItem('theme', 'light')`);
  });

  it('can be read without JavaScript', async () => {
    const context = await browser.newContext({ baseURL: product.pageOrigin, javaScriptEnabled: false });
    const still = await context.newPage();
    await still.goto('/');
    await still.getByRole('heading', { level: 1, name: 'Boost Your Webinar ROI' }).waitFor();
    assert.equal(await still.locator('#features li').count(), 5);
    await still.getByText('$14', { exact: true }).waitFor();
    await still.goto('/terms-of-service');
    await still.getByRole('heading', { level: 1, name: 'Terms of service' }).waitFor();
    await still.goto('/login');
    await still.getByText(/need JavaScript/).waitFor();
    await context.close();
  });

  it('has a chosen dark theme from the first paint', async () => {
    const context = await browser.newContext({ baseURL: product.pageOrigin });
    await context.addInitScript(`localStorage.setItem('theme', 'dark')`);
    const dark = await context.newPage();
    // Blocks the application's script, so that only the document and its inline script run.
    await dark.route('**/assets/*.js', (route) => route.abort());
    await dark.goto('/');
    assert.equal(await dark.locator('html').getAttribute('class'), 'dark');
    const paper = await dark.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    assert.equal(paper, 'rgb(14, 18, 24)');
    await context.close();
  });

  it('has metadata for search engines and link previews on each page', async () => {
    const api = product.api();
    const titles = new Set<string>();
    for (const address of publicPages) {
      const { text, status } = await api.send('GET', address);
      assert.equal(status, 200);
      assert.ok(!text.includes('__PUBLIC_URL__'), 'no placeholder is left');
      titles.add(/<title>([^<]+)<\/title>/.exec(text)![1]!);
      assert.match(text, /<meta name="description" content="[^"]{40,180}"/);
      assert.match(text, /<meta property="og:title" content="[^"]+"/);
    }
    assert.equal(titles.size, publicPages.length);
    const files = [
      '/favicon.svg',
      '/favicon.png',
      '/apple-touch-icon.png',
      '/site.webmanifest',
      '/social-card.png',
    ];
    for (const file of [...files, '/robots.txt', '/icon-512.png'])
      assert.equal((await api.send('GET', file)).status, 200, file);
  });

  it('the pages had no errors and sent no request to another origin', () => watched.assertClean());

  /** Whether a part of the page is directly below the header. */
  function isAtTop(id: string): Promise<boolean> {
    return page.evaluate<boolean>(`(() => {
      const { top } = document.getElementById('${id}')?.getBoundingClientRect() ?? { top: Infinity };
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      return Math.abs(top - 64) < 4 || (isAtEnd && top > 0 && top < innerHeight);
    })()`);
  }

  function focus(): Promise<{ name: string; isSeen: boolean } | null> {
    return page.evaluate(focused);
  }

  function opacities(): Promise<string[]> {
    return page.evaluate<string[]>(cardOpacities);
  }
});
