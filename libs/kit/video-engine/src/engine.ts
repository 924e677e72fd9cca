import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { FolderStore, MediaStoreError } from '@vault/media-store';
import { MediaTools, detectSandbox, DiskSpace } from '@vault/media';
import { AssetFiles } from './assets/asset-files.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import { setOlderCatalogueAside } from './catalogue/database.ts';
import { type StartOptions, EngineStart } from './common/engine-start.ts';
import { newId } from './common/ids.ts';
import { MediaFolderError } from './common/lifecycle-errors.ts';
import { type MediaStorage, BucketStorage, FolderStorage } from './common/media-storage.ts';
import {
  type EngineRole,
  type EngineStatistics,
  type JobStatistics,
  type Limits,
  type Logger,
  type Playback,
  type Trace,
  type VideoEngine,
  type VideoEngineOptions,
  defaultLimits,
  engineRoles,
  noTrace,
  silentLogger,
} from './common/options.ts';
import { ProgressTracker } from './common/progress-tracker.ts';
import { withoutKnownFailures } from './common/storage-log.ts';
import { untilAnswered } from './common/until-answered.ts';
import { WorkLimiter } from './common/work-limiter.ts';
import { HttpError, sendError } from './http/answers/respond.ts';
import { SharedAudio } from './http/delivery/shared-audio.ts';
import { ThumbnailStore } from './http/delivery/thumbnail-store.ts';
import { Router } from './http/router.ts';
import { UploadHandler } from './http/upload-handler.ts';
import { CaptionsJob } from './jobs/captions-job.ts';
import { IngestJob } from './jobs/ingest-job.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { StoryboardJob } from './jobs/storyboard-job.ts';
import { VerificationJob } from './jobs/verification-job.ts';
import { AssetLifecycle } from './lifecycle/asset-lifecycle.ts';
import { checkIdentity, noteStart } from './media-identity.ts';
import { MediaSweep } from './media-sweep.ts';
import { UploadSweeper } from './upload-sweeper.ts';
import { TakeoverLock } from './uploads/takeover-lock.ts';
import { UploadFiles } from './uploads/upload-files.ts';
import { EventLog } from './webhooks/event-log.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';

const sweepEveryMs = 30_000;
/** How long a job or webhook of an engine that has ended waits for another engine, at most, once it is due. */
const shareEveryMs = 2000;
const compareEveryMs = 3_600_000;
/** After a longer silence the catalogue may have been replaced by an older one. */
const maxSilenceMs = 600_000;

/** Creates an engine. It does nothing before `start()`, and answers requests with 503 until it runs. */
export function createVideoEngine(options: VideoEngineOptions): VideoEngine {
  let running: RunningEngine | undefined;
  let starting: EngineStart<RunningEngine> | undefined;
  return {
    handle(req: IncomingMessage, res: ServerResponse): void {
      if (running === undefined) {
        sendError(res, new HttpError(503, 'try_again', 'the video host is starting', { 'Retry-After': '1' }));
        return;
      }
      void running.handle(req, res);
    },
    get isRunning() {
      return running !== undefined;
    },
    statistics: () =>
      running?.statistics() ?? {
        uploadBytes: 0,
        disk: undefined,
        media: { unlisted: 0, missing: 0, bytesOf: new Map(), ...starting?.storeState },
      },
    jobStatistics: async () => (await running?.jobStatistics()) ?? [],
    async start(): Promise<void> {
      starting ??= new EngineStart(
        (start) => startEngine(options, start),
        (engine) => (running = engine),
      );
      await starting.untilFirstTry().catch((error: unknown) => {
        starting = undefined;
        throw error;
      });
    },
    async started(): Promise<void> {
      await starting?.done;
    },
    async stop(): Promise<void> {
      const [start, stopping] = [starting, running];
      [starting, running] = [undefined, undefined];
      const late = await start?.end();
      await (stopping ?? late)?.stop();
    },
  };
}

interface RunningEngine {
  handle: Router['handle'];
  statistics(): EngineStatistics;
  jobStatistics(): Promise<JobStatistics[]>;
  stop(): Promise<void>;
}

type Settings = VideoEngineOptions & {
  logger: Logger;
  limits: Limits;
  trace: Trace;
  playback: Playback;
  roles: readonly EngineRole[];
};

async function startEngine(
  options: VideoEngineOptions,
  { signal, onStorage, onWait }: StartOptions,
): Promise<RunningEngine> {
  const settings: Settings = {
    ...options,
    dataDir: resolve(options.dataDir),
    publicUrl: options.publicUrl.replace(/\/+$/, ''),
    limits: { ...defaultLimits, ...options.limits },
    logger: options.logger ?? silentLogger,
    trace: options.trace ?? noTrace,
    playback: options.playback ?? { keys: [] },
    roles: options.roles ?? engineRoles,
  };
  const disk = new DiskSpace(settings.dataDir, settings.limits.reserveBytes, settings.measureFree);
  await disk.start();
  let catalogue: Catalogue | undefined;
  let storage: MediaStorage | undefined;
  let isReported = false;
  const waits = {
    signal,
    mayPass: (error: unknown) => mayPass(settings, error),
    onFailure: (err: unknown) => {
      if (!isReported) settings.logger.warn({ err }, 'the video host waits for its bucket or its database');
      isReported = true;
      onWait();
    },
  };
  try {
    const tools = await makeTools(settings, disk);
    const opened = await untilAnswered(() => openCatalogue(settings), waits);
    catalogue = opened;
    const parts = makeParts(settings, { catalogue, tools, disk });
    ({ storage } = parts);
    onStorage(storage);
    await rm(join(settings.dataDir, 'work'), { recursive: true, force: true });
    await storage.start();
    await untilAnswered(async () => {
      // What answers may be no bucket, whose objects must not be believed.
      const refusal = await parts.storage.check();
      if (refusal?.problem === 'forbidden') throw refusal;
      await checkIdentity(opened, parts.storage.store);
      await opened.noteForm();
      await noteStart(opened, parts.storage.store, maxSilenceMs);
      await parts.sweeper.finishReceived();
    }, waits);
    return startParts(settings, parts);
  } catch (error) {
    await storage?.stop();
    await catalogue?.close();
    disk.stop();
    throw error;
  }
}

/** Whether what a start needs may answer later: a bucket, or the database that engines share. */
function mayPass({ bucket, connect }: Settings, error: unknown): boolean {
  if (error instanceof MediaStoreError) return bucket !== undefined;
  return connect !== undefined && error instanceof Error && error.name.startsWith('Mongo');
}

async function openCatalogue({ connect, bucket, dataDir, roles, logger }: Settings): Promise<Catalogue> {
  const isAlone = connect === undefined;
  if (isAlone && roles.length < engineRoles.length)
    throw new MediaFolderError('An engine that does a part of the work needs a database that engines share.');
  if (isAlone) {
    const aside = setOlderCatalogueAside(dataDir);
    if (aside !== undefined)
      logger.warn(
        { catalogue: aside },
        'recordings of version 0.1.0 cannot be read and must be uploaded again; their files stay',
      );
    return await Catalogue.open(dataDir);
  }
  if (bucket === undefined)
    throw new MediaFolderError('A database that engines share needs a bucket for media.');
  return await Catalogue.over(await connect(), { logger });
}

async function makeTools(settings: Settings, disk: DiskSpace): Promise<MediaTools> {
  const sandbox = await detectSandbox();
  const programs = { ffmpeg: settings.ffmpeg ?? 'ffmpeg', ffprobe: settings.ffprobe ?? 'ffprobe' };
  const tools = new MediaTools(programs, sandbox, settings.limits, disk);
  await tools.check();
  settings.logger.info({ features: sandbox.features }, 'the video host starts');
  return tools;
}

/** Creates the parts of the engine without starting them. */
function makeParts(
  settings: Settings,
  { catalogue, tools, disk }: { catalogue: Catalogue; tools: MediaTools; disk: DiskSpace },
) {
  const { dataDir, limits, trace, webhook } = settings;
  const cores = settings.cores ?? availableParallelism();
  const concurrency = settings.concurrency ?? Math.max(1, Math.floor(cores / 2));
  const progress = new ProgressTracker(() => disk.hasWorkSpace);
  const storage = settings.bucket
    ? new BucketStorage(dataDir, settings.bucket, { disk, logger: settings.logger })
    : new FolderStorage(dataDir);
  const logger = withoutKnownFailures(settings.logger, storage);
  const { store, reader } = storage;
  const assetFiles = new AssetFiles(dataDir, storage);
  const uploadFiles = new UploadFiles(store, catalogue.uploads);
  const mediaSweep = new MediaSweep({ catalogue, storage, logger });
  catalogue.assets.onDropped = () => void mediaSweep.deleteDropped();
  const sender =
    webhook === undefined ? undefined : new WebhookSender(catalogue, webhook, { limits, logger, trace });
  catalogue.watchEvents(() => sender?.wake());
  const events = new EventLog(progress, settings, trace, () => catalogue.now());
  const runner = new JobRunner(catalogue, concurrency, {
    roles: settings.roles,
    mediaSweep,
    storage,
    limits,
    logger,
    disk,
    trace,
    progress,
  });
  const lock = new TakeoverLock();
  const shared = {
    catalogue,
    mediaSweep,
    assetFiles,
    uploadFiles,
    events,
    runner,
    limits,
    logger,
    lock,
    disk,
    trace,
  };
  const lifecycle = new AssetLifecycle(shared);
  const pictures = new FolderStore(join(dataDir, 'thumbnails'));
  const thumbnails = new ThumbnailStore({ pictures, assetFiles, tools, limits }, cores);
  const audio = new SharedAudio(new WorkLimiter(cores, limits.maxWaitingThumbnails));
  const sweeper = new UploadSweeper({ ...shared, lifecycle });
  return { ...shared, storage, reader, tools, progress, sender, lifecycle, thumbnails, audio, sweeper };
}

type Parts = ReturnType<typeof makeParts>;

/** Starts the parts. */
function startParts(settings: Settings, parts: Parts): RunningEngine {
  const { catalogue, lock, disk, runner, sender, sweeper, mediaSweep, storage, logger } = parts;
  const id = newId();
  let comparedAt = 0;
  const sweep = async (): Promise<void> => {
    try {
      const now = catalogue.now();
      await storage.check();
      if (!catalogue.isExclusive) await catalogue.noteEngine(id, settings.roles, now);
      await catalogue.noteUse(maxSilenceMs);
      await sweeper.sweep(now);
      if (now - comparedAt < compareEveryMs) return;
      comparedAt = now;
      await mediaSweep.sweep(now);
      await parts.thumbnails.sweep(async (asset) => (await catalogue.assets.byId(asset)) !== undefined);
    } catch (error) {
      logger.error({ err: error }, 'the sweep of uploads and media failed');
    }
  };
  let sweeping = sweep();
  const sweepTimer = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, sweepEveryMs);
  sweepTimer.unref();
  const jobParts = { ...parts, transcriber: settings.transcriber, logger };
  runner.start({
    ingest: new IngestJob(jobParts),
    captions: new CaptionsJob(jobParts),
    storyboard: new StoryboardJob(jobParts),
    verification: new VerificationJob(jobParts),
  });
  sender?.wake();
  const sharing = catalogue.isExclusive ? undefined : shareWork(logger, { runner, sender });
  const uploads = new UploadHandler({
    ...parts,
    files: parts.uploadFiles,
    origins: settings.uploadOrigins ?? [],
  });
  return {
    handle: answering(settings, makeRouter(settings, parts, uploads)),
    jobStatistics: async () => {
      return await catalogue.assets.jobStatistics(await catalogue.roles(), catalogue.now());
    },
    statistics: () => ({
      uploadBytes: uploads.storedBytes,
      clock: catalogue.clock,
      disk: { freeBytes: disk.freeBytes, sizeBytes: disk.sizeBytes, reserveBytes: disk.reserveBytes },
      media: {
        unlisted: mediaSweep.unlisted,
        missing: mediaSweep.missing,
        bytesOf: mediaSweep.bytesOf,
        problem: storage.problem,
        setting: storage.setting,
        cache: storage.cache,
      },
    }),
    async stop(): Promise<void> {
      clearInterval(sweepTimer);
      clearInterval(sharing);
      await sweeping;
      await lock.drain();
      await runner.stop();
      await sender?.stop();
      disk.stop();
      await mediaSweep.stop();
      await catalogue.forgetEngine(id).catch(() => undefined);
      await storage.stop();
      await catalogue.close();
    },
  };
}

/** Without the role for it, requests are refused: other engines take them. */
function answering({ roles }: Settings, router: Router): Router['handle'] {
  if (roles.includes('api')) return (req, res) => router.handle(req, res);
  return (_req, res) => {
    sendError(res, new HttpError(503, 'try_again', 'this engine takes no requests', { 'Retry-After': '1' }));
    return Promise.resolve();
  };
}

/** Takes work that other engines have added, and tells them how far the own work is. */
function shareWork(logger: Logger, { runner, sender }: Pick<Parts, 'runner' | 'sender'>): NodeJS.Timeout {
  let noting = Promise.resolve();
  const timer = setInterval(() => {
    runner.wake();
    sender?.wake();
    noting = noting
      .then(() => runner.noteProgress())
      .catch((error: unknown) => logger.warn({ err: error }, 'the progress of jobs could not be noted'));
  }, shareEveryMs);
  return timer.unref();
}

function makeRouter(settings: Settings, parts: Parts, uploads: UploadHandler): Router {
  return new Router({
    rest: { ...parts, publicUrl: settings.publicUrl, playback: settings.playback },
    delivery: {
      ...parts,
      playback: settings.playback,
      bucket: settings.bucket?.delivery === 'redirect' ? parts.storage.store : undefined,
    },
    uploads,
    token: settings.token,
    resourcePolicy: settings.resourcePolicy ?? 'same-origin',
    isHttps: settings.publicUrl.startsWith('https:'),
    logger: parts.logger,
  });
}
