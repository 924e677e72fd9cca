import { saveCommandLimit } from '../rules/chapter-limits.ts';
import {
  editTranscriptBody,
  renameSpeakerBody,
  reviewTranscriptBody,
  transcript,
  transcriptQuery,
} from '../routes/transcript.routes.ts';
import { success, video } from './answers.ts';
import { person, videoExample } from './examples.ts';
import { route } from './route.ts';
import { videoParams } from './shared.ts';

const { vtt = '', ...recordWithoutWords } = videoExample;
const mended = { ...recordWithoutWords, transcriptVersion: 1, version: videoExample.version + 1 };
const review = { at: 1_763_000_900, by: person.id };
const noWords = 'The video has no transcript yet.';

export const transcriptRoutes = {
  getTranscript: route('Videos', 'GET /muxvideos/{id}/transcript', {
    needs: 'library.read',
    summary: 'The words of a video, present and recognised',
    params: videoParams,
    query: transcriptQuery,
    answer: success(transcript, {
      vtt,
      recognisedVtt: vtt.replace('welcome', 'well come'),
      transcriptVersion: 1,
      reviewed: review,
    }),
  }),
  editTranscript: route('Videos', 'PATCH /muxvideos/{id}/transcript', {
    needs: 'library.edit',
    summary: 'Correct words of the transcript',
    description:
      'Quotes, and titles and summaries that nobody edited, follow the words (see *Correct the transcript* above). All changes are saved, or none. To undo a change, send it with `before` and `after` swapped. The record in the answer has no `vtt`.',
    params: videoParams,
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
    answer: video(mended),
    failures: {
      409: `The lines before a change are no longer there: read the transcript again. Or: ${noWords}`,
      413: `The body is larger than 1 MiB, its changes than ${String(saveCommandLimit / 1024)} KiB, or all corrections of the video than 1 MiB.`,
    },
  }),
  renameSpeaker: route('Videos', 'POST /muxvideos/{id}/transcript/rename-speaker', {
    needs: 'library.edit',
    summary: 'Give all lines of a speaker to another',
    description:
      'Quotes follow. Nothing changes when no line has the name. The record in the answer has no `vtt`.',
    params: videoParams,
    body: { schema: renameSpeakerBody, example: { from: 'speaker_0', to: 'Ann Lee' } },
    answer: video(mended),
    failures: { 409: noWords, 413: 'All corrections of the video are larger than 1 MiB.' },
  }),
  reviewTranscript: route('Videos', 'PUT /muxvideos/{id}/transcript/review', {
    needs: 'comment',
    summary: 'Say that the transcript was checked',
    description:
      'The review stays while a person corrects words, and is withdrawn when the captions are recognised again. The record in the answer has no `vtt`.',
    params: videoParams,
    body: { schema: reviewTranscriptBody, example: { isReviewed: true } },
    answer: video({ ...mended, transcriptReviewed: review }),
    failures: { 409: noWords },
  }),
};
