import type { CommandType, EventType, MessageType } from '../messages/registry.ts';
import type { ServiceName } from '../services.ts';

/** The summary of each message in the document. */
export const messageSummaries: Readonly<Record<MessageType, string>> = {
  'upload.video-ready.v1': 'The video can be played, or another sound or picture of it.',
  'upload.transcript-ready.v1':
    'Captions of the video exist at the video host; consumers fetch the transcript there.',
  'upload.captions-unavailable.v1':
    'There will be no captions, for the reason given to the owner: the video has the chapters of its file, or one.',
  'upload.details-saved.v1': 'The title or the description changed; consumers query upload for them.',
  'upload.video-progressed.v1':
    'The state, progress, failure or download address of the video changed, without another event that says so.',
  'upload.video-deleted.v1': 'The video was deleted; each service deletes its data of it.',
  'upload.save-details.v1': 'Set the title or the description; absent fields stay unchanged.',
  'upload.delete-video.v1': 'Delete the video.',
  'upload.retry-step.v1': 'Retry the failed step.',
  'upload.select-tracks.v1':
    'Make the video again with another sound or picture of the uploaded file. It plays as before until that is ready.',
  'upload.recognise-captions.v1':
    'Recognise the words again, in a stated language. The captions stay as they are until new ones are there.',
  'chaptering.generation-started.v1': 'A job that generates chapters or the summary was queued.',
  'chaptering.chapters-generated.v1':
    'The chapters of the video were generated. `version` rises with each change of the chapter set; `isAsked` is true when a person requested the generation.',
  'chaptering.summary-generated.v1':
    'The summary of the video was generated again, or changed with the words that it repeats; consumers query chaptering for it.',
  'chaptering.generation-failed.v1':
    'A job was given up. `reason` is a sentence for the owner of the video, who may retry it.',
  'chaptering.operation-ended.v1':
    'An operation that a person requested is done or has failed; consumers query chaptering for it.',
  'chaptering.chapters-changed.v1':
    'A person edited the chapters or the transcript, replaced its captions or reviewed it, or quotes or the search text of a chapter were generated again; consumers query chaptering for them.',
  'chaptering.save-chapters.v1':
    'Save the chapters that a person edited, at most 512 KiB; with `version` only when they have not changed since. The outcome has their new version.',
  'chaptering.edit-transcript.v1':
    'Replace lines of the transcript, at most 512 KiB; texts that repeat the words follow. `conflict` when the lines before a change are no longer there.',
  'chaptering.rename-speaker.v1':
    'Give all lines of one speaker to another; an empty name is that of lines without a speaker.',
  'chaptering.review-transcript.v1': 'Say that a person has checked the transcript, or withdraw it.',
  'chaptering.replace-captions.v1':
    'Use the captions of a file instead of those of the video host, at most 900 KiB; chapters that nobody has edited are generated again.',
  'chaptering.restore-captions.v1': 'Use the captions of the video host again.',
  'chaptering.save-glossary.v1':
    'Replace the terms of the owner’s glossary, only when it has not changed since `version`; at most 512 KiB. The outcome has the new version.',
  'chaptering.update-quotes.v1': 'Generate the quotes of one chapter again, with a prompt of the person.',
  'chaptering.update-search.v1': 'Answer a question about one chapter; the answer becomes its search text.',
  'clip.cut-clip.v1': 'Cut a span out of the video. Idempotent: the same span is the same clip.',
  'clip.make-clip.v1':
    'Make a clip of a span in a frame, with or without the words in the picture. Idempotent: the outcome has the id of the clip.',
  'clip.delete-clip.v1': 'Delete one clip.',
  'portal.share-moment.v1':
    'Make the link of a span of the video. Idempotent: the same span is the same link.',
  'portal.edit-moment.v1': 'Set when a link ends, and whether search engines may list it.',
  'portal.revoke-moment.v1': 'End a link.',
  'portal.create-portal.v1': 'Make a portal, which shows no video and is not published yet.',
  'portal.edit-portal.v1':
    'Change the given settings of a portal, only when it has not changed since `version`.',
  'portal.set-logo.v1': 'Set or remove the logo of a portal.',
  'portal.publish-portal.v1': 'Publish a portal, or end its publication.',
  'portal.delete-portal.v1': 'Delete a portal and its private links.',
  'portal.add-link.v1': 'Add a private link to a portal, which works until a time.',
  'portal.end-link.v1': 'End a private link.',
  'portal.access-changed.v1':
    'A portal was published, withdrawn or deleted, or a private link was added or ended.',
  'chaptering.regenerate-chapters.v1': 'Generate the chapters of the video again.',
  'chaptering.generate-summary.v1': 'Generate the summary of the video again.',
  'auth.update-quote-prompt.v1': 'Set the quote prompt of the person, and the number of quotes of a chapter.',
  'auth.update-search-prompt.v1': 'Set the system prompt of the person’s chapter searches.',
  'auth.edit-account.v1':
    'Change the given fields of the account; with `version` only when it has not changed since. `addTokens` is applied once.',
  'auth.delete-account.v1': 'Delete the account and all data of this owner in every service.',
  'auth.request-upgrade.v1': 'Record that the person requests the executive plan, until staff grant it.',
  'auth.grant-upgrade.v1':
    'Grant the person the executive plan, confirmed, for a month from now, and close an open request.',
  'auth.account-changed.v1':
    'A field of the account that its owner and staff see has changed. `version` rises with each edit.',
  'auth.access-ended.v1':
    'The person may no longer upload or spend tokens: their running operations are ended and the tokens returned.',
  'auth.sessions-ended.v1':
    'The session `sessionId` has ended, or without it several sessions; auth lists those that are still open.',
  'auth.account-deleted.v1': 'The account was deleted; each service deletes its data of this owner.',
  'admin.edit-user.v1':
    'Staff change the given fields of a user; with `version` only when the account has not changed since. Recorded in the audit log.',
  'admin.delete-user.v1': 'Staff delete a user. Recorded in the audit log.',
  'admin.grant-upgrade.v1': 'Staff grant a user the executive plan. Recorded in the audit log.',
  'admin.retry-video.v1': 'Staff retry the failed step of a user’s video. Recorded in the audit log.',
  'admin.remove-staff.v1': 'An owner removes a member of staff. Recorded in the audit log.',
  'search.index-video.v1': 'Read the video from its owners again and update the search index.',
  'command.outcome.v1':
    'The outcome of a command. `code` and `msg` give the reason of a refusal; `msg` is a sentence for the person. `version` is the new version of what was changed, where the sender needs it.',
};

/** The services that consume each event. */
export const eventReceivers: Readonly<Record<EventType, readonly ServiceName[]>> = {
  'auth.account-changed.v1': ['gateway'],
  'auth.access-ended.v1': ['gateway', 'upload', 'chaptering'],
  'auth.sessions-ended.v1': ['gateway', 'upload'],
  'auth.account-deleted.v1': ['gateway', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin'],
  'upload.video-ready.v1': ['gateway', 'search'],
  'upload.transcript-ready.v1': ['gateway', 'chaptering', 'search'],
  'upload.captions-unavailable.v1': ['gateway', 'chaptering'],
  'upload.video-progressed.v1': ['gateway'],
  'upload.details-saved.v1': ['gateway', 'search'],
  'upload.video-deleted.v1': ['gateway', 'chaptering', 'search', 'clip', 'portal', 'admin'],
  'chaptering.generation-started.v1': ['gateway', 'upload'],
  'chaptering.chapters-generated.v1': ['gateway', 'auth', 'upload', 'search'],
  'chaptering.summary-generated.v1': ['gateway', 'upload', 'search'],
  'chaptering.generation-failed.v1': ['gateway', 'upload', 'search'],
  'chaptering.operation-ended.v1': ['gateway'],
  'chaptering.chapters-changed.v1': ['gateway', 'search'],
  'portal.access-changed.v1': ['admin'],
};

/** Services of which each replica reads all its events, in the group of its outcomes. */
export const replicaReaders: readonly ServiceName[] = ['gateway'];

/** The events that a service consumes. */
export function eventsFor(service: ServiceName): EventType[] {
  const types = Object.keys(eventReceivers) as EventType[];
  return types.filter((type) => eventReceivers[type].includes(service));
}

const gateway: readonly ServiceName[] = ['gateway'];
const admin: readonly ServiceName[] = ['admin'];
const both: readonly ServiceName[] = ['gateway', 'admin'];

/** The services that send each command and wait for its outcome. */
export const commandSenders: Readonly<Record<CommandType, readonly ServiceName[]>> = {
  'admin.edit-user.v1': gateway,
  'admin.delete-user.v1': gateway,
  'admin.grant-upgrade.v1': gateway,
  'admin.retry-video.v1': gateway,
  'admin.remove-staff.v1': gateway,
  'auth.update-quote-prompt.v1': gateway,
  'auth.update-search-prompt.v1': gateway,
  'auth.edit-account.v1': both,
  'auth.delete-account.v1': both,
  'auth.request-upgrade.v1': gateway,
  'auth.grant-upgrade.v1': admin,
  'upload.save-details.v1': gateway,
  'upload.delete-video.v1': gateway,
  'upload.retry-step.v1': both,
  'upload.select-tracks.v1': gateway,
  'upload.recognise-captions.v1': gateway,
  'chaptering.regenerate-chapters.v1': gateway,
  'chaptering.generate-summary.v1': gateway,
  'chaptering.save-chapters.v1': gateway,
  'chaptering.edit-transcript.v1': gateway,
  'chaptering.rename-speaker.v1': gateway,
  'chaptering.review-transcript.v1': gateway,
  'chaptering.replace-captions.v1': gateway,
  'chaptering.restore-captions.v1': gateway,
  'chaptering.save-glossary.v1': gateway,
  'chaptering.update-quotes.v1': gateway,
  'chaptering.update-search.v1': gateway,
  'search.index-video.v1': gateway,
  'clip.cut-clip.v1': gateway,
  'clip.make-clip.v1': gateway,
  'clip.delete-clip.v1': gateway,
  'portal.share-moment.v1': gateway,
  'portal.edit-moment.v1': gateway,
  'portal.revoke-moment.v1': gateway,
  'portal.create-portal.v1': gateway,
  'portal.edit-portal.v1': gateway,
  'portal.set-logo.v1': gateway,
  'portal.publish-portal.v1': gateway,
  'portal.delete-portal.v1': gateway,
  'portal.add-link.v1': gateway,
  'portal.end-link.v1': gateway,
};

/** The service that a message type begins with: it publishes the event, or handles the command. */
export function ownerOf(type: EventType | CommandType): ServiceName {
  return type.split('.')[0] as ServiceName;
}
