import { z } from 'zod';
import { saveCommandLimit } from '../rules/chapter-limits.ts';
import { successEnvelope } from '../common/envelope.ts';
import { listCursorFields } from '../routes/fields/list-cursor.ts';
import {
  listQuery,
  moveBody,
  movedVideo,
  saveBody,
  savedVersions,
  selectTracksBody,
  uploadSession,
  videoRecord,
} from '../routes/video.routes.ts';
import { answerOf, success, video } from './answers.ts';
import { chapterExample, sessionId, teamExample, uploadSessionExample, videoExample } from './examples.ts';
import { route } from './route.ts';
import { passthrough, videoParams } from './shared.ts';

const deleted = answerOf(successEnvelope(z.object({ id: z.string().describe('The `id` of the video.') })), {
  msg: 'The video was deleted.',
  data: { id: sessionId },
});

export const videoRoutes = {
  openUpload: route('Upload', 'GET /muxupload', {
    needs: 'upload',
    hasKey: true,
    summary: 'Open an upload',
    description:
      'Counts against the videos of the plan. PUT the bytes to the `url` of the answer (see *Upload a recording* above), then save. An abandoned upload counts for 6 hours, or until it is deleted by its `id`.',
    // Both in `data` and at the top level, for clients that read either.
    answer: answerOf(successEnvelope(uploadSession).extend(uploadSession.shape), {
      data: uploadSessionExample,
      ...uploadSessionExample,
    }),
    failures: { 403: 'The plan is full, or the membership has ended.' },
  }),
  saveVideo: route('Upload', 'PATCH /muxupload/save', {
    needs: 'library.edit',
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
    answer: success(savedVersions, {
      version: videoExample.version + 1,
      detailsVersion: videoExample.detailsVersion + 1,
    }),
    failures: {
      409: 'The chapters have changed since that `version`, or the upload has not finished yet.',
      413: `The body is larger than 1 MiB, or its chapters than ${String(saveCommandLimit / 1024)} KiB.`,
    },
  }),
  listVideos: route('Videos', 'GET /muxvideos', {
    needs: 'library.read',
    summary: 'The library, newest first',
    description: 'Request further pages with `after` until `next` is null.',
    query: listQuery,
    isConditional: true,
    answer: answerOf(successEnvelope(z.array(videoRecord)).extend(listCursorFields.shape), {
      data: [videoExample],
      next: null,
      total: 1,
    }),
  }),
  getVideo: route('Videos', 'GET /muxvideos/asset/{id}', {
    needs: 'library.read',
    summary: 'One video with its transcript and chapters',
    description:
      'Can be polled every second while a video is being processed; send `If-None-Match` to receive only changes.',
    params: videoParams,
    isConditional: true,
    answer: video(videoExample),
  }),
  followVideos: route('Videos', 'GET /events', {
    needs: 'library.read',
    summary: 'A stream that says which videos change',
    description:
      'Server-sent events without content: read the video again after an event (see *Follow videos* above). Ends when the session ends; open it again after any other end.',
    answer: {
      file: 'text/event-stream',
      description:
        'Events `video`, with `{"videoId": …}` and the new `version` or `detailsVersion` where one rose, `library-job`, and `reset`; a comment every 15 s.',
    },
    failures: { 429: 'The user has 10 streams.', 503: 'The server has too many streams: poll instead.' },
  }),
  deleteVideo: route('Videos', 'DELETE /muxvideos/{id}', {
    needs: 'library.delete',
    summary: 'Delete a video, or an upload that is open',
    params: videoParams,
    answer: deleted,
  }),
  deleteVideoByGet: route('Videos', 'GET /muxvideos/delete/{id}', {
    needs: 'library.delete',
    hasKey: true,
    summary: 'Delete a video by GET',
    description:
      'For clients that cannot send DELETE. Only a plain GET deletes: HEAD, navigations and prefetches of a browser are refused.',
    params: videoParams,
    answer: deleted,
    failures: { 405: 'Not a plain GET; nothing was deleted.' },
  }),
  moveVideo: route('Videos', 'POST /muxvideos/{id}/move', {
    needs: 'library.delete',
    summary: 'Move a video to another workspace',
    description:
      'You have to be an editor there, too. Chapters, transcript, summary, quotes, clips and links to moments go along and keep their ids; the portals of this workspace no longer show the video. Tokens that were spent, and what was asked for them, stay with the workspace that paid.',
    params: videoParams,
    body: { schema: moveBody, example: { to: teamExample } },
    answer: answerOf(successEnvelope(movedVideo), { data: { id: sessionId, workspace: teamExample } }),
    failures: {
      403: 'You may not do this in one of the workspaces, or the other one has no free place.',
      409: 'Something works on the video: wait until it is done.',
    },
  }),
  retryVideo: route('Videos', 'POST /muxupload/retry', {
    needs: 'upload',
    summary: 'Retry the failed step',
    body: passthrough,
    answer: video(videoExample),
    failures: {
      403: 'The membership has ended, or this was done too often today.',
      409: 'There is nothing to try again.',
    },
  }),
  selectTracks: route('Videos', 'POST /muxupload/tracks', {
    needs: 'upload',
    summary: 'Use another sound or picture of the uploaded file',
    description:
      'The video plays as before until the other stream is ready; then its addresses change. With another sound, the captions are recognised again, and the chapters follow; what a person edited stays. When it fails, nothing changes and `tracksProblem` says why.',
    body: { schema: selectTracksBody, example: { passthrough: sessionId, sound: 2 } },
    answer: video(videoExample),
    failures: {
      403: 'The membership has ended, or this was done too often today.',
      409: 'The file has no such track or it cannot be read, or the file is not stored any more, or the video is not ready.',
    },
  }),
};
