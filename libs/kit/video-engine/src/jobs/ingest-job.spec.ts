import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type WorkStage, DiskSpace } from '@vault/media';
import { ffmpeg, makeFolder, inFullRun, makeTools } from '@vault/media/testing';
import { AssetFiles } from '../assets/asset-files.ts';
import { sourceKey } from '../catalogue/files.ts';
import { FolderStorage } from '../common/media-storage.ts';
import { defaultLimits } from '../common/options.ts';
import { newAsset, queue } from '../testing/new-asset.ts';
import { IngestJob } from './ingest-job.ts';
import type { JobParts } from './job-parts.ts';

jest.setTimeout(120_000);

describe('the progress of an upload', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  beforeAll(async () => {
    folder = await makeFolder();
  });
  afterAll(() => folder.remove());

  /** Packages a source as the engine does, in two jobs if necessary; returns the reported percents of each stage. */
  async function stagesOf(source: string): Promise<[WorkStage, number[]][]> {
    const stages: [WorkStage, number[]][] = [];
    const storage = new FolderStorage(folder.path);
    const assetFiles = new AssetFiles(folder.path, storage);
    await storage.store.put(sourceKey('asset'), { path: source });
    const set = (_: string, stage: WorkStage, percent?: number): void => {
      if (stages.at(-1)?.[0] !== stage) stages.push([stage, []]);
      if (percent !== undefined) stages.at(-1)?.[1].push(percent);
    };
    const files = { source: sourceKey('asset') };
    const asset = queue(newAsset({ id: 'asset', files }), 'ingest');
    const catalogue = { assets: { byId: () => Promise.resolve(asset) } };
    const tools = await makeTools();
    const disk = new DiskSpace(folder.path, 0);
    const parts = {
      assetFiles,
      tools,
      limits: defaultLimits,
      disk,
      catalogue,
      events: { asset: () => undefined },
      progress: { set },
    };
    const job = new IngestJob(parts as unknown as JobParts);
    for (let next = asset.jobs.pop(); next?.kind === 'ingest'; next = asset.jobs.pop()) {
      const store = await job.run(
        { ...next, assetId: 'asset', lease: 1 } as never,
        new AbortController().signal,
      );
      store(asset);
    }
    return stages;
  }

  const pictureSource = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=5:d=26'];
  const toneSource = ['-f', 'lavfi', '-i', 'sine=d=26'];
  const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g'];
  const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'];
  const bothTones = ['-map', '0', '-map', '1', '-map', '2'];
  test.each<[string, string[], WorkStage[]]>([
    ['key frames far apart', [...pictureSource, ...toneSource, ...h264, '999', 'c.mp4'], ['encoding']],
    [
      'two sounds',
      [...pictureSource, ...toneSource, ...toneSource, ...bothTones, ...h264, '25', 'd.mp4'],
      ['copying'],
    ],
    ['no declared length', [...pictureSource, ...toneSource, ...vp8, '-live', '1', 'f.webm'], ['encoding']],
    ...inFullRun<[string, string[], WorkStage[]]>([
      ['copied', [...pictureSource, ...toneSource, ...h264, '25', 'a.mp4'], ['copying']],
      ['encoded', [...pictureSource, ...toneSource, '-c:v', 'mpeg4', 'b.mkv'], ['encoding']],
      ['sound alone', [...toneSource, 'e.mp3'], ['encoding']],
    ]),
  ])('each stage comes once and only grows: %s', async (_, options, packaging) => {
    const source = join(folder.path, options.at(-1)!);
    await ffmpeg(...options.slice(0, -1), source);
    const stages = await stagesOf(source);
    expect(stages.map(([stage]) => stage)).toEqual(['checking', 'listening', ...packaging, 'finishing']);
    for (const [stage, percents] of stages) {
      expect(percents).toEqual(percents.toSorted((a, b) => a - b));
      if (packaging.includes(stage)) expect(percents.at(-1)).toBeGreaterThan(90);
    }
  });
});
