import { answerOf, type ApiRoute, apiRoute } from './api-route.ts';
import { adminRoutes } from './admin-routes.ts';
import { accountRoutes } from './account-routes.ts';
import { clipRoutes } from './clip-routes.ts';
import { editorRoutes } from './editor-routes.ts';
import { glossaryRoutes } from './glossary-routes.ts';
import { momentRoutes } from './moment-routes.ts';
import { portalRoutes } from './portal-routes.ts';
import { ownAccountRoutes } from './own-account-routes.ts';
import { staffRoutes } from './staff-routes.ts';
import { captionsRoutes } from './captions-routes.ts';
import { transcriptRoutes } from './transcript-routes.ts';
import { videoRoutes } from './video-routes.ts';
import { sentenceAnswer, searchResultsAnswer, speakerListAnswer } from '../routes/answers.ts';
import { searchQuery } from '../routes/search.routes.ts';
import { passthroughBody } from '../routes/video.routes.ts';
import { sessionId, videoExample } from './examples.ts';

const searchRoutes = [
  apiRoute({
    id: 'searchLibrary',
    method: 'get',
    path: '/search',
    tag: 'Search',
    summary: 'Search all videos for a keyword',
    description:
      'Searches for the literal keyword, ignoring case. The first matching field of a video is its result, in this order: title, description, assetId, thumbnail, captionsTrackId, transcript, playback_id; then each of its chapters is searched by title, summary and quotes. Newest video first. Without an exact match the words of the keyword are searched for; `matching` says how.',
    query: searchQuery,
    answer: {
      schema: searchResultsAnswer,
      example: {
        status: 'success',
        data: {
          keyword: 'trial',
          total: 1,
          results: [
            {
              id: sessionId,
              uploadId: videoExample.uploadId,
              title: videoExample.title,
              thumbnail: videoExample.thumbnail,
              duration: videoExample.duration,
              field: 'chapter title',
              snippet: 'Why the trial converts',
              at: 250,
              chapterTitle: 'Why the trial converts',
              chapterStarts: [0, 250],
            },
          ],
          matching: 'exact',
          terms: ['trial'],
          spoken: [
            { id: sessionId, total: 1, first: [{ at: 262.4, line: 'Most people who begin a trial stay.' }] },
          ],
        },
      },
    },
  }),
  apiRoute({
    id: 'listSpeakers',
    method: 'get',
    path: '/search/speakers',
    tag: 'Search',
    summary: 'Who speaks in the videos',
    description: 'The names that captions or people have given to the lines of transcripts.',
    answer: answerOf(speakerListAnswer, {
      status: 'success',
      data: { speakers: [{ name: 'Ann Lee', lines: 214, videos: [sessionId] }] },
    }),
  }),
  apiRoute({
    id: 'uploadOmnisearch',
    method: 'post',
    path: '/muxupload/upload-omnisearch',
    tag: 'Search',
    summary: 'Index a video for the search again',
    description: 'Usually not needed: the search index is updated after every change.',
    body: { schema: passthroughBody, example: { passthrough: sessionId } },
    answer: {
      schema: sentenceAnswer,
      example: { status: 'success', msg: 'Omnisearch upload successfully.' },
    },
    failures: { 409: 'The video is not ready for this; `msg` says what to wait for.' },
  }),
];

/** Every call of the API. The gateway's specs fail when this list and its routes differ. */
export const apiRoutes: readonly ApiRoute[] = [
  ...accountRoutes,
  ...ownAccountRoutes,
  ...videoRoutes,
  ...transcriptRoutes,
  ...captionsRoutes,
  ...glossaryRoutes,
  ...editorRoutes,
  ...clipRoutes,
  ...momentRoutes,
  ...portalRoutes,
  ...searchRoutes,
  ...staffRoutes,
  ...adminRoutes,
];

/** Addresses below `/api` that the document omits, each with the reason. */
export const otherAddresses: Readonly<Record<string, string>> = {
  '/webhooks/mux': 'is for signed webhooks of the video host',
  '/media/*': 'is in answers, as the address of a picture or a recording',
  '/openapi.json': 'is the document itself',
  '/docs': 'is the page that displays it',
  '/docs/{hash}/{name}': 'are the files of that page',
};
