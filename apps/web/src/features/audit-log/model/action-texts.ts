import type { LoggedAction } from '@vault/contracts';

type Texts = Readonly<Partial<Record<LoggedAction, string>>>;

const members = {
  'auth.invite': 'Invited people',
  'auth.join': 'Joined the team',
  'auth.set-role': 'Changed the role of [a member]',
  'auth.remove-member': 'Removed a member, or left the team',
  'auth.withdraw-invitation': 'Withdrew an invitation',
} as const satisfies Texts;

const team = {
  'auth.create-team': 'Made the team',
  'auth.edit-team': 'Changed the settings of the team',
  'auth.set-team-picture': 'Changed the picture of the team',
  'admin.set-log-stream': 'Changed where the audit log is sent',
  'auth.delete-team': 'Deleted the team',
  'auth.restore-team': 'Restored the team',
  'auth.edit-team-plan': 'Changed the plan of the team',
  'auth.edit-account': 'Changed the plan',
  'auth.request-upgrade': 'Asked for an upgrade',
  'auth.grant-upgrade': 'Granted an upgrade',
} as const satisfies Texts;

const signOn = {
  'auth.add-domain': 'Named a domain of the team',
  'auth.verify-domain': 'Proved that a domain is of the team',
  'auth.lose-domain': 'No longer found the record of a domain, which is lost',
  'auth.remove-domain': 'Removed a domain of the team',
  'auth.set-provider': 'Set the provider of single sign-on',
  'auth.remove-provider': 'Removed the provider of single sign-on',
  'auth.set-people': 'Changed who may come in through single sign-on',
  'auth.require-sign-on': 'Required single sign-on, or no longer',
  'auth.sign-on': 'Signed in with single sign-on',
  'auth.link-sign-on': 'Joined their account with single sign-on',
  'auth.emergency-sign-in': 'Signed in with a password, as the emergency owner',
} as const satisfies Texts;

const videos = {
  'upload.begin-upload': 'Began to upload [a video]',
  'upload.save-details': 'Changed the title or the description of [a video]',
  'upload.select-tracks': 'Chose another sound or picture of [a video]',
  'upload.retry-step': 'Tried a failed step of [a video] again',
  'upload.delete-video': 'Deleted a video',
  'upload.move-video': 'Moved a video to another workspace',
  'search.index-video': 'Prepared [a video] for searches again',
  'chaptering.regenerate-chapters': 'Generated the chapters of [a video] again',
  'chaptering.generate-summary': 'Generated the summary of [a video] again',
  'chaptering.save-chapters': 'Edited the chapters of [a video]',
  'chaptering.update-quotes': 'Generated quotes of [a video] again',
  'chaptering.update-search': 'Asked a question about [a video]',
} as const satisfies Texts;

const words = {
  'chaptering.edit-transcript': 'Edited the transcript of [a video]',
  'chaptering.review-transcript': 'Reviewed the transcript of [a video], or took that back',
  'chaptering.rename-speaker': 'Renamed a speaker of [a video]',
  'chaptering.correct-library': 'Corrected words in several videos',
  'chaptering.rename-everywhere': 'Renamed a speaker in several videos',
  'chaptering.undo-library-job': 'Undid a change of several videos',
  'chaptering.replace-captions': 'Replaced the captions of [a video]',
  'chaptering.restore-captions': 'Restored the captions of [a video]',
  'upload.recognise-captions': 'Had the words of [a video] recognised again',
} as const satisfies Texts;

const clips = {
  'clip.make-clip': 'Made a clip of [a video]',
  'clip.cut-clip': 'Cut a clip out of [a video]',
  'clip.delete-clip': 'Deleted a clip',
  'portal.share-moment': 'Shared a moment of [a video]',
  'portal.edit-moment': 'Changed the link of a moment',
  'portal.revoke-moment': 'Ended the link of a moment',
} as const satisfies Texts;

const portals = {
  'portal.create-portal': 'Made [a portal]',
  'portal.edit-portal': 'Changed [a portal]',
  'portal.set-logo': 'Changed the logo of [a portal]',
  'portal.publish-portal': 'Published or unpublished [a portal]',
  'portal.delete-portal': 'Deleted a portal',
  'portal.add-link': 'Added a private link to [a portal]',
  'portal.end-link': 'Ended a private link of [a portal]',
} as const satisfies Texts;

const settings = {
  'auth.update-quote-prompt': 'Changed the prompt for quotes',
  'auth.update-search-prompt': 'Changed the prompt for searches',
  'chaptering.save-glossary': 'Changed the glossary',
} as const satisfies Texts;

const refusals = {
  refused: 'Was refused',
} as const satisfies Texts;

/** What each action was. The name of its subject takes the place of the words in brackets. */
const actionTexts: Readonly<Record<LoggedAction, string>> = {
  ...members,
  ...team,
  ...signOn,
  ...videos,
  ...words,
  ...clips,
  ...portals,
  ...settings,
  ...refusals,
};

const groups: Readonly<Record<string, Texts>> = {
  Members: members,
  'Team and plan': team,
  'Single sign-on': signOn,
  Videos: videos,
  Words: words,
  'Clips and links': clips,
  Portals: portals,
  'Prompts and glossary': settings,
  'Refused tries': refusals,
};

/** What an action was, as {@link actionTexts}; the action itself when a newer server has added it. */
export function actionText(action: string): string {
  return isKnown(action) ? actionTexts[action] : action;
}

export const actionIds = Object.keys(actionTexts);

/** Every action for a select, by groups. */
export const actionOptions = Object.entries(groups).flatMap(([group, texts]) =>
  Object.entries(texts).map(([value, text]) => ({ value, text: text.replace(/[[\]]/g, ''), group })),
);

function isKnown(action: string): action is LoggedAction {
  return Object.hasOwn(actionTexts, action);
}
