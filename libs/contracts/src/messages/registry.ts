import { z } from 'zod';
import { serviceNames } from '../services.ts';
import { chapteringCommands, chapteringEvents } from './chaptering.messages.ts';
import { outcomeMessages } from './outcome.messages.ts';
import { portalCommands, portalEvents } from './portal.messages.ts';
import { commandsTopic, deadLettersTopic, eventsTopic, outcomesTopic } from './topics.ts';
import { clipLook } from '../clip-look.ts';
import { captionLanguage } from '../routes/captions.routes.ts';
import { addedTokensLimit, planIds } from '../plans.ts';
import { promptLimit, promptMinimum, quoteCounts } from '../prompts.ts';

const user = { userId: z.string() };
/** Who requested the change: `user` for the person themselves, else the id of a member of staff. */
const by = z.string().min(1).max(64);
/** Text that a person typed; bounded to keep messages small. */
const prompt = z.string().min(promptMinimum).max(promptLimit);
const name = z.string().max(100);
/** The end of the year 9999, in epoch seconds: ISO dates have four-digit years. */
const latestTime = 253_402_300_799;

/** The changes of an account that staff may request; absent fields stay unchanged. */
const accountEdit = {
  firstname: name.optional(),
  lastname: name.optional(),
  plan: z.enum(planIds).optional(),
  isActive: z.boolean().optional(),
  /** Epoch seconds. */
  membershipEnd: z.number().min(0).max(latestTime).optional(),
  /** Below 0 removes tokens, at most those that are left. */
  addTokens: z.number().int().min(-addedTokensLimit).max(addedTokensLimit).optional(),
  version: z.number().int().optional(),
};

const authCommands = {
  'auth.update-quote-prompt.v1': z.object({
    ...user,
    customPrompt: prompt,
    quoteCount: z.literal(quoteCounts),
  }),
  'auth.update-search-prompt.v1': z.object({ ...user, baseSearchPrompt: prompt }),
  /**
   * With `version`: `conflict` unless the account still has that version. `addTokens` makes one ledger entry for each
   * message id.
   */
  'auth.edit-account.v1': z.object({ ...user, ...accountEdit, readyMail: z.boolean().optional(), by }),
  /** Deletes the account and its data in every service. Succeeds when the account is already deleted. */
  'auth.delete-account.v1': z.object({ ...user, by }),
  /** Staff see the request until they grant it. Idempotent: at most one request is open. */
  'auth.request-upgrade.v1': z.object(user),
  /**
   * Grants the executive plan, confirmed, with a membership until one month from now, or its current end if that is
   * later. Closes an open request.
   */
  'auth.grant-upgrade.v1': z.object({ ...user, by }),
};

const id = z.string().min(1).max(128);
/** The member of staff, whose session and role admin checks, and their address for the audit log. */
const caller = z.object({ staffId: id, sessionId: id, clientAddress: z.string().max(64) });
const aboutUser = { caller, userId: id };

/** Changes that staff request: admin records them in its audit log, and commands the service that owns the data. */
const adminCommands = {
  /** With `version`: `conflict` unless the account still has that version. */
  'admin.edit-user.v1': z.object({ ...aboutUser, ...accountEdit }),
  'admin.delete-user.v1': z.object(aboutUser),
  'admin.grant-upgrade.v1': z.object(aboutUser),
  'admin.retry-video.v1': z.object({ caller, videoId: id }),
  /** Succeeds when there is no such member of staff. */
  'admin.remove-staff.v1': z.object({ caller, id }),
};

const authEvents = {
  /** Name, plan, membership, or another field that staff see, changed. `version` rises with each edit. */
  'auth.account-changed.v1': z.object({ ...user, version: z.number() }),
  /** From now on the person may not upload or spend; deactivated and deleted ones are signed out as well. */
  'auth.access-ended.v1': z.object({ ...user, reason: z.enum(['deactivated', 'expired', 'deleted']) }),
  /** The session `sessionId` has ended; without it, every session of the person that auth does not list as open. */
  'auth.sessions-ended.v1': z.object({ ...user, sessionId: z.string().optional() }),
  /** The account was deleted; each service deletes its data of this owner. */
  'auth.account-deleted.v1': z.object(user),
};

const video = { videoId: z.string(), ownerId: z.string() };

/** `version` is that of the video's record after the change. */
const changedVideo = { ...video, version: z.number() };

/** The text track with the chapters that the uploaded file contains; absent when it has none. */
const fileChapters = { chaptersTrackId: z.string().optional() };

const uploadEvents = {
  /** The video can be played; published again when another sound or picture of it can. */
  'upload.video-ready.v1': z.object({ ...video, durationSeconds: z.number() }),
  /** Captions exist at the video host; chaptering fetches them from there. */
  'upload.transcript-ready.v1': z.object({
    ...video,
    playbackId: z.string(),
    trackId: z.string(),
    language: z.string(),
    durationSeconds: z.number(),
    /** The owner asked for them in place of the captions before, whose corrections end with their words. */
    isRequested: z.boolean().optional(),
    ...fileChapters,
  }),
  /** There will be no captions: the video has the chapters of its file, or one. */
  'upload.captions-unavailable.v1': z.object({
    ...video,
    durationSeconds: z.number(),
    reason: z.string(),
    playbackId: z.string().optional(),
    ...fileChapters,
  }),
  /** The state, progress, failure or download address changed, and no other event says so. */
  'upload.video-progressed.v1': z.object(changedVideo),
  /** The title or the description changed. */
  'upload.details-saved.v1': z.object(changedVideo),
  /** The video was deleted; each service deletes its data of it. */
  'upload.video-deleted.v1': z.object(video),
};

const uploadCommands = {
  'upload.save-details.v1': z.object({
    ...video,
    title: z.string().optional(),
    description: z.string().optional(),
  }),
  'upload.delete-video.v1': z.object(video),
  'upload.retry-step.v1': z.object(video),
  /** Tracks of the uploaded file, by their numbers in it; an absent one stays as it is. */
  'upload.select-tracks.v1': z.object({
    ...video,
    sound: z.number().int().optional(),
    picture: z.number().int().optional(),
  }),
  /** Recognises the words again. @see captionLanguage */
  'upload.recognise-captions.v1': z.object({ ...video, language: captionLanguage }),
};

/** A time as a person typed it, valid or not: the clip service validates it. */
const typedTime = z.string().max(32);

const clipCommands = {
  /** Cuts the span from `timeIn` to `timeOut` (`HH:MM:SS`) out of the video. Idempotent for the same span. */
  'clip.cut-clip.v1': z.object({
    videoId: z.string(),
    ownerId: z.string(),
    timeIn: typedTime,
    timeOut: typedTime,
  }),
  /**
   * Makes a clip of a span in seconds, in a frame, with or without the words. Idempotent: the outcome's `id` is that of the
   * clip.
   */
  'clip.make-clip.v1': z.object({
    ...video,
    from: z.number(),
    to: z.number(),
    ...clipLook,
  }),
  /** `not-found` when the owner has no such clip of the video. */
  'clip.delete-clip.v1': z.object({ ...video, clipId: z.string() }),
};

const searchCommands = {
  /** Reads the video from its owners again and updates the search index. */
  'search.index-video.v1': z.object({ videoId: z.string(), ownerId: z.string() }),
};

/** Commands: the sender requests a change from the owning service and waits for the outcome. */
export const commandSchemas = {
  ...adminCommands,
  ...authCommands,
  ...uploadCommands,
  ...chapteringCommands,
  ...searchCommands,
  ...clipCommands,
  ...portalCommands,
};

/** Events: an owner publishes what has happened. */
export const eventSchemas = { ...authEvents, ...uploadEvents, ...chapteringEvents, ...portalEvents };

/**
 * Events that only say what to read again, and for which nobody waits: of several about one subject within a short time
 * only the last is published.
 */
export const changeNotices: ReadonlySet<string> = new Set<keyof typeof eventSchemas>([
  'upload.video-progressed.v1',
  'upload.details-saved.v1',
  'chaptering.chapters-changed.v1',
]);

/** Every message type there is, by name. A breaking change is a new version beside the old. */
export const messageSchemas = { ...commandSchemas, ...eventSchemas, ...outcomeMessages };

export type CommandType = keyof typeof commandSchemas;
export type AdminCommandType = keyof typeof adminCommands;
export type EventType = keyof typeof eventSchemas;
export type MessageType = keyof typeof messageSchemas;

/** The `data` of a message type. */
export type MessageData<Type extends MessageType> = z.infer<(typeof messageSchemas)[Type]>;

export function isMessageType(type: string): type is MessageType {
  return Object.hasOwn(messageSchemas, type);
}

export function isCommandType(type: string): type is CommandType {
  return Object.hasOwn(commandSchemas, type);
}

/** The topic that carries a message type: its owner's commands, its owner's events, or the outcomes. */
export function topicOf(type: MessageType): string {
  if (Object.hasOwn(outcomeMessages, type)) return outcomesTopic;
  const owner = serviceNames.find((name) => type.startsWith(`${name}.`));
  if (!owner) throw new Error(`No service owns the message type "${type}".`);
  return isCommandType(type) ? commandsTopic(owner) : eventsTopic(owner);
}

/** Every topic of the product: of all message types, and of dead letters. */
export function allTopics(): string[] {
  const types = Object.keys(messageSchemas) as MessageType[];
  return [...new Set(types.map(topicOf)), deadLettersTopic].sort();
}
