import { z } from 'zod';
import { searchTextLimit } from '../rules/chapter-limits.ts';
import { pageSizeLimit } from '../rules/plans.ts';
import { captionSources, chaptersOrigin } from './captions.routes.ts';
import { chapter, quoteUpdate, runningOperation, savedChapters, searchUpdate } from './chapter.routes.ts';
import { contentItem } from './contents.routes.ts';
import { listCursor } from './fields/list-cursor.ts';
import { ownUserId } from './fields/own-user-id.ts';
import { lineOfText, paragraphs } from './fields/text.ts';
import { transcriptReview, transcriptVersion } from './transcript.routes.ts';

/** An id by which a client may name a video. @param problem says that it is none */
const publicId = (problem: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,128}$/, problem)
    .describe(
      'Any of the three ids of a video: its `id` (the upload session), its `uploadId`, or its `assetId`.',
    );

export const publicVideoId = publicId('That is not a video id.');
/** In a path, where an invalid id is answered like an unknown one. */
export const videoIdInPath = publicId('The video was not found.');

/** The texts that people write about a video: one that is added here is saved, stored, answered and exported. */
export const videoDetails = {
  title: lineOfText(200)
    .refine((text) => text !== '', 'Please give the video a title.')
    .describe('One line.'),
  description: paragraphs(5000).describe('Text with line breaks; may be empty.'),
} satisfies Record<string, z.ZodType<string, string>>;

export type VideoDetails = { [Name in keyof typeof videoDetails]: string };

/** The details that something has, without those that are undefined. */
export function detailsOf<From extends Partial<VideoDetails>>(from: From): Pick<From, keyof VideoDetails> {
  const names = Object.keys(videoDetails) as (keyof VideoDetails)[];
  const present = names.filter((name) => from[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, from[name]])) as Pick<From, keyof VideoDetails>;
}

export const passthroughBody = z.object({ passthrough: publicVideoId });

/** `POST /muxvideos/{id}/move`. */
export const moveBody = z.object({
  to: z.string().min(1).max(64).describe('The id of the workspace that gets the video.'),
});

/** A video that has moved. */
export const movedVideo = z.object({
  id: z.string().describe('The `id` of the video, as before.'),
  workspace: z.string().describe('The id of the workspace that has it now.'),
});

const trackNumber = z.number().int().min(0).max(1000);

/** `POST /muxupload/tracks`: another sound or picture of the uploaded file. */
export const selectTracksBody = passthroughBody
  .extend({
    sound: trackNumber.optional().describe('The `index` of a sound in `contents`; absent: as it is.'),
    picture: trackNumber.optional().describe('The `index` of a picture in `contents`; absent: as it is.'),
  })
  .refine(({ sound, picture }) => sound !== undefined || picture !== undefined, {
    message: 'Please choose a sound or a picture.',
  });

/** `PATCH /muxupload/save`: the first save after an upload, an edit of one field, or a complete list of chapters. */
export const saveBody = z
  .object({
    passthrough: publicVideoId,
    userId: ownUserId,
    ...z.object(videoDetails).partial().shape,
    chapters: savedChapters.optional(),
    version: z
      .number()
      .int()
      .optional()
      .describe(
        'The `version` of the record that was edited: when the chapters have changed since, nothing is saved and the answer is 409. Absent: the chapters are always saved.',
      ),
    searchSummary: paragraphs(searchTextLimit)
      .optional()
      .describe(
        'Custom text that searches in chapters use instead of the summary; empty restores the summary.',
      ),
  })
  .refine(
    ({ chapters, searchSummary, ...more }) =>
      [chapters, searchSummary, ...Object.values(detailsOf(more))].some((field) => field !== undefined),
    { message: 'Send a title, a description or chapters to save.' },
  );

/** The versions of the record after a save: of the parts that were saved. */
export const savedVersions = z.object({
  version: z.number().optional().describe('With saved chapters or search context.'),
  detailsVersion: z.number().optional().describe('With a saved title or description.'),
});

export const updateQuoteBody = passthroughBody.extend(quoteUpdate.shape);
export const updateSearchBody = passthroughBody.extend(searchUpdate.shape);

export const listQuery = z.object({
  userId: ownUserId,
  page: z.coerce.number().int().min(1).max(100_000).default(1).describe('The first page is 1.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(pageSizeLimit)
    .catch(pageSizeLimit)
    .default(pageSizeLimit)
    .describe('Videos on a page. Invalid values count as the maximum.'),
  after: listCursor,
  view: z.enum(['card', 'full']).default('full').describe('`card` omits the transcripts (`vtt`).'),
});

export const uploadSession = z.object({
  id: z.string().describe('The id of the new video; `passthrough` in other calls.'),
  uploadId: z.string().describe('The id of the upload at the video host.'),
  url: z
    .string()
    .describe(
      'Where to PUT the bytes; relative to the address of the product, or absolute. Anyone who knows it can upload: keep it secret.',
    ),
});

export const videoStates = [
  'uploading',
  'processing',
  'captioning',
  'chaptering',
  'ready',
  'failed',
] as const;
export type VideoState = (typeof videoStates)[number];

/** What the video host does in a step, in this order; it may leave out stages. */
export const workStages = [
  'waiting-for-space',
  'waiting-for-storage',
  'waiting-for-recognition',
  'waiting-for-tomorrow',
  'waiting-for-engine',
  'checking',
  'listening',
  'copying',
  'encoding',
  'repairing',
  'finishing',
  'extracting',
  'transcribing',
] as const;
export type WorkStage = (typeof workStages)[number];

export const captionStates = ['pending', 'ready', 'unavailable'] as const;

export const stepFailure = z.object({
  step: z.enum(videoStates).describe('The step that failed.'),
  reason: z.string().describe('A sentence to show to a person.'),
  retryable: z.boolean().describe('Whether `POST /muxupload/retry` may help.'),
});

export const videoRecord = z.object({
  id: z.string().describe('The id of the upload session; `passthrough` in other calls.'),
  uploadId: z.string().describe('The id of the upload at the video host.'),
  title: z.string(),
  description: z.string(),
  assetId: z.string().describe('The id of the media at the video host; empty until the upload has ended.'),
  thumbnail: z.string().describe('Url of a picture, or empty while there is none.'),
  playback_id: z.string().describe('The playback id at the video host; empty while there is none.'),
  captionsTrackId: z.string().describe('The captions at the video host, or empty.'),
  vtt: z
    .string()
    .optional()
    .describe(
      'The transcript as WebVTT, with the words that people have corrected; absent with `view=card`, and in answers to changes of the transcript.',
    ),
  duration: z.number().describe('Seconds.'),
  created_at: z.number().describe('Epoch seconds.'),
  localVideo: z.string().describe('Url of the video as a file, or empty.'),
  chapters: z.array(chapter),
  chaptersMissing: z
    .boolean()
    .optional()
    .describe(
      'True while the chapters are not available: then `chapters`, `operations`, `summary` and `vtt` are empty, and `version` and `transcriptVersion` are 0. Ask again later. Absent otherwise.',
    ),
  version: z
    .number()
    .describe(
      'Rises with each change of chapters, summary, search context and transcript; send it back with a save.',
    ),
  detailsVersion: z.number().describe('Rises with each change of the other fields.'),
  searchSummary: z
    .string()
    .optional()
    .describe('Custom text that searches in chapters use instead of the summary.'),
  operations: z.array(runningOperation).describe('Queued and running operations, at most one of each kind.'),
  streamUrl: z.string().describe('Url of the HLS stream, or empty.'),
  storyboardUrl: z.string().describe('Url of the hover pictures (WebVTT with `#xywh`), or empty.'),
  captionsUrl: z
    .string()
    .describe(
      'Url of the captions of the video host (WebVTT); empty without any, and while a person’s are used.',
    ),
  captionsSource: z
    .enum(captionSources)
    .describe('`upload`: a person has replaced the captions of the video host by a file.'),
  captionsUploadedAt: z
    .number()
    .optional()
    .describe('When, in epoch seconds; absent with those of the host.'),
  chaptersOrigin: chaptersOrigin
    .optional()
    .describe('Where the chapters come from; absent for those of the file, and without words.'),
  transcriptVersion,
  transcriptReviewed: transcriptReview.optional().describe('Absent: nobody has checked the present words.'),
  glossaryApplied: z
    .number()
    .int()
    .optional()
    .describe('How many lines the glossary corrected when these captions arrived; absent: none.'),
  namesToCheck: z
    .number()
    .int()
    .optional()
    .describe(
      'How many words sounded like terms of the glossary when the chapters were generated, are still said, and wait for `GET /muxvideos/{id}/glossary-proposals` to be decided; absent: none.',
    ),
  summary: z.string().describe('The summary of the video, or empty.'),
  summaryFollowed: z
    .boolean()
    .optional()
    .describe(
      'True when the summary was changed because it repeats corrected words of the transcript, until it is generated again.',
    ),
  state: z.enum(videoStates).describe('The current step; `ready` and `failed` are final.'),
  stage: z
    .enum(workStages)
    .nullable()
    .describe('What this step does at present; null while it waits for other recordings, or when unknown.'),
  progress: z
    .number()
    .describe(
      'Percent of the stage, or of a step without stages, 0 to 100; 0 also while it cannot be measured.',
    ),
  queuePosition: z
    .number()
    .nullable()
    .describe('Other recordings ahead of this step while it waits; null once it has begun, or when unknown.'),
  secondsLeft: z
    .number()
    .nullable()
    .describe('Estimated time left of the stage, or of a step without stages; null while unknown.'),
  failure: stepFailure.nullable().describe('Why the state is `failed`; null otherwise.'),
  captions: z.enum(captionStates),
  captionsReason: z
    .string()
    .describe(
      'Why there are no captions, or why they could not be recognised again, as a sentence; empty otherwise.',
    ),
  captionsLanguage: z
    .string()
    .optional()
    .describe('The language of the captions of the video host, as a BCP 47 tag; absent without any.'),
  canChooseLanguage: z
    .boolean()
    .optional()
    .describe(
      'True where `POST /muxvideos/{id}/captions` can recognise the captions again; absent otherwise.',
    ),
  contents: z
    .array(contentItem)
    .describe(
      'What the uploaded file contains; empty until it is read, or when the video host does not say.',
    ),
  tracksProblem: z
    .string()
    .optional()
    .describe('Why the sound or picture that was chosen last could not be used, as a sentence.'),
});

export type UpdateQuoteBody = z.infer<typeof updateQuoteBody>;
export type UpdateSearchBody = z.infer<typeof updateSearchBody>;
export type SelectTracksBody = z.infer<typeof selectTracksBody>;
export type SaveBody = z.infer<typeof saveBody>;
export type SavedVersions = z.infer<typeof savedVersions>;
export type ListQuery = z.infer<typeof listQuery>;
export type UploadSession = z.infer<typeof uploadSession>;
export type StepFailure = z.infer<typeof stepFailure>;
export type VideoRecord = z.infer<typeof videoRecord>;
