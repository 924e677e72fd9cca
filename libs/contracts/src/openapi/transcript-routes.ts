import { z } from 'zod';
import { saveCommandLimit } from '../chapter-limits.ts';
import { transcriptAnswer, videoAnswer } from '../routes/answers.ts';
import {
  editTranscriptBody,
  renameSpeakerBody,
  reviewTranscriptBody,
  transcriptQuery,
} from '../routes/transcript.routes.ts';
import { publicVideoId } from '../routes/video.routes.ts';
import { answerOf, apiRoute } from './api-route.ts';
import { person, videoExample } from './examples.ts';

const params = z.object({ id: publicVideoId });
const { vtt = '', ...recordWithoutWords } = videoExample;
const mended = { ...recordWithoutWords, transcriptVersion: 1, version: videoExample.version + 1 };
const review = { at: 1_763_000_900, by: person.id };
const noWords = 'The video has no transcript yet.';

export const transcriptRoutes = [
  apiRoute({
    id: 'getTranscript',
    method: 'get',
    path: '/muxvideos/{id}/transcript',
    tag: 'Videos',
    summary: 'The words of a video, present and recognised',
    params,
    query: transcriptQuery,
    answer: answerOf(transcriptAnswer, {
      status: 'success',
      data: {
        vtt,
        recognisedVtt: vtt.replace('welcome', 'well come'),
        transcriptVersion: 1,
        reviewed: review,
      },
    }),
  }),
  apiRoute({
    id: 'editTranscript',
    method: 'patch',
    path: '/muxvideos/{id}/transcript',
    tag: 'Videos',
    summary: 'Correct words of the transcript',
    description:
      'Quotes, and titles and summaries that nobody edited, follow the words (see *Correct the transcript* above). All changes are saved, or none. To undo a change, send it with `before` and `after` swapped. The record in the answer has no `vtt`.',
    params,
    body: {
      schema: editTranscriptBody,
      example: {
        changes: [
          {
            before: [{ start: 1, end: 4, text: 'Good morning, and well come.' }],
            after: [{ start: 1, end: 4, text: 'Good morning, and welcome.' }],
          },
        ],
      },
    },
    answer: answerOf(videoAnswer, { status: 'success', data: mended, chapters: mended.chapters }),
    failures: {
      409: `The lines before a change are no longer there: read the transcript again. Or: ${noWords}`,
      413: `The body is larger than 1 MiB, its changes than ${String(saveCommandLimit / 1024)} KiB, or all corrections of the video than 1 MiB.`,
    },
  }),
  apiRoute({
    id: 'renameSpeaker',
    method: 'post',
    path: '/muxvideos/{id}/transcript/rename-speaker',
    tag: 'Videos',
    summary: 'Give all lines of a speaker to another',
    description:
      'Quotes follow. Nothing changes when no line has the name. The record in the answer has no `vtt`.',
    params,
    body: { schema: renameSpeakerBody, example: { from: 'speaker_0', to: 'Ann Lee' } },
    answer: answerOf(videoAnswer, { status: 'success', data: mended, chapters: mended.chapters }),
    failures: { 409: noWords, 413: 'All corrections of the video are larger than 1 MiB.' },
  }),
  apiRoute({
    id: 'reviewTranscript',
    method: 'put',
    path: '/muxvideos/{id}/transcript/review',
    tag: 'Videos',
    summary: 'Say that the transcript was checked',
    description:
      'The review stays while a person corrects words, and is withdrawn when the captions are recognised again. The record in the answer has no `vtt`.',
    params,
    body: { schema: reviewTranscriptBody, example: { isReviewed: true } },
    answer: answerOf(videoAnswer, {
      status: 'success',
      data: { ...mended, transcriptReviewed: review },
      chapters: mended.chapters,
    }),
    failures: { 409: noWords },
  }),
];
