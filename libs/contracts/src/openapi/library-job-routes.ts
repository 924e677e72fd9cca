import { saveCommandLimit } from '../rules/chapter-limits.ts';
import {
  correctLibraryBody,
  libraryJob,
  renameEverywhereBody,
  undoLibraryJobBody,
  type LibraryJob,
} from '../routes/library-job.routes.ts';
import { success } from './answers.ts';
import { videoExample } from './examples.ts';
import { route } from './route.ts';

const job: LibraryJob = {
  ...{ id: '4f6c2a90-7d1e-4b7a-9c55-0a7f5e2d8b31', kind: 'rename', from: 'speaker_0', to: 'Ann Lee' },
  ...{ isUndo: false, isRunning: false, videos: 3, done: 3, conflicts: 0, failed: 0, problem: '', lines: 0 },
  undoUntil: 1_763_001_000,
};
const answer = success(libraryJob, job);
const tag = 'Videos';
const running = 'Another change of many videos is running.';
const howItGoesOn =
  'The answer comes when it has begun: it goes on by itself, and the stream of events says how far it is.';

export const libraryJobRoutes = {
  getLibraryJob: route(tag, 'GET /library-job', {
    needs: 'library.read',
    summary: 'The last change of many videos',
    description: 'The one that is running, or has ended in the last ten minutes; else null.',
    answer: success(libraryJob.nullable(), job),
  }),
  correctLibrary: route(tag, 'POST /glossary/corrections', {
    needs: 'library.edit',
    summary: 'Correct lines of many videos',
    description: `Send the chosen places of the glossary. ${howItGoesOn} A video whose lines have changed meanwhile is left as it is, and counted.`,
    body: {
      schema: correctLibraryBody,
      example: {
        videos: [
          {
            videoId: videoExample.id,
            changes: [
              {
                before: [{ start: 61.4, end: 64.02, text: 'We run it on cuban eddies.' }],
                after: [{ start: 61.4, end: 64.02, text: 'We run it on Kubernetes.' }],
              },
            ],
          },
        ],
      },
    },
    answer: success(libraryJob, { ...job, kind: 'corrections', from: '', to: '', lines: 3 }),
    failures: {
      409: running,
      413: `The body is larger than 1 MiB, or the changes than ${String(saveCommandLimit / 1024)} KiB.`,
    },
  }),
  renameEverywhere: route(tag, 'POST /speakers/rename', {
    needs: 'library.edit',
    summary: 'Give all lines of a speaker to another, in many videos',
    description: `${howItGoesOn} Nothing changes in a video without such lines.`,
    body: {
      schema: renameEverywhereBody,
      example: { from: 'speaker_0', to: 'Ann Lee', videoIds: [videoExample.id], mergedIds: [] },
    },
    answer,
    failures: { 409: running },
  }),
  undoLibraryJob: route(tag, 'POST /library-job/undo', {
    needs: 'library.edit',
    summary: 'Undo the last change of many videos, within ten minutes',
    description: `${howItGoesOn} What people have changed since stays.`,
    body: { schema: undoLibraryJobBody, example: { id: job.id } },
    answer: success(libraryJob, { ...job, from: job.to, to: job.from, isUndo: true, undoUntil: null }),
    failures: { 409: 'It cannot be undone, or no longer.' },
  }),
};
