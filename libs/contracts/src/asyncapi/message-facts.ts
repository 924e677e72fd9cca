import type { CommandType, EventType, MessageType } from '../messages/registry.ts';
import type { ServiceName } from '../services.ts';

/** What each message says, in a sentence for who has never seen it. */
export const messageSummaries: Readonly<Record<MessageType, string>> = {
  'upload.video-ready.v1': 'The video plays.',
  'upload.transcript-ready.v1':
    'Captions of the video exist at the video host; whoever needs the words fetches them there.',
  'upload.captions-unavailable.v1':
    'There will be no captions, for the reason given to the owner: the video becomes one chapter.',
  'upload.details-saved.v1':
    'The title or the description changed; they are asked for at their owner, upload.',
  'upload.video-deleted.v1': 'The video is gone; whoever keeps anything about it forgets it.',
  'upload.save-details.v1':
    'Set the title or the description; what is left out stays. `videoId` may be any of the three ids of the video.',
  'upload.delete-video.v1': 'Delete the video. `videoId` may be any of its three ids.',
  'upload.retry-step.v1':
    'Try the step again that failed. `videoId` may be any of the three ids of the video.',
  'upload.cancel-uploads.v1':
    'Sessions of the person have ended: end the uploads that were opened in them and are still open.',
  'chaptering.generation-started.v1': 'A job to write chapters or the summary was queued.',
  'chaptering.chapters-generated.v1':
    'The chapters of the video are there. `version` rises with each change of the chapter set; `isAsked` says that a person had them written anew.',
  'chaptering.summary-generated.v1':
    'The summary of the video was written anew; it is asked for at its owner, chaptering.',
  'chaptering.generation-failed.v1':
    'A job was given up. `reason` is a sentence for the owner of the video, who may have it tried again.',
  'chaptering.chapters-changed.v1':
    'A person edited the chapters, or quotes or search text of one were written anew; they are asked for at their owner.',
  'chaptering.save-chapters.v1':
    'Take over the chapters that were staged under `draftId`; with `revision` only when they have not changed since.',
  'chaptering.update-quotes.v1': 'Choose the quotes of one chapter anew, by what the person asks for.',
  'chaptering.update-search.v1': 'Answer a question about one chapter; the answer becomes its search text.',
  'clip.cut-clip.v1': 'Cut a span out of the video. The same span asked for again is the same clip.',
  'chaptering.regenerate-chapters.v1': 'Write the chapters of the video anew.',
  'chaptering.generate-summary.v1': 'Write the summary of the video anew.',
  'auth.update-quote-prompt.v1': 'Set what the person asks of quotes, and how many a chapter shall have.',
  'auth.update-search-prompt.v1': 'Set the system prompt of the person’s chapter searches.',
  'auth.edit-account.v1':
    'Change what is named of the account; with `version` only when nobody has changed it since. `addTokens` counts once.',
  'auth.delete-account.v1': 'Delete the account, and with it everything of this owner in every service.',
  'auth.request-upgrade.v1': 'Record that the person asks for the executive plan, until staff grant it.',
  'auth.grant-upgrade.v1':
    'Give the person the executive plan, confirmed, for a month from now, and close an open request.',
  'auth.account-changed.v1':
    'Something of the account changed that its owner and staff see. `version` rises with each edit.',
  'auth.access-ended.v1':
    'The person may not upload or spend any more: what runs for them is ended, and its tokens come back.',
  'auth.account-deleted.v1': 'The account is gone; whoever keeps anything of this owner forgets it.',
  'search.index-video.v1': 'Read the video anew from its owners, so that searches find it as it is now.',
  'command.outcome.v1':
    'How a command ended. `code` and `msg` say why it was refused, the latter in a sentence for the person who asked.',
};

/** Who hears each event, beside the owner who tells it. */
export const eventReceivers: Readonly<Record<EventType, readonly ServiceName[]>> = {
  'auth.account-changed.v1': [],
  'auth.access-ended.v1': ['upload', 'chaptering'],
  'auth.account-deleted.v1': ['upload', 'chaptering', 'search', 'clip'],
  'upload.video-ready.v1': ['search'],
  'upload.transcript-ready.v1': ['chaptering', 'search'],
  'upload.captions-unavailable.v1': ['chaptering'],
  'upload.details-saved.v1': ['search'],
  'upload.video-deleted.v1': ['chaptering', 'search', 'clip'],
  'chaptering.generation-started.v1': ['upload'],
  'chaptering.chapters-generated.v1': ['auth', 'upload', 'search'],
  'chaptering.summary-generated.v1': ['upload', 'search'],
  'chaptering.generation-failed.v1': ['upload', 'search'],
  'chaptering.chapters-changed.v1': ['search'],
};

const forUsers: readonly ServiceName[] = ['gateway'];
const forStaff: readonly ServiceName[] = ['admin'];
const forBoth: readonly ServiceName[] = ['gateway', 'admin'];

/** Who sends each command, and waits for its outcome. */
export const commandSenders: Readonly<Record<CommandType, readonly ServiceName[]>> = {
  'auth.update-quote-prompt.v1': forUsers,
  'auth.update-search-prompt.v1': forUsers,
  'auth.edit-account.v1': forBoth,
  'auth.delete-account.v1': forBoth,
  'auth.request-upgrade.v1': forUsers,
  'auth.grant-upgrade.v1': forStaff,
  'upload.save-details.v1': forUsers,
  'upload.delete-video.v1': forUsers,
  'upload.retry-step.v1': forBoth,
  'upload.cancel-uploads.v1': forUsers,
  'chaptering.regenerate-chapters.v1': forUsers,
  'chaptering.generate-summary.v1': forUsers,
  'chaptering.save-chapters.v1': forUsers,
  'chaptering.update-quotes.v1': forUsers,
  'chaptering.update-search.v1': forUsers,
  'search.index-video.v1': forUsers,
  'clip.cut-clip.v1': forUsers,
};

/** The service that a message type begins with: it tells the event, or obeys the command. */
export function ownerOf(type: EventType | CommandType): ServiceName {
  return type.split('.')[0] as ServiceName;
}
