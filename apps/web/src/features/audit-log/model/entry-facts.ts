import { plans } from '@vault/contracts';
import type { LoggedFields, WorkspaceLogRow } from '@vault/contracts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { shortTime } from '../../../lib/format/format-duration.ts';
import { momentText } from '../../../lib/format/format-time.ts';

type Value = LoggedFields[string];

/** A field of a change: its values before and after, each where it is known. */
export interface EntryFact {
  readonly name: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Whether it is an id, which people only compare. */
  readonly isId: boolean;
}

/** The names of fields that hold ids. */
const idNames: Readonly<Record<string, string>> = {
  userId: 'Person',
  videoId: 'Video',
  fromOwnerId: 'From the workspace',
  toOwnerId: 'To the workspace',
  clipId: 'Clip',
  momentId: 'Moment',
  portalId: 'Portal',
  linkId: 'Link',
  invitationId: 'Invitation',
  jobId: 'Change',
  emergencyOwner: 'Emergency owner',
};

const names: Readonly<Record<string, string>> = {
  addTokens: 'Tokens added',
  bySignOn: 'By single sign-on',
  call: 'Call',
  changes: 'Changed places',
  chapterIndex: 'Chapter',
  chapters: 'Chapters',
  collector: 'Collector',
  domain: 'Domain',
  end: 'End',
  endsAt: 'Ends',
  from: 'From',
  groups: 'Groups with a role',
  groupsClaim: 'Claim with the groups',
  invitations: 'Invitations',
  isActive: 'Plan is on',
  isListed: 'Search engines may list it',
  isPublished: 'Published',
  isRequired: 'Required',
  isReviewed: 'Reviewed',
  issuer: 'Issuer',
  kind: 'Kind',
  language: 'Language',
  memberLimit: 'Members at most',
  membershipEnd: 'Plan ends',
  name: 'Name',
  newPeople: 'New people',
  permission: 'Permission',
  picture: 'Picture',
  plan: 'Plan',
  publishers: 'Who may publish',
  quoteCount: 'Quotes of a chapter',
  removed: 'Removed members',
  requiresSso: 'Single sign-on is required',
  role: 'Role',
  settings: 'Settings',
  slug: 'Address',
  sound: 'Sound',
  start: 'Start',
  terms: 'Terms',
  timeIn: 'From',
  timeOut: 'To',
  to: 'To',
  trustsAddresses: 'Addresses are trusted',
  videoIds: 'Videos',
  videoLimit: 'Videos at most',
  videos: 'Videos',
};

const settingNames: Readonly<Record<string, string>> = {
  accent: 'colour',
  domains: 'sites that may show it',
  endsAt: 'end',
  hidden: 'hidden words',
  intro: 'introduction',
  isListed: 'search engines',
  shows: 'parts',
  slug: 'address',
  videoIds: 'videos',
};

/** Texts of values, by the fields that have them. */
const texts: Readonly<Record<string, (value: Value) => string>> = {
  chapterIndex: (value) => textOf(typeof value === 'number' ? value + 1 : value),
  end: secondsText,
  endsAt: timeText,
  from: secondsText,
  kind: capital,
  membershipEnd: timeText,
  newPeople: (value) => (value === 'invited' ? 'Must be invited' : capital(value)),
  plan: (value) => (value === 'free' || value === 'executive' ? plans[value].name : textOf(value)),
  publishers: capital,
  role: capital,
  settings: (value) => capital(settingsText(textOf(value))),
  start: secondsText,
  to: secondsText,
  videoLimit: (value) => (value === null ? 'Those of the plan' : textOf(value)),
};

/**
 * What a change was in detail. Left out are values that stayed as they were, and the id of what the sentence of the entry
 * names.
 */
export function factsOf({
  fields,
  before,
  subject,
}: Pick<WorkspaceLogRow, 'fields' | 'before' | 'subject'>): EntryFact[] {
  return [...new Set([...Object.keys(fields), ...Object.keys(before)])].flatMap((field) => {
    const [old, value] = [before[field], fields[field]];
    const isNamed = subject !== null && value === subject.id && subject.name !== '';
    if (isNamed || old === value) return [];
    const text = texts[field] ?? (isPersonId(field) ? capital : textOf);
    return {
      name: names[field] ?? idNames[field] ?? (isPersonId(field) ? `Removed ${field}` : field),
      before: old === undefined ? undefined : text(old),
      after: value === undefined ? undefined : text(value),
      isId: Object.hasOwn(idNames, field),
    };
  });
}

/** Of several members an entry has the roles before, by their ids. */
function isPersonId(field: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(field);
}

function textOf(value: Value): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' ? formatNumber(value) : value;
}

function capital(value: Value): string {
  const text = textOf(value);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An end in epoch seconds. */
function timeText(value: Value): string {
  if (value === null) return 'Never';
  return typeof value === 'number' ? momentText(value) : textOf(value);
}

/** A time of a recording. */
function secondsText(value: Value): string {
  return typeof value === 'number' ? shortTime(value) : textOf(value);
}

function settingsText(list: string): string {
  return list
    .split(', ')
    .map((name) => settingNames[name] ?? name)
    .join(', ');
}
