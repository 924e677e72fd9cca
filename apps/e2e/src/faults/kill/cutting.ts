import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../../testing/api.ts';
import { insist } from '../../testing/insist.ts';
import { probe } from '../../testing/probe.ts';
import { until } from '../../testing/until.ts';
import type { Begun, Ground } from './ground.ts';

const path = '/api/muxupload/video-cut';
const framesPerSecond = 25;
const madeWithinMs = 360_000;

/** In seconds, below ten. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A span of a video that its owner wants as a clip. */
export interface Wanted extends Begun, Span {
  readonly assetId: string;
}

export async function wantedOf(ground: Ground, begun: Begun, span: Span): Promise<Wanted> {
  const { assetId } = await ground.video(begun);
  return { ...begun, ...span, assetId };
}

/** Asks once. */
export function askForClip(wanted: Wanted): Promise<Answer> {
  return wanted.api.send('POST', path, { body: bodyOf(wanted) });
}

/** Asks until there is an answer. @returns the link */
export async function insistOnClip(wanted: Wanted): Promise<string> {
  const { json } = await insist(wanted.api, 'POST', path, { body: bodyOf(wanted) });
  return json!.data as string;
}

/** Asks, and asks again when the clip can be downloaded: it is whole, and there is one. @returns its link */
export async function untilOneClip(ground: Ground, wanted: Wanted): Promise<string> {
  const link = await insistOnClip(wanted);
  await until(`${link} to be there`, async () => (await statusOf(ground, link)) === 200, madeWithinMs);
  assert.equal(await countFrames(ground, link), (wanted.end - wanted.start) * framesPerSecond);
  assert.equal(await insistOnClip(wanted), link);
  assert.equal(clipsAtHost(ground, wanted).length, 1);
  return link;
}

/** What a HEAD request is answered; undefined when nobody answers. */
export async function statusOf({ product }: Ground, link: string): Promise<number | undefined> {
  const asking = fetch(new URL(link, product.mediaOrigin), { method: 'HEAD' });
  return (await asking.catch(() => undefined))?.status;
}

/** The ids of all assets that the video host has of this span. */
export function clipsAtHost({ product }: Ground, { assetId, start, end }: Wanted): string[] {
  const assets = product.stored().media.rows('SELECT id, source FROM assets WHERE upload_id IS NULL');
  const wanted = { kind: 'clip', assetId, start, end };
  return assets
    .filter(({ source }) => isDeepStrictEqual(JSON.parse(String(source)), wanted))
    .map(({ id }) => String(id));
}

async function countFrames({ product }: Ground, link: string): Promise<number> {
  const answer = await fetch(new URL(link, product.mediaOrigin));
  const folder = mkdtempSync(join(tmpdir(), 'vault-e2e-clip-'));
  try {
    const file = join(folder, 'clip.mp4');
    writeFileSync(file, new Uint8Array(await answer.arrayBuffer()));
    return probe(file).frames;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bodyOf({ id, start, end }: Wanted): object {
  return { passthrough: id, timeIn: `00:00:0${String(start)}`, timeOut: `00:00:0${String(end)}` };
}
