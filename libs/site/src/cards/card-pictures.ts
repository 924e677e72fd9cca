import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { CONFIG, inTurn } from '@vault/base';
import { MemoryFile } from '@vault/platform/http';
import { cutText } from '@vault/webvtt';
import { FairQueue } from '@vault/worker-pool';
import { fontFiles } from '../files/page-files.ts';
import { type FileAnswer, fileAnswer } from '../pages/answer.ts';
import type { Card } from '../pages/card.ts';
import { Site } from '../pages/site.ts';
import { shortened } from '../html/texts.ts';
import type { SiteConfig } from '../config/site.config.ts';

const width = 1_200;
const height = 630;
const margin = 80;
const contentWidth = width - 2 * margin;
/** Sizes of the title, the largest that fits first, and the lines that fit. */
const sizes = [
  { font: 60, lineHeight: 74, lines: 4 },
  { font: 46, lineHeight: 58, lines: 6 },
  { font: 38, lineHeight: 50, lines: 7 },
] as const;
const longestText = 400;
const colours = { canvas: '#faf7f2', ink: '#1b1a17', muted: '#544f46', signal: '#c8321a' };
const hues = ['#3f6c93', '#cf9f48', '#3f7d66', '#b98aae', '#86543f', '#86aecb', '#655f94', '#a3ad63'];
/** Pictures are drawn one after the other. */
const turns = { slots: 1, slotsPerOwner: 1, waiting: 32, waitingPerOwner: 4 };

type Canvas = Pick<typeof import('@napi-rs/canvas'), 'createCanvas' | 'GlobalFonts'>;

/** Draws the pictures that other sites show beside links, in the type of the product. */
@Injectable()
export class CardPictures {
  private readonly queue = new FairQueue(turns);
  private loading: Promise<Canvas> | undefined;

  constructor(
    private readonly site: Site,
    @Inject(CONFIG) private readonly config: Pick<SiteConfig, 'WEB_DIR'>,
  ) {}

  /** A PNG of 1200 by 630 pixels. @throws {AppError} unavailable, too-many-requests when too many are waiting */
  answer(card: Card, caching: string, visitor: string): Promise<FileAnswer> {
    return this.site.keep(['picture', card, caching], async () => {
      const canvas = await (this.loading ??= this.load());
      const picture = await inTurn(this.queue, visitor, () => drawCard(canvas, card));
      return fileAnswer(new MemoryFile(picture, 'image/png'), caching);
    });
  }

  /** Loads the library at the first picture: most replicas draw none. Without the web build, it uses fonts of the system. */
  private async load(): Promise<Canvas> {
    const canvas = await import('@napi-rs/canvas');
    for (const [family, name] of await fontFiles(this.config.WEB_DIR))
      canvas.GlobalFonts.registerFromPath(join(this.config.WEB_DIR, 'assets', name), family);
    return canvas;
  }
}

function drawCard({ createCanvas }: Canvas, card: Card): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = colours.canvas;
  context.fillRect(0, 0, width, height);
  drawTitle(context, card);
  drawSource(context, card);
  drawStrip(context, card);
  return canvas.encode('png');
}

function drawTitle(context: SKRSContext2D, card: Card): void {
  const title = shortened(card.title, longestText);
  const text = card.isQuote ? `“${title}”` : title;
  context.fillStyle = colours.ink;
  for (const [index, { font, lineHeight, lines: most }] of sizes.entries()) {
    context.font = `500 ${String(font)}px 'Newsreader Variable', serif`;
    const lines = wrap(context, text);
    if (lines.length > most && index < sizes.length - 1) continue;
    const shown = lines.slice(0, most);
    if (lines.length > most) shown.push(`${shown.pop()?.replace(/\s+\S*$/, '') ?? ''}…`);
    for (const [row, line] of shown.entries())
      context.fillText(line, margin, margin + font + row * lineHeight);
    return;
  }
}

function drawSource(context: SKRSContext2D, { source, detail }: Card): void {
  context.font = "500 28px 'Inter Variable', sans-serif";
  context.fillStyle = colours.ink;
  context.fillText(fitted(context, source, contentWidth), margin, 498);
  context.font = "400 24px 'Inter Variable', sans-serif";
  context.fillStyle = colours.muted;
  context.fillText(detail, margin, 534);
  const brand = 'Webinar Vault';
  context.fillText(brand, width - margin - context.measureText(brand).width, 534);
}

/** The chapters in true proportion, with the marked span below them. */
function drawStrip(context: SKRSContext2D, { chapters, duration, now }: Card): void {
  if (duration <= 0) return;
  const scale = contentWidth / duration;
  const gap = 2;
  for (const [index, part] of chapters.entries()) {
    context.fillStyle = hues[index % hues.length] ?? colours.muted;
    context.fillRect(
      margin + part.start * scale,
      560,
      Math.max(1, (part.end - part.start) * scale - gap),
      14,
    );
  }
  if (!now) return;
  context.fillStyle = colours.signal;
  context.fillRect(margin + now.start * scale, 580, Math.max(6, (now.end - now.start) * scale), 6);
}

/** Lines of whole words; a word that is longer than a line is cut. */
function wrap(context: SKRSContext2D, text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && context.measureText(longer).width > contentWidth) {
      lines.push(line);
      line = fitted(context, word, contentWidth);
    } else line = fitted(context, longer, contentWidth);
  }
  return [...lines, line];
}

/** The text, or its beginning that fits. */
function fitted(context: SKRSContext2D, text: string, most: number): string {
  if (context.measureText(text).width <= most) return text;
  let [fits, isTooLong] = [0, text.length];
  while (isTooLong - fits > 1) {
    const middle = Math.floor((fits + isTooLong) / 2);
    if (context.measureText(`${cutText(text, middle)}…`).width <= most) fits = middle;
    else isTooLong = middle;
  }
  return `${cutText(text, fits).trimEnd()}…`;
}
