import { captionsFileLimit } from '../rules/chapter-limits.ts';
import {
  captionsFileBody,
  captionsPreview,
  captionsRefusal,
  recogniseCaptionsBody,
  replacedCaptions,
} from '../routes/captions.routes.ts';
import { answerOf, success, video, videoSchema } from './answers.ts';
import { videoExample } from './examples.ts';
import { route } from './route.ts';
import { videoParams } from './shared.ts';

const tooLarge = `The file is larger than ${String(captionsFileLimit / 1024 / 1024)} MiB, or than 900 KiB without its markup.`;
/** JSON escapes line ends and quotation marks, and Base64 takes a third more. */
const bodyLimit = captionsFileLimit * 1.5;
const { vtt: _vtt, ...record } = videoExample;
const replaced = {
  ...record,
  captionsUrl: '',
  captionsSource: 'upload' as const,
  captionsUploadedAt: 1_763_000_900,
  transcriptVersion: 1,
  version: videoExample.version + 1,
};

export const captionsRoutes = {
  replaceCaptions: route('Videos', 'PUT /muxvideos/{id}/captions', {
    needs: 'library.edit',
    summary: 'Replace the captions by a file',
    description:
      'The captions of a WebVTT, SubRip, SBV or SubStation Alpha file take the place of the recognised ones, also where there are none. Corrections of the old words and the review of them are dropped; chapters that nobody has edited are generated again. Labels of speakers (`<v Ann>`, `ANN:`, `[speaker_0]`) become the speakers of their lines. Odd lines are repaired or left out, and `warnings` names each. The record in the answer has no `vtt`.',
    params: videoParams,
    bodyLimit,
    body: {
      schema: captionsFileBody,
      example: { text: '1\n00:00:01,000 --> 00:00:04,000\nGood morning, and welcome.\n' },
    },
    answer: answerOf(videoSchema.extend(replacedCaptions.shape), {
      data: replaced,
      chapters: replaced.chapters,
      lines: 1,
      repaired: 0,
      leftOut: 0,
      warnings: [],
    }),
    failures: {
      400: {
        when: 'No caption of the file can be read: `problems` says why, and nothing is stored. Or the request cannot be parsed.',
        schema: captionsRefusal,
      },
      409: 'The video cannot be played yet, or its captions are still being made.',
      413: tooLarge,
    },
  }),
  previewCaptions: route('Videos', 'POST /muxvideos/{id}/captions/preview', {
    needs: 'library.edit',
    summary: 'Read a file with captions without using it',
    description:
      'What `PUT` would read of the file, for a person to look at. Nothing is stored. Where `isEncodingCertain` is false, `readings` has the first lines in the encoding in use and in two others: repeat the request, or send the `PUT`, with the `encoding` that is right.',
    params: videoParams,
    bodyLimit,
    body: {
      schema: captionsFileBody,
      example: { file: 'MQ0KMDA6MDA6MDEsMDAwIC0tPiAwMDowMDowNCwwMDANCkNhZukuDQo=' },
    },
    answer: success(captionsPreview, {
      ...{ lines: 1, repaired: 0, leftOut: 0, warnings: [], problems: [], speakers: [] },
      ...{ encoding: 'windows-1252', isEncodingCertain: false },
      readings: [
        { encoding: 'windows-1252', lines: ['Café.'] },
        { encoding: 'windows-1251', lines: ['Cafй.'] },
      ],
      captions: [{ start: 1, end: 4, text: 'Café.' }],
    }),
    failures: { 413: tooLarge },
  }),
  recogniseCaptions: route('Videos', 'POST /muxvideos/{id}/captions', {
    needs: 'upload',
    summary: 'Recognise the words again',
    description:
      'In a language that the owner states, where `canChooseLanguage` is true. The captions stay as they are until the new ones are there; then corrections of the old words and the review of them are dropped, and chapters that nobody has edited are generated again. Uploaded captions stay in use. The record in the answer has no `vtt`.',
    params: videoParams,
    body: { schema: recogniseCaptionsBody, example: { language: 'de' } },
    answer: video({ ...record, state: 'captioning', progress: 0 }),
    failures: {
      403: 'The membership has ended, or this was done too often today.',
      409: 'The video is not ready, has no sound, or its captions cannot be recognised again in this installation.',
    },
  }),
  restoreCaptions: route('Videos', 'DELETE /muxvideos/{id}/captions', {
    needs: 'library.edit',
    summary: 'Use the recognised captions again',
    description:
      'Without the corrections that were made before they were replaced. The record in the answer has no `vtt`.',
    params: videoParams,
    answer: video({ ...record, transcriptVersion: 2, version: videoExample.version + 2 }),
    failures: { 409: 'The captions were not replaced, or the video has no recognised ones.' },
  }),
};
