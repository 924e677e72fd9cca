import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { expect, test } from '@jest/globals';

import { AssetFiles } from '../asset-files.ts';
import { makeFolder } from '../testing/fixtures.ts';
import { UploadFiles } from '../uploads/upload-files.ts';
import { IngestJob } from './ingest-job.ts';
import type { JobParts } from './job-parts.ts';

test('an attempt after a crash removes the folder of an upload whose source was already moved', async () => {
  const folder = await makeFolder();
  const assetFiles = new AssetFiles(folder.path);
  const uploadFiles = new UploadFiles(folder.path);
  // The state after a crash between the move and the removal.
  const uploadFolder = dirname(uploadFiles.path('upload'));
  await mkdir(uploadFolder, { recursive: true });
  await writeFile(join(uploadFolder, 'held'), '5\n');
  await assetFiles.prepare('asset');
  await writeFile(assetFiles.source('asset'), 'media');

  const asset = { id: 'asset', source: { kind: 'upload', uploadId: 'upload' } };
  const tools = { probe: () => Promise.reject(new Error('stop here')) };
  const parts = { assetFiles, uploadFiles, tools, limits: {}, catalogue: { assets: { byId: () => asset } } };
  const job = new IngestJob(parts as unknown as JobParts);
  const attempt = job.run({ assetId: 'asset' } as never, new AbortController().signal);
  await expect(attempt).rejects.toThrow();

  await expect(access(uploadFolder)).rejects.toThrow('ENOENT');
  await access(assetFiles.source('asset'));
  await folder.remove();
});
