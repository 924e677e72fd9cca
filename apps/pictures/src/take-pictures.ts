import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { VideoRecord } from '@vault/contracts';
import type { Api } from '../../e2e/src/testing/api/api.ts';
import { openBrowser } from '../../e2e/src/testing/browser/browser.ts';
import { isAtRest } from '../../e2e/src/testing/browser/in-page.ts';
import type { Product } from '../../e2e/src/testing/product/product.ts';
import { uploadVideo } from '../../e2e/src/testing/api/send-file.ts';
import { startProduct } from '../../e2e/src/testing/product/start-product.ts';
import { encodePicture } from './encode-picture.ts';
import type { PageState, Stage } from './page-state.ts';
import { pageStates } from './page-states.ts';
import { drawPointer, recordDemo } from './record-demo.ts';
import { recordWebinar } from './record-webinar.ts';
import { iconPage, socialCard } from './social-card.ts';
import { webinars } from './webinars.ts';

const publicDir = resolve(import.meta.dirname, '../../web/public');
const screenshots = resolve(import.meta.dirname, '../screenshots');
const themes = ['light', 'dark'] as const;
const widths = { wide: [1_440, 900], middle: [768, 1_024], narrow: [390, 844] } as const;
const timeoutMs = 30_000;
/** The names of the states to take; all by default. */
const selectedNames = process.argv.slice(2);
/** The pictures of the landing page and their states. */
const pictures = { video: 'video-playing' };
const icons = { 'favicon.png': 48, 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 };

type Theme = (typeof themes)[number];

interface View {
  readonly theme: Theme;
  readonly width: number;
  readonly height: number;
  readonly scale?: number;
  /** The signed-in user, if any. */
  readonly user?: unknown;
}

/** Opens a page in its own profile, in a theme and size. */
async function openPage(browser: Browser, product: Product, view: View): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.pageOrigin,
    viewport: { width: view.width, height: view.height },
    deviceScaleFactor: view.scale ?? 1,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  // The local storage of an earlier visit.
  const stored = [
    ['theme', view.theme],
    ...(view.user === undefined ? [] : [['user', JSON.stringify(view.user)]]),
  ];
  const entries = JSON.stringify(stored);
  await context.addInitScript(`for (const [key, value] of ${entries}) localStorage.setItem(key, value)`);
  // A page with an open stream of events never has an idle network.
  await context.route('**/api/events', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: '' }),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  return page;
}

/** Uploads every webinar and waits until it is ready. @returns the newest */
async function fillLibrary(browser: Browser, api: Api): Promise<VideoRecord> {
  let newest: VideoRecord | undefined;
  for (const webinar of webinars) {
    const media = await recordWebinar(browser, webinar);
    const { session } = await uploadVideo(api, media, webinar.title);
    await api.save(session.id, { description: webinar.description });
    newest = await api.untilReady(session.id);
  }
  return newest!;
}

async function show(stage: Stage, { address, reach }: PageState): Promise<void> {
  await stage.page.goto(typeof address === 'string' ? address : address(stage), { waitUntil: 'networkidle' });
  await reach?.(stage);
  await stage.page.waitForFunction(isAtRest);
}

function stateNamed(name: string): PageState {
  const state = pageStates.find((each) => each.name === name);
  if (!state)
    throw new Error(
      `Unknown state "${name}". Known states: ${pageStates.map((each) => each.name).join(', ')}.`,
    );
  return state;
}

/** Takes the pictures of the landing page: library and video, in both themes. */
async function takeProductPictures(
  browser: Browser,
  product: Product,
  stage: Omit<Stage, 'page'>,
  user: unknown,
) {
  const dir = mkdtempSync(join(tmpdir(), 'vault-shots-'));
  mkdirSync(join(publicDir, 'pictures'), { recursive: true });
  for (const theme of themes)
    for (const [name, state] of Object.entries(pictures)) {
      const page = await openPage(browser, product, { theme, width: 1_200, height: 750, scale: 2, user });
      await show({ ...stage, page }, stateNamed(state));
      const png = join(dir, `${name}.png`);
      await page.screenshot({ path: png, animations: 'disabled' });
      const file = (width: number, form: string) =>
        join(publicDir, 'pictures', `${name}-${theme}-${String(width)}.${form}`);
      for (const width of [800, 1_600]) encodePicture(png, width, 'avif', file(width, 'avif'));
      encodePicture(png, 1_600, 'webp', file(1_600, 'webp'));
      await page.context().close();
    }
  rmSync(dir, { recursive: true });
}

/** Records the product in use for the demo of the landing page, in both themes. */
async function recordDemos(browser: Browser, product: Product, stage: Omit<Stage, 'page'>, user: unknown) {
  for (const theme of themes) {
    const page = await openPage(browser, product, { theme, width: 1_200, height: 750, user });
    await page.addInitScript(drawPointer);
    await show({ ...stage, page }, stateNamed('library'));
    await recordDemo({ ...stage, page }, join(publicDir, 'pictures', `demo-${theme}`));
    await page.context().close();
  }
}

/** Takes the link preview, and the icons for clients without SVG support. */
async function drawCards(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1_200, height: 630 } });
  await page.setContent(socialCard());
  await page.screenshot({ path: join(publicDir, 'social-card.png') });
  const favicon = readFileSync(join(publicDir, 'favicon.svg'), 'utf8');
  for (const [name, pixels] of Object.entries(icons)) {
    await page.setViewportSize({ width: pixels, height: pixels });
    await page.setContent(iconPage(favicon, pixels));
    await page.screenshot({ path: join(publicDir, name), omitBackground: name !== 'apple-touch-icon.png' });
  }
  await page.close();
}

/** Takes the selected states in every theme and width. @returns the states that could not be reached */
async function takeScreenshots(
  browser: Browser,
  product: Product,
  stage: Omit<Stage, 'page'>,
  user: unknown,
) {
  const missing: string[] = [];
  mkdirSync(screenshots, { recursive: true });
  const states = selectedNames.length > 0 ? selectedNames.map(stateNamed) : pageStates;
  for (const state of states)
    for (const theme of themes)
      for (const [size, [width, height]] of Object.entries(widths)) {
        const view = { theme, width, height, user: state.isPublic ? undefined : user };
        const page = await openPage(browser, product, view);
        const name = `${state.name}-${theme}-${size}`;
        try {
          await show({ ...stage, page }, state);
          const path = join(screenshots, `${name}.png`);
          await page.screenshot({ path, fullPage: state.isFullPage ?? false, animations: 'disabled' });
        } catch (error) {
          missing.push(`${name}: ${(error as Error).message.split('\n')[0] ?? ''}`);
        }
        await page.context().close();
      }
  return missing;
}

const browser = await openBrowser();
const product = await startProduct();
try {
  await drawCards(browser);
  const api = product.api();
  const user = await api.register('executive');
  const stage = { video: await fillLibrary(browser, api) };
  writeFileSync(1, `${stage.video.chapters.map(({ start, title }) => `${start} ${title}`).join('\n')}\n`);
  await takeProductPictures(browser, product, stage, user);
  await recordDemos(browser, product, stage, user);
  const missing = await takeScreenshots(browser, product, stage, user);
  for (const each of missing) writeFileSync(2, `${each}\n`);
  process.exitCode = missing.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await product.end();
}
