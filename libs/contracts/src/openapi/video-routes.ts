import { z } from 'zod';
import {
  deletedAnswer,
  saveAnswer,
  uploadSessionAnswer,
  videoAnswer,
  videoListAnswer,
} from '../routes/answers.ts';
import { saveCommandLimit } from '../chapter-limits.ts';
import {
  publicVideoId,
  listQuery,
  passthroughBody,
  saveBody,
  selectTracksBody,
} from '../routes/video.routes.ts';
import { answerOf, apiRoute } from './api-route.ts';
import { chapterExample, sessionId, uploadSessionExample, videoExample } from './examples.ts';

const videoId = z.object({ id: publicVideoId });
const video = answerOf(videoAnswer, {
  status: 'success',
  data: videoExample,
  chapters: [chapterExample],
});
const deleted = answerOf(deletedAnswer, {
  status: 'success',
  msg: 'The video was deleted.',
  data: { id: sessionId },
});
const passthrough = { schema: passthroughBody, example: { passthrough: sessionId } };

export const videoRoutes = [
  apiRoute({
    id: 'openUpload',
    hasKey: true,
    method: 'get',
    path: '/muxupload',
    tag: 'Upload',
    summary: 'Open an upload',
    description:
      'Counts against the videos of the plan. PUT the bytes to the `url` of the answer (see *Upload a recording* above), then save. An abandoned upload counts for 6 hours, or until it is deleted by its `id`.',
    answer: {
      schema: uploadSessionAnswer,
      example: { status: 'success', data: uploadSessionExample, ...uploadSessionExample },
    },
    failures: { 403: 'The plan is full, or the membership has ended.' },
  }),
  apiRoute({
    id: 'saveVideo',
    method: 'patch',
    path: '/muxupload/save',
    tag: 'Upload',
    summary: 'Save the title, the description, or the chapters',
    description:
      'Once after an upload with `title`, `userId` and `passthrough`; later with the edited fields. `chapters` is the complete new list (see *Edit chapters* above); absent fields of a chapter become empty.',
    body: {
      schema: saveBody,
      example: {
        passthrough: sessionId,
        title: 'Growing a company on webinars',
        chapters: [
          { start: '00:00:00', title: 'Welcome' },
          { ...chapterExample, quote: [...chapterExample.quote, 'Words without a known time.'] },
        ],
        version: videoExample.version,
      },
    },
    answer: answerOf(saveAnswer, {
      status: 'success',
      data: { version: videoExample.version + 1, detailsVersion: videoExample.detailsVersion + 1 },
    }),
    failures: {
      409: 'The chapters have changed since that `version`, or the upload has not finished yet.',
      413: `The body is larger than 1 MiB, or its chapters than ${String(saveCommandLimit / 1024)} KiB.`,
    },
  }),
  apiRoute({
    id: 'listVideos',
    method: 'get',
    path: '/muxvideos',
    tag: 'Videos',
    summary: 'The library, newest first',
    description: 'Request further pages with `after` until `next` is null.',
    query: listQuery,
    isConditional: true,
    answer: {
      schema: videoListAnswer,
      example: { status: 'success', data: [videoExample], next: null, total: 1 },
    },
  }),
  apiRoute({
    id: 'getVideo',
    method: 'get',
    path: '/muxvideos/asset/{id}',
    tag: 'Videos',
    summary: 'One video with its transcript and chapters',
    description:
      'Can be polled every second while a video is being processed; send `If-None-Match` to receive only changes.',
    params: videoId,
    isConditional: true,
    answer: video,
  }),
  apiRoute({
    id: 'followVideos',
    method: 'get',
    path: '/events',
    tag: 'Videos',
    summary: 'A stream that says which videos change',
    description:
      'Server-sent events without content: read the video again after an event (see *Follow videos* above). Ends when the session ends; open it again after any other end.',
    answer: {
      file: 'text/event-stream',
      description:
        'Events `video`, with `{"videoId": …}` and the new `version` or `detailsVersion` where one rose, and `reset`; a comment every 15 s.',
    },
    failures: { 429: 'The user has 10 streams.', 503: 'The server has too many streams: poll instead.' },
  }),
  apiRoute({
    id: 'deleteVideo',
    method: 'delete',
    path: '/muxvideos/{id}',
    tag: 'Videos',
    summary: 'Delete a video, or an upload that is open',
    params: videoId,
    answer: deleted,
  }),
  apiRoute({
    id: 'deleteVideoByGet',
    hasKey: true,
    method: 'get',
    path: '/muxvideos/delete/{id}',
    tag: 'Videos',
    summary: 'Delete a video by GET',
    description:
      'For clients that cannot send DELETE. Only a plain GET deletes: HEAD, navigations and prefetches of a browser are refused.',
    params: videoId,
    answer: deleted,
    failures: { 405: 'Not a plain GET; nothing was deleted.' },
  }),
  apiRoute({
    id: 'retryVideo',
    method: 'post',
    path: '/muxupload/retry',
    tag: 'Videos',
    summary: 'Retry the failed step',
    body: passthrough,
    answer: video,
    failures: {
      403: 'The membership has ended, or this was done too often today.',
      409: 'There is nothing to try again.',
    },
  }),
  apiRoute({
    id: 'selectTracks',
    method: 'post',
    path: '/muxupload/tracks',
    tag: 'Videos',
    summary: 'Use another sound or picture of the uploaded file',
    description:
      'The video plays as before until the other stream is ready; then its addresses change. With another sound, the captions are recognised again, and the chapters follow; what a person edited stays. When it fails, nothing changes and `tracksProblem` says why.',
    body: { schema: selectTracksBody, example: { passthrough: sessionId, sound: 2 } },
    answer: video,
    failures: {
      403: 'The membership has ended, or this was done too often today.',
      409: 'The file has no such track or it cannot be read, or the file is not stored any more, or the video is not ready.',
    },
  }),
];
