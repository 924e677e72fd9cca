import type { LoggedAction, WorkspaceLogRow } from '@vault/contracts';
import { countOf } from '../../../lib/format/format-number.ts';
import { actionText } from './action-texts.ts';

type Row = Pick<WorkspaceLogRow, 'action' | 'actor' | 'subject' | 'fields'>;

type SubjectKind = NonNullable<Row['subject']>['kind'];

/** What somebody did, parted at the name of what they did it to. */
export interface Sentence {
  readonly beginning: string;
  /** Empty when the sentence has no name. */
  readonly name: string;
  readonly end: string;
}

const productName = 'Webinar Vault';
const staffName = `${productName} support`;

/** What is called so is gone, and its name with it; of other kinds nobody knew a name. */
const goneNames: Readonly<Partial<Record<SubjectKind, string>>> = {
  video: 'a deleted video',
  portal: 'a deleted portal',
  person: 'a former member',
};

/** What stands before and after a name. */
const aroundNames: Readonly<Partial<Record<SubjectKind, readonly [string, string?]>>> = {
  video: ['“', '”'],
  portal: ['the portal '],
};

/** What the calls of a permission are about. */
const refusedCalls: Readonly<Record<string, string>> = {
  members: 'changes of members',
  'workspace.edit': 'settings of the team',
  security: 'security of the team',
  delete: 'deletion of the team',
  plan: 'an upgrade',
  'audit.read': 'the audit log',
  'portals.publish': 'publication of a portal',
  share: 'links to moments',
  'library.delete': 'deletion or move of a video',
};

/** Texts of actions that are one of two, or that have a number. */
const exactTexts: Readonly<Partial<Record<LoggedAction, (row: Row) => string>>> = {
  'auth.invite': ({ fields }) => `Invited ${numberOf(fields['invitations'], 'person', 'people')}`,
  // Nobody has given it a title yet, or it was deleted.
  'upload.begin-upload': ({ subject }) => `Began to upload ${subject?.name ? '[a video]' : 'a video'}`,
  // Only the workspace that has it knows its title.
  'upload.move-video': ({ fields }) =>
    fields['fromOwnerId'] === undefined
      ? 'Moved a video to another workspace'
      : 'Moved [a video] here from another workspace',
  'auth.remove-member': ({ actor, subject }) =>
    actor.id === subject?.id ? 'Left the team' : 'Removed [a member]',
  'auth.verify-domain': ({ actor }) =>
    actor.id === '' ? 'Found the record of a domain of the team' : 'Proved that a domain is of the team',
  'auth.remove-domain': ({ actor }) =>
    actor.id === '' ? 'Removed a lost domain that another team has proved' : 'Removed a domain of the team',
  'auth.require-sign-on': ({ fields }) =>
    fields['isRequired'] === false ? 'No longer required single sign-on' : 'Required single sign-on',
  'chaptering.review-transcript': ({ fields }) =>
    fields['isReviewed'] === false
      ? 'Took back the review of the transcript of [a video]'
      : 'Reviewed the transcript of [a video]',
  'chaptering.correct-library': ({ fields }) => `Corrected words in ${numberOf(fields['videos'], 'video')}`,
  'chaptering.rename-everywhere': ({ fields }) =>
    `Renamed a speaker in ${numberOf(fields['videoIds'], 'video')}`,
  'portal.publish-portal': ({ fields }) =>
    fields['isPublished'] === false ? 'Unpublished [a portal]' : 'Published [a portal]',
  refused: ({ fields }) => {
    const what = refusedCalls[String(fields['permission'])];
    return what === undefined ? 'Was refused' : `Was refused: ${what}`;
  },
};

export function actorName({ id, is_staff: isStaff, name }: WorkspaceLogRow['actor']): string {
  if (isStaff) return staffName;
  return id === '' ? productName : name || 'Former member';
}

/** What the actor of an entry did. */
export function sentenceOf(row: Row): Sentence {
  const text = exactTexts[row.action as LoggedAction]?.(row) ?? actionText(row.action);
  const [beginning = '', words, end = ''] = text.split(/[[\]]/);
  const { name = '', kind } = row.subject ?? {};
  if (words === undefined) return { beginning, name: '', end };
  if (name === '' || kind === undefined)
    return { beginning: `${beginning}${(kind && goneNames[kind]) ?? words}${end}`, name: '', end: '' };
  const [before = '', after = ''] = aroundNames[kind] ?? [];
  return { beginning: `${beginning}${before}`, name, end: `${after}${end}` };
}

function numberOf(value: unknown, one: string, many = `${one}s`): string {
  return typeof value === 'number' ? countOf(value, one, many) : many;
}
