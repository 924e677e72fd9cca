import { z } from 'zod';
import { operation, operationId, type Operation } from '../routes/chapter.routes.ts';
import { clipBody } from '../routes/clip.routes.ts';
import { updateQuoteBody, updateSearchBody } from '../routes/video.routes.ts';
import { answerOf, success, videoSchema } from './answers.ts';
import { chapterExample, operationExample, sessionId, videoExample } from './examples.ts';
import { route } from './route.ts';
import { passthrough } from './shared.ts';

const waitsForEnd =
  'Answers when the operation has ended, or after 25 s while `operation.state` is still `queued` or `running`: then poll the operation. A second request meanwhile joins the same operation.';
const notYet = 'The video is not ready for this; `msg` says what to wait for.';
const hasChanged = 'The chapter no longer exists, or has changed too much meanwhile.';
const noTokens = 'Too few tokens are left, or the membership has ended.';

const searchPrompt = 'Who is this chapter for?';
const searchAnswer = 'For whoever runs a trial and wonders why so few of its users stay.';
const searchedChapter = { ...chapterExample, search: searchAnswer };
const searchOperation: Operation = {
  ...operationExample,
  kind: 'search',
  system_message:
    'Answer in two sentences, for a product page.\n\nChapter-specific Quotes:\nWe stopped selling the trial and started teaching in it.\n\nOverall Video Summary:\nHow a small team filled its pipeline with one webinar a month.',
  user_message: searchPrompt,
  result: searchAnswer,
};

/** The video after a generation request, with the operation, which may still be running. */
const generationSchema = videoSchema.extend({ operation });
/** With the prompts. The generated answer is the `search` of the chapter. */
const searchUpdateSchema = generationSchema.extend({
  system_message: z.string().describe('The system prompt, with its context of chapter and video.'),
  user_message: z.string().describe('The prompt that was sent.'),
});
const clipAddress = z
  .string()
  .describe('Url of the clip as a file. It answers 404 until the clip is made: poll it with HEAD every 5 s.');

/** The answer after this operation. */
function generated(example: Operation) {
  return answerOf(generationSchema, { data: videoExample, chapters: [chapterExample], operation: example });
}

export const editorRoutes = {
  regenerateChapters: route('Editor', 'POST /muxupload/re-generate-chapter', {
    needs: 'generate',
    summary: 'Generate the chapters again',
    description: `${waitsForEnd} What a person edits during the generation stays as edited.`,
    body: passthrough,
    answer: generated({
      ...operationExample,
      kind: 'chapters',
      chapterStart: null,
      user_message: 'Numbers first.',
      result: '00:04:10 Why the trial converts',
    }),
    failures: { 403: noTokens, 409: notYet },
  }),
  generateSummary: route('Editor', 'POST /muxupload/generate-summary', {
    needs: 'generate',
    summary: 'Generate the summary again',
    description: waitsForEnd,
    body: passthrough,
    answer: generated({
      ...operationExample,
      kind: 'summary',
      chapterStart: null,
      user_message: 'Good morning, and welcome.',
      result: videoExample.summary,
    }),
    failures: { 403: noTokens, 409: notYet },
  }),
  updateQuotes: route('Editor', 'POST /muxupload/update-quote', {
    needs: 'generate',
    summary: 'Generate the quotes of a chapter again',
    description: `The number of quotes is a setting of the person. ${waitsForEnd}`,
    body: {
      schema: updateQuoteBody,
      example: {
        passthrough: sessionId,
        start: chapterExample.start,
        end: '00:11:45',
        selIndex: 0,
        newQuotePrompt: 'Prefer what was said about teaching.',
      },
    },
    answer: generated(operationExample),
    failures: { 403: noTokens, 409: hasChanged },
  }),
  updateSearch: route('Editor', 'POST /muxupload/update-search', {
    needs: 'generate',
    summary: 'Ask a question about a chapter',
    description: `The answer becomes the \`search\` of the chapter. ${waitsForEnd}`,
    body: {
      schema: updateSearchBody,
      example: { passthrough: sessionId, selIndex: 0, newSearchPrompt: searchPrompt },
    },
    answer: answerOf(searchUpdateSchema, {
      data: { ...videoExample, chapters: [searchedChapter] },
      chapters: [searchedChapter],
      operation: searchOperation,
      system_message: searchOperation.system_message,
      user_message: searchPrompt,
    }),
    failures: { 403: noTokens, 409: hasChanged },
  }),
  getOperation: route('Editor', 'GET /muxupload/operations/{id}', {
    needs: 'generate',
    summary: 'The state of an operation',
    description:
      'Poll every second or two until the state is `done` or `failed`, then read the video again. The id of a request that joined an operation finds that operation.',
    params: z.object({ id: operationId }),
    answer: success(operation, operationExample),
    failures: { 404: 'There is no such operation, or it is somebody else’s.' },
  }),
  cutClip: route('Editor', 'POST /muxupload/video-cut', {
    needs: 'library.edit',
    summary: 'Cut a clip',
    description:
      'Immediately answers the address of the clip. Poll it with HEAD every 5 s until it answers 200. The same span is the same clip; clips are deleted with their video.',
    body: {
      schema: clipBody,
      example: { passthrough: sessionId, timeIn: '00:05:31', timeOut: '00:06:02' },
    },
    answer: success(clipAddress, '/media/stream/Cl8vN3/highest.mp4'),
    failures: {
      403: 'The membership has ended.',
      409: notYet,
      429: 'Several of your clips are being made: wait for one of them.',
    },
  }),
};
