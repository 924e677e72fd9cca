import { randomUUID } from 'node:crypto';
import { reshape, type StoredDocument, type UpgradeStep } from './upgrade-step.ts';

interface OldJob {
  readonly request?: { readonly chapterStart?: number };
}

interface OldChapter {
  readonly id?: string;
  readonly start: number;
}

/** Before all other checks of a video at its host, so that the notice finds those to check. */
const firstOfAll = new Date(1);

const versionOfTries = reshape({ renamed: { revision: 'version' } });

/**
 * From the data of 0.1.0, and of versions between, which had a part of these changes. The form of the video engine's media is
 * gone: it is asked for each recording, and a lost one becomes a failure that its owner sees.
 */
export const toVersion2: UpgradeStep = {
  to: 2,
  changes: [
    { service: 'auth', collection: 'users', change: reshape({ renamed: { revision: 'contentVersion' } }) },
    {
      service: 'auth',
      collection: 'token_accounts',
      change: reshape({
        renamed: { pendingEntries: 'outbox', pendingSince: 'outboxSince' },
        defaults: { handled: [] },
        also: (account) => ('ownerId' in account ? {} : { ownerId: account._id }),
      }),
    },
    { service: 'auth', collection: 'account_tries', change: versionOfTries },
    { service: 'admin', collection: 'account_tries', change: versionOfTries },
    { service: 'admin', collection: 'staff_sessions', change: reshape({ renamed: { staffId: 'userId' } }) },
    {
      service: 'upload',
      collection: 'videos',
      change: reshape({
        renamed: { anyIds: 'publicIds' },
        removed: ['stepWait'],
        defaults: {
          downloadBytes: 0,
          contents: [],
          chaptersTrackId: '',
          selection: null,
          tracksProblem: '',
          obsoleteAssetIds: [],
          stepWork: null,
        },
        also: (video) => (isOldRecording(video) ? { nextCheckAt: firstOfAll } : {}),
      }),
    },
    {
      service: 'chaptering',
      collection: 'chaptersets',
      change: reshape({
        renamed: { revision: 'contentVersion' },
        defaults: { chapterSource: null, areOfFile: false },
        also: withChapterIds,
      }),
    },
    { service: 'search', collection: 'libraries', change: reshape({ renamed: { revision: 'version' } }) },
    {
      service: 'clip',
      collection: 'clips',
      change: reshape({
        removed: ['anyVideoIds'],
        defaults: { bytes: 0 },
        also: (clip, now) =>
          isOldClip(clip) ? { state: 'making', progressedAt: now, nextCheckAt: now } : {},
      }),
    },
  ],
  notices: [
    {
      service: 'upload',
      collection: 'videos',
      filter: { nextCheckAt: firstOfAll },
      nameOf: ({ title, _id }) => (typeof title === 'string' && title !== '' ? title : _id),
      text: 'recordings are in the form of version 0.1.0, which the built-in video engine no longer reads. Upload these files again (not with Mux, which still has them); their chapters, texts and captions are kept',
    },
  ],
};

function isOldRecording(video: StoredDocument): boolean {
  const { assetId, state } = video;
  return 'anyIds' in video && assetId !== '' && state !== 'failed' && !isDeleted(video);
}

function isOldClip(clip: StoredDocument): boolean {
  return 'anyVideoIds' in clip && clip['state'] === 'ready' && !isDeleted(clip);
}

function isDeleted({ deletedAt }: StoredDocument): boolean {
  return (deletedAt ?? null) !== null;
}

/** Chapters have an id, by which jobs name them; before, jobs named their start. */
function withChapterIds({ chapters, jobs }: StoredDocument): Readonly<Record<string, unknown>> {
  const old = (chapters ?? []) as readonly OldChapter[];
  if (old.every(({ id }) => id !== undefined)) return {};
  const listed = old.map((chapter) => ({ id: randomUUID(), ...chapter }));
  const idAt = (start: number) => listed.find((chapter) => chapter.start === start)?.id;
  const renamed = Object.entries((jobs ?? {}) as Readonly<Record<string, OldJob>>).map(([kind, job]) => {
    if (job.request?.chapterStart === undefined) return [kind, job] as const;
    const { chapterStart, ...request } = job.request;
    const chapterId = idAt(chapterStart);
    return [kind, { ...job, request: { ...request, ...(chapterId ? { chapterId } : {}) } }] as const;
  });
  return { chapters: listed, jobs: Object.fromEntries(renamed) };
}
