import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPictures, isAtRest } from '../../e2e/src/testing/browser/in-page.ts';
import { until } from '../../e2e/src/testing/shared/until.ts';
import { encodePicture } from './encode-picture.ts';
import type { Stage } from './page-state.ts';

const maxBytes = 900_000;
/** Quality of the encoder, best first. */
const qualities = [26, 29, 32, 35, 38];

interface Frame {
  readonly file: string;
  /** Epoch seconds. */
  readonly at: number;
}

interface Caption {
  readonly from: number;
  readonly text: string;
}

/** The pointer, which a browser without a window does not draw. */
export const drawPointer = `addEventListener('DOMContentLoaded', () => {
  const dot = document.body.appendChild(document.createElement('div'));
  dot.style.cssText = 'position:fixed;z-index:2147483647;width:22px;height:22px;margin:-11px;border-radius:50%;'
    + 'background:rgba(219,68,55,.32);border:2px solid rgba(219,68,55,.9);pointer-events:none;left:-40px;top:-40px';
  addEventListener('mousemove', ({ clientX, clientY }) => {
    dot.style.left = clientX + 'px';
    dot.style.top = clientY + 'px';
  }, true);
})`;

/** Moves the pointer to an element as a hand would, and rests there. */
async function point({ page }: Stage, target: ReturnType<Stage['page']['locator']>): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = (await target.boundingBox())!;
  await page.mouse.move(box.x + Math.min(box.width / 2, 120), box.y + box.height / 2, { steps: 18 });
  await page.waitForTimeout(500);
}

/** What the recording shows. Each step has its caption. */
async function perform(stage: Stage, say: (text: string) => void): Promise<void> {
  const { page, video } = stage;
  say('The library. Every recorded webinar has its chapters, in a strip of colours.');
  await point(stage, page.getByRole('article').first());
  await page.waitForTimeout(2_000);
  say('A search for one word looks through everything that was said.');
  const box = page.getByPlaceholder('Search webinars...');
  await point(stage, box);
  await box.click();
  await box.pressSequentially('price', { delay: 130 });
  await box.press('Enter');
  const results = page.getByRole('dialog');
  await results.getByText(/results for/).waitFor();
  await page.waitForFunction(hasPictures);
  await page.waitForTimeout(2_600);
  say('A result opens the webinar at the second at which the word was said.');
  const hit = results.locator(`a[href^="/asset/${video.uploadId}"]`).last();
  await point(stage, hit);
  await hit.click();
  await page.getByRole('button', { name: 'Expand all' }).waitFor();
  await page.waitForFunction(hasPictures);
  await page.waitForTimeout(2_200);
  say('A chapter has a summary, and quotes word for word from the transcript.');
  const chapter = video.chapters[1]!;
  const details = page.getByRole('button', { name: `Show details of ${chapter.title}` });
  await point(stage, details);
  // A chapter that a link has opened is shown already.
  if ((await details.getAttribute('aria-expanded')) === 'false') await details.click();
  await page.waitForFunction(isAtRest);
  await page.waitForTimeout(2_400);
  say('One click plays the moment.');
  const play = page.getByRole('button', { name: new RegExp(`^Play from .*: ${chapter.title}$`) }).first();
  await point(stage, play);
  await play.click();
  await page.waitForTimeout(4_000);
  say('Two points in time make a clip to send.');
  const cut = page.getByRole('button', { name: 'Cut a clip…', exact: true }).first();
  await point(stage, cut);
  await cut.click();
  const popup = page.getByRole('dialog', { name: 'Cut a clip' });
  await popup.getByRole('textbox', { name: 'Cue in' }).fill('000100');
  await popup.getByRole('textbox', { name: 'Cue out' }).fill('000130');
  await popup.getByRole('img').nth(1).waitFor();
  await page.waitForTimeout(3_000);
}

/** Receives a frame whenever the page changes. @returns a function that ends it and returns the frames */
async function watch({ page }: Stage, dir: string): Promise<{ frames: Frame[]; end: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  let isEnded = false;
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    // Frames may still arrive after the end.
    if (isEnded) return;
    const file = join(dir, `${String(frames.length)}.jpg`);
    writeFileSync(file, Buffer.from(data, 'base64'));
    frames.push({ file, at: metadata.timestamp ?? Date.now() / 1_000 });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 94 });
  await until('the first frame', () => Promise.resolve(frames.length > 0));
  const end = async () => {
    isEnded = true;
    await session.detach();
  };
  return { frames, end };
}

/** Encodes the frames in the best quality within the size limit. @throws if no quality is small enough */
function encode(frames: readonly Frame[], endsAt: number, dir: string, file: string): void {
  const lines = frames.flatMap(({ file: picture, at }, index) => [
    `file '${picture}'`,
    `duration ${String(Math.max(0.01, (frames[index + 1]?.at ?? endsAt) - at))}`,
  ]);
  const list = join(dir, 'frames.txt');
  writeFileSync(list, [...lines, `file '${frames.at(-1)!.file}'`, ''].join('\n'));
  for (const quality of qualities) {
    const input = ['-y', '-v', 'error', '-f', 'concat', '-safe', '0', '-i', list];
    const coding =
      '-vf fps=15,scale=1200:750:out_range=tv,format=yuv420p -c:v libx264 -preset slow -an -movflags +faststart';
    execFileSync('ffmpeg', [...input, ...coding.split(' '), '-crf', String(quality), file]);
    if (statSync(file).size <= maxBytes) return;
  }
  throw new Error(`${file} is larger than ${String(maxBytes)} bytes in every quality.`);
}

function timeCode(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(11, 23);
}

function toVtt(captions: readonly Caption[], endsAt: number): string {
  const cues = captions.map(({ from, text }, index) => {
    const to = captions[index + 1]?.from ?? endsAt;
    return `${timeCode(from)} --> ${timeCode(to)}\n${text}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/**
 * Records the product in use, from the open library on: `demo-<theme>.mp4`, its poster, and its captions.
 * @param base path of the files without their extensions
 */
export async function recordDemo(stage: Stage, base: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'vault-demo-'));
  const { frames, end } = await watch(stage, dir);
  const startedAt = frames[0]!.at;
  const captions: Caption[] = [];
  await perform(stage, (text) => captions.push({ from: Math.max(0, Date.now() / 1_000 - startedAt), text }));
  await end();
  const endsAt = Date.now() / 1_000;
  encode(frames, endsAt, dir, `${base}.mp4`);
  writeFileSync(`${base}.vtt`, toVtt(captions, endsAt - startedAt));
  const poster = join(dir, 'poster.png');
  const at = String(captions[1]!.from - 0.2);
  execFileSync('ffmpeg', ['-y', '-v', 'error', '-ss', at, '-i', `${base}.mp4`, '-frames:v', '1', poster]);
  encodePicture(poster, 1_200, 'webp', `${base}.webp`);
  rmSync(dir, { recursive: true });
}
