import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { Builder, By, Capabilities, error as faults, Key } from 'selenium-webdriver';
import { freePort } from '../shared/free-port.ts';
import { until } from '../shared/until.ts';

/** A window of a browser other than Chromium, with the functions that the tests need. */
export interface EnginePage {
  /** Whether pages can measure sound. Firefox cannot without an audio device. */
  readonly hasSound: boolean;
  goto(url: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Runs a self-contained function inside the page. Its input and result are JSON. */
  run<Result, Input = undefined>(work: (input: Input) => Result, input?: Input): Promise<Result>;
  /** Chooses a file in the only input for files. */
  chooseFile(path: string): Promise<void>;
  press(key: string): Promise<void>;
  /** A click with user activation, which browsers require for some actions. */
  click(selectors: string): Promise<void>;
  close(): Promise<void>;
}

const timeoutMs = 180_000;
const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** The engines other than Chromium, each with a function that opens a window. */
export const otherEngines: readonly (readonly [name: string, open: () => Promise<EnginePage>])[] = [
  ['Firefox', async () => bounded(await openFirefox())],
  ['WebKit', async () => bounded(await openWebKit())],
];

/** A driver may answer nothing for ever: each call fails after twice the time that the driver itself allows. */
function bounded(page: EnginePage): EnginePage {
  const call = (name: string, answer: Promise<unknown>) => {
    const giveUp = AbortSignal.timeout(2 * timeoutMs);
    const silence = once(giveUp, 'abort').then(() => {
      throw new Error(`The browser has not answered: ${name}`);
    });
    return Promise.race([answer, silence]);
  };
  type Call = (...args: unknown[]) => Promise<unknown>;
  const parts = Object.entries(page as object as Readonly<Record<string, boolean | Call>>);
  const calls = parts.map(([name, part]) => [
    name,
    typeof part === 'function' ? (...args: unknown[]) => call(name, part(...args)) : part,
  ]);
  return Object.fromEntries(calls) as EnginePage;
}

async function openFirefox(): Promise<EnginePage> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    timeout: timeoutMs,
    defaultViewport: { width: 1_440, height: 900 },
    extraPrefsFirefox: { 'media.autoplay.default': 0, 'media.volume_scale': '0.0' },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(timeoutMs);
  return {
    hasSound: false,
    goto: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    resize: (width, height) => page.setViewport({ width, height }),
    run: (work, input) => page.evaluate(work as never, input) as never,
    chooseFile: async (path) => {
      const input = await page.$('input[type=file]');
      if (!input) throw new Error('The page has no input for files.');
      await input.uploadFile(path);
    },
    press: (key) => page.keyboard.press(key as 'i'),
    click: (selectors) => page.click(selectors),
    close: () => browser.close(),
  };
}

/** WebKit's driver needs a screen, so it runs in Xvfb. */
async function openWebKit(): Promise<EnginePage> {
  if (!existsSync(miniBrowser))
    throw new Error('WebKitGTK is missing: apt-get install webkit2gtk-driver xvfb');
  const port = await freePort();
  const programArgs = ['-a', '-s', '-screen 0 1440x1000x24', 'WebKitWebDriver', `--port=${String(port)}`];
  const driverProcess = spawn('xvfb-run', programArgs, { stdio: 'ignore', detached: true });
  const server = `http://127.0.0.1:${String(port)}`;
  await until('the driver of WebKit', () =>
    fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
  });
  const driver = await new Builder().usingServer(server).withCapabilities(capabilities).build();
  await driver.manage().setTimeouts({ script: timeoutMs, pageLoad: timeoutMs });
  return {
    hasSound: true,
    goto: (url) => driver.get(url),
    resize: async (width, height) =>
      void (await driver.manage().window().setRect({ x: 0, y: 0, width, height })),
    run: <Result, Input>(work: (input: Input) => Result, input?: Input) =>
      until('a page that stays', async () => {
        try {
          const result: Result = await driver.executeScript(`return (${String(work)})(arguments[0]);`, input);
          return { result };
        } catch (error) {
          // The driver reports a page as loaded while the page before it still answers.
          if (error instanceof faults.NoSuchFrameError) return false;
          throw error;
        }
      }).then(({ result }) => result),
    chooseFile: (path) => driver.findElement(By.css('input[type=file]')).sendKeys(path),
    press: (key) =>
      driver
        .actions()
        .sendKeys(key === 'Enter' ? Key.ENTER : key)
        .perform(),
    click: (selectors) => driver.findElement(By.css(selectors)).click(),
    close: async () => {
      await driver.quit().catch(() => undefined);
      await endGroup(driverProcess);
    },
  };
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}
