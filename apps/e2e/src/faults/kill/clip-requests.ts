import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../../testing/api/api.ts';
import { sendWithRetry } from '../../testing/api/send-with-retry.ts';
import { probe } from '../../testing/api/probe.ts';
import { mediaFileOf } from '../../testing/api/media-file.ts';
import { until } from '../../testing/shared/until.ts';
import type { TestVideo, FaultTestEnvironment } from './fault-test-environment.ts';

const path = '/api/muxupload/video-cut';
const framesPerSecond = 25;
const clipTimeoutMs = 360_000;

/** A range in seconds, below ten. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** The data of a request for a clip. */
export interface ClipRequest extends TestVideo, TimeRange {
  readonly assetId: string;
}

export async function clipRequestOf(
  environment: FaultTestEnvironment,
  testVideo: TestVideo,
  range: TimeRange,
): Promise<ClipRequest> {
  const { assetId } = await environment.video(testVideo);
  return { ...testVideo, ...range, assetId };
}

/** Requests the clip once. */
export function requestClip(clipRequest: ClipRequest): Promise<Answer> {
  return clipRequest.api.send('POST', path, { body: bodyOf(clipRequest) });
}

/** Requests the clip until the product answers. @returns the link */
export async function requestClipWithRetry(clipRequest: ClipRequest): Promise<string> {
  const { json } = await sendWithRetry(clipRequest.api, 'POST', path, { body: bodyOf(clipRequest) });
  return json!.data as string;
}

/** Requests the clip, waits until it is complete, and asserts that a second request makes no other. @returns its link */
export async function untilOneClip(
  environment: FaultTestEnvironment,
  clipRequest: ClipRequest,
): Promise<string> {
  const link = await requestClipWithRetry(clipRequest);
  await until(
    `${link} to be available`,
    async () => (await statusOf(environment, link)) === 200,
    clipTimeoutMs,
  );
  assert.equal(await countFrames(environment, link), (clipRequest.end - clipRequest.start) * framesPerSecond);
  assert.equal(mediaFileOf(await requestClipWithRetry(clipRequest)), mediaFileOf(link));
  assert.equal(clipsAtHost(environment, clipRequest).length, 1);
  return link;
}

/** The status of a HEAD request; undefined without an answer. */
export async function statusOf({ product }: FaultTestEnvironment, link: string): Promise<number | undefined> {
  const response = fetch(new URL(link, product.mediaOrigin), { method: 'HEAD' });
  return (await response.catch(() => undefined))?.status;
}

/** The ids of all assets of the video host for this range. */
export function clipsAtHost(
  { product }: FaultTestEnvironment,
  { assetId, start, end }: ClipRequest,
): string[] {
  const assets = product.stored().media.assets();
  const expected = { kind: 'clip', assetId, start, end };
  return assets.filter(({ source }) => isDeepStrictEqual({ ...source }, expected)).map(({ _id }) => _id);
}

async function countFrames({ product }: FaultTestEnvironment, link: string): Promise<number> {
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

function bodyOf({ id, start, end }: ClipRequest): object {
  return { passthrough: id, timeIn: `00:00:0${String(start)}`, timeOut: `00:00:0${String(end)}` };
}
