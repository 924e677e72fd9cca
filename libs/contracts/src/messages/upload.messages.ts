import { z } from 'zod';
import { captionLanguage } from '../routes/captions.routes.ts';
import { videoDetails, type VideoDetails } from '../routes/video.routes.ts';
import { command, event } from './message.ts';

const video = { videoId: z.string(), ownerId: z.string() };

/** `version` is that of the video's record after the change. */
const changedVideo = { ...video, version: z.number() };

/** The text track with the chapters that the uploaded file contains; absent when it has none. */
const fileChapters = { chaptersTrackId: z.string().optional() };

export const uploadEvents = {
  'upload.video-ready.v1': event({
    to: ['gateway', 'search'],
    says: 'The video can be played, or another sound or picture of it.',
    data: { ...video, durationSeconds: z.number() },
  }),
  'upload.transcript-ready.v1': event({
    to: ['gateway', 'chaptering', 'search'],
    says: 'Captions of the video exist at the video host; consumers fetch the transcript there.',
    data: {
      ...video,
      playbackId: z.string(),
      trackId: z.string(),
      language: z.string(),
      durationSeconds: z.number(),
      /** The owner asked for them in place of the captions before, whose corrections end with their words. */
      isRequested: z.boolean().optional(),
      ...fileChapters,
    },
  }),
  'upload.captions-unavailable.v1': event({
    to: ['gateway', 'chaptering'],
    says: 'There will be no captions, for the reason given to the owner: the video has the chapters of its file, or one.',
    data: {
      ...video,
      durationSeconds: z.number(),
      reason: z.string(),
      playbackId: z.string().optional(),
      ...fileChapters,
    },
  }),
  'upload.video-progressed.v1': event({
    to: ['gateway'],
    says: 'The state, progress, failure or download address of the video changed, without another event that says so.',
    data: changedVideo,
  }),
  'upload.details-saved.v1': event({
    to: ['gateway', 'search'],
    says: 'The title or the description changed; consumers query upload for them.',
    data: changedVideo,
  }),
  'upload.video-moved.v1': event({
    to: ['gateway', 'chaptering', 'search', 'clip', 'portal'],
    says: 'The video belongs to another workspace now: each service gives it its data of the video.',
    data: {
      /** `ownerId` is the new owner. */
      ...video,
      fromOwnerId: z.string(),
    },
  }),
  'upload.video-deleted.v1': event({
    to: ['gateway', 'chaptering', 'search', 'clip', 'portal', 'admin'],
    says: 'The video was deleted; each service deletes its data of it.',
    data: video,
  }),
};

type SavedDetails = { [Name in keyof VideoDetails]: z.ZodOptional<z.ZodString> };

/** Their form was checked where people save them. */
const details = Object.fromEntries(
  Object.keys(videoDetails).map((name) => [name, z.string().optional()]),
) as SavedDetails;

export const uploadCommands = {
  'upload.save-details.v1': command({
    logs: ['videoId'],
    says: 'Set the title or the description; absent fields stay unchanged.',
    data: {
      ...video,
      ...details,
    },
  }),
  'upload.delete-video.v1': command({ logs: ['videoId'], says: 'Delete the video.', data: video }),
  'upload.move-video.v1': command({
    logs: ['videoId', 'toOwnerId'],
    says: 'Give the video to another workspace, to which the actor may upload. `conflict` while something works on it, `limit-reached` when that workspace has no free place.',
    data: { ...video, toOwnerId: z.string() },
  }),
  'upload.retry-step.v1': command({
    logs: ['videoId'],
    by: ['gateway', 'admin'],
    says: 'Retry the failed step.',
    data: video,
  }),
  'upload.select-tracks.v1': command({
    logs: ['videoId', 'sound', 'picture'],
    says: 'Make the video again with another sound or picture of the uploaded file, by their numbers in it; an absent one stays as it is. The video plays as before until that is ready.',
    data: {
      ...video,
      sound: z.number().int().optional(),
      picture: z.number().int().optional(),
    },
  }),
  'upload.recognise-captions.v1': command({
    logs: ['videoId', 'language'],
    says: 'Recognise the words again, in a stated language. The captions stay as they are until new ones are there.',
    data: { ...video, language: captionLanguage },
  }),
};
