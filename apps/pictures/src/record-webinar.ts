import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { makeOnce } from '../../../tools/cache-folder.mjs';
import type { Media } from '../../e2e/src/testing/api/send-file.ts';
import { slidePage } from './slide-page.ts';
import type { Webinar } from './webinars.ts';

/** The output of flite: 16 bit mono at 16 kHz, after a header of 44 bytes. */
const bytesPerSecond = 32_000;
const headerBytes = 44;

/** Speaks sentences with a silence after each. @returns the samples without a header */
function speak(sentences: readonly string[], pause: number, dir: string): Buffer {
  const file = join(dir, 'sentence.wav');
  const silence = Buffer.alloc(pause * bytesPerSecond);
  return Buffer.concat(
    sentences.flatMap((sentence) => {
      execFileSync('flite', ['-voice', 'slt', '-t', sentence, '-o', file]);
      return [readFileSync(file).subarray(headerBytes), silence];
    }),
  );
}

async function drawSlides(browser: Browser, webinar: Webinar, dir: string): Promise<string[]> {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 720 }, deviceScaleFactor: 1.5 });
  const files: string[] = [];
  for (const [index, slide] of webinar.slides.entries()) {
    const file = join(dir, `slide-${String(index)}.png`);
    await page.setContent(slidePage(webinar, slide), { waitUntil: 'load' });
    await page.screenshot({ path: file });
    files.push(file);
  }
  await page.close();
  return files;
}

async function make(browser: Browser, webinar: Webinar, dir: string): Promise<string> {
  const file = join(dir, 'webinar.mp4');
  const slides = await drawSlides(browser, webinar, dir);
  const voices = webinar.slides.map(({ speech }) => speak(speech, webinar.pause, dir));
  writeFileSync(join(dir, 'voice.pcm'), Buffer.concat(voices));
  const lines = slides.flatMap((slide, index) => [
    `file '${slide}'`,
    `duration ${String(voices[index]!.length / bytesPerSecond)}`,
  ]);
  writeFileSync(join(dir, 'slides.txt'), [...lines, `file '${slides.at(-1)!}'`, ''].join('\n'));
  const picture = ['-f', 'concat', '-safe', '0', '-i', join(dir, 'slides.txt')];
  const voice = ['-f', 's16le', '-ar', '16000', '-ac', '1', '-i', join(dir, 'voice.pcm')];
  const coding =
    '-r 5 -g 10 -c:v libx264 -preset veryfast -tune stillimage -pix_fmt yuv420p -c:a aac -ar 48000';
  execFileSync(
    'ffmpeg',
    [
      '-y',
      '-v',
      'error',
      ...picture,
      ...voice,
      ...coding.split(' '),
      '-shortest',
      '-movflags',
      '+faststart',
      file,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  return file;
}

/** A recording of a webinar, made once for each content and cached in the temp folder. */
export async function recordWebinar(browser: Browser, webinar: Webinar): Promise<Media> {
  const key = createHash('sha256').update(JSON.stringify(webinar)).digest('hex').slice(0, 12);
  const path = await makeOnce(join(tmpdir(), 'vault-pictures', `${key}.mp4`), (dir) =>
    make(browser, webinar, dir),
  );
  return { bytes: readFileSync(path), type: 'video/mp4' };
}
