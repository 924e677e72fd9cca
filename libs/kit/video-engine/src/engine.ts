import type { IncomingMessage, ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

import { AssetFiles } from './asset-files.ts';
import { AssetLifecycle } from './asset-lifecycle.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import { HttpError, sendError } from './http/respond.ts';
import { Router } from './http/router.ts';
import { CaptionsJob } from './jobs/captions-job.ts';
import { IngestJob } from './jobs/ingest-job.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { RenditionJob } from './jobs/rendition-job.ts';
import { StoryboardJob } from './jobs/storyboard-job.ts';
import { MediaTools } from './media/media-tools.ts';
import type { Sandbox } from './media/sandbox.ts';
import { detectSandbox } from './media/sandbox.ts';
import type { Limits, VideoEngine, VideoEngineOptions } from './options.ts';
import { DEFAULT_LIMITS, SILENT_LOGGER } from './options.ts';
import { ProgressBoard } from './progress-board.ts';
import { ThumbnailStore } from './thumbnail-store.ts';
import { TakeoverLock } from './uploads/takeover-lock.ts';
import { UploadFiles } from './uploads/upload-files.ts';
import { UploadHandler } from './uploads/upload-handler.ts';
import { UploadSweeper } from './uploads/upload-sweeper.ts';
import { EventLog } from './webhooks/event-log.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';

const SWEEP_EVERY_MS = 30_000;

/** Makes an engine; nothing happens before `start()`, and requests until then are answered 503. */
export function createVideoEngine(options: VideoEngineOptions): VideoEngine {
  let running: RunningEngine | undefined;
  return {
    handle(req: IncomingMessage, res: ServerResponse): void {
      if (running === undefined) {
        sendError(res, new HttpError(503, 'try_again', 'the video host is starting', { 'Retry-After': '1' }));
        return;
      }
      void running.router.handle(req, res);
    },
    async start(): Promise<void> {
      running ??= await startEngine(options);
    },
    async stop(): Promise<void> {
      const stopping = running;
      running = undefined;
      await stopping?.stop();
    },
  };
}

interface RunningEngine {
  router: Router;
  stop(): Promise<void>;
}

async function startEngine(options: VideoEngineOptions): Promise<RunningEngine> {
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const logger = options.logger ?? SILENT_LOGGER;
  const sandbox = await detectSandbox();
  logger.info({ features: sandbox.features }, 'the video host starts');
  const dataDir = resolve(options.dataDir);
  const catalogue = new Catalogue(dataDir);
  try {
    return await wire({ ...options, dataDir, logger }, limits, catalogue, sandbox);
  } catch (error) {
    catalogue.close();
    throw error;
  }
}

/** Puts the parts together, repairs what a crash left, and begins. */
async function wire(
  options: VideoEngineOptions & { logger: NonNullable<VideoEngineOptions['logger']> },
  limits: Limits,
  catalogue: Catalogue,
  sandbox: Sandbox,
): Promise<RunningEngine> {
  const { dataDir, logger, webhook, transcriber } = options;
  const publicUrl = options.publicUrl.replace(/\/+$/, '');
  const programs = { ffmpeg: options.ffmpeg ?? 'ffmpeg', ffprobe: options.ffprobe ?? 'ffprobe' };
  const concurrency = options.concurrency ?? Math.max(1, Math.floor(availableParallelism() / 2));
  const tools = new MediaTools(programs, sandbox, limits);
  await tools.check();
  const progress = new ProgressBoard();
  const assetFiles = new AssetFiles(dataDir);
  const uploadFiles = new UploadFiles(dataDir);
  const sender = webhook === undefined ? undefined : new WebhookSender(catalogue, webhook, limits, logger);
  const wakeSender =
    sender === undefined
      ? undefined
      : (): void => {
          sender.wake();
        };
  const events = new EventLog(catalogue, progress, publicUrl, wakeSender);
  const runner = new JobRunner(catalogue, concurrency, limits, logger);
  const lifecycle = new AssetLifecycle({
    catalogue,
    assetFiles,
    uploadFiles,
    events,
    runner,
    limits,
    logger,
  });
  const lock = new TakeoverLock();
  const uploads = new UploadHandler({
    catalogue,
    files: uploadFiles,
    lock,
    limits,
    logger,
    finish: (upload) => {
      lifecycle.finishUpload(upload);
    },
  });
  const thumbnails = new ThumbnailStore(assetFiles, tools, limits, availableParallelism());
  const sweeper = new UploadSweeper(catalogue, uploadFiles, lifecycle);

  await assetFiles.sweep(catalogue.assets.ids());
  await sweeper.recover();
  sweeper.sweep(Date.now());
  const sweepTimer = setInterval(() => {
    sweeper.sweep(Date.now());
  }, SWEEP_EVERY_MS);
  sweepTimer.unref();
  const jobParts = { catalogue, assetFiles, uploadFiles, events, tools, transcriber, progress, limits };
  runner.start({
    ingest: new IngestJob(jobParts),
    captions: new CaptionsJob(jobParts),
    rendition: new RenditionJob(jobParts),
    storyboard: new StoryboardJob(jobParts),
  });
  sender?.wake();
  return {
    router: new Router({
      rest: { catalogue, lifecycle, assetFiles, events, progress, limits, publicUrl },
      delivery: { catalogue, assetFiles, thumbnails },
      uploads,
      token: options.token,
      resourcePolicy: options.resourcePolicy ?? 'same-origin',
      logger,
    }),
    async stop(): Promise<void> {
      clearInterval(sweepTimer);
      await lock.drain();
      await runner.stop();
      await sender?.stop();
      catalogue.close();
    },
  };
}
