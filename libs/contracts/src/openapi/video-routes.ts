import { z } from 'zod';
import { deletedAnswer, uploadSessionAnswer, videoAnswer, videoListAnswer } from '../routes/answers.ts';
import { saveBodyLimit } from '../routes/chapter.routes.ts';
import { anyVideoId, listQuery, passthroughBody, saveBody } from '../routes/video.routes.ts';
import { answerOf, apiRoute } from './api-route.ts';
import { chapterExample, sessionId, uploadSessionExample, videoExample } from './examples.ts';

const videoId = z.object({ id: anyVideoId });
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
    method: 'get',
    path: '/muxupload',
    tag: 'Upload',
    summary: 'Open an upload',
    description:
      'Takes a place of the plan. PUT the bytes to the `url` of the answer (see *Upload a recording* above), then save. An upload that is opened and left holds its place for 6 hours, or until it is deleted by its `id`.',
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
      'Once after an upload with `title`, `userId` and `passthrough`; later with whatever was edited. `chapters` is the whole list as it shall be (see *Edit chapters* above); what a chapter leaves out is emptied.',
    body: {
      schema: saveBody,
      example: {
        passthrough: sessionId,
        title: 'Growing a company on webinars',
        chapters: [
          { start: '00:00:00', title: 'Welcome' },
          { ...chapterExample, quote: [...chapterExample.quote, 'Words without a known place.'] },
        ],
        version: videoExample.version,
      },
    },
    answer: video,
    failures: {
      409: 'The chapters have changed since that `version`, or the upload has not finished yet.',
      413: `The body is larger than ${String(saveBodyLimit / 1024 ** 2)} MiB.`,
    },
  }),
  apiRoute({
    id: 'listVideos',
    method: 'get',
    path: '/muxvideos',
    tag: 'Videos',
    summary: 'The library, newest first',
    description: 'Go on with `after` until `next` is null.',
    query: listQuery,
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
    description: 'Made to be asked every second while a video is on its way.',
    params: videoId,
    answer: video,
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
    method: 'get',
    path: '/muxvideos/delete/{id}',
    tag: 'Videos',
    summary: 'The same, by GET',
    description:
      'For clients that cannot send DELETE. Only a plain GET deletes: HEAD, a page that is opened, and whatever a browser loads ahead of a click are refused.',
    params: videoId,
    answer: deleted,
    failures: { 405: 'This was no deliberate GET; nothing was deleted.' },
  }),
  apiRoute({
    id: 'retryVideo',
    method: 'post',
    path: '/muxupload/retry',
    tag: 'Videos',
    summary: 'Try the step again that failed',
    body: passthrough,
    answer: video,
    failures: { 409: 'There is nothing to try again.' },
  }),
];
