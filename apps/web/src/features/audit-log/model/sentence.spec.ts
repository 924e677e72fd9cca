/** @jest-environment node */
import { loggedActions, recordedRefusals } from '@vault/contracts';
import { aLogEntry } from '../../../testing/log-fixture.ts';
import { actionOptions } from './action-texts.ts';
import { actorName, sentenceOf } from './sentence.ts';

const said = (change: Parameters<typeof aLogEntry>[0]) => {
  const { beginning, name, end } = sentenceOf(aLogEntry(change));
  return `${beginning}${name}${end}`;
};
const nobody = { id: '', name: '', is_staff: false };
const video = { kind: 'video', id: 'v1', name: 'Spring launch' } as const;
const portal = { kind: 'portal', id: 'p1', name: 'Talks' } as const;

test.each([
  ['Changed the role of Bo Diaz', {}],
  ['Changed the role of a former member', { subject: { kind: 'person', id: 'u2', name: '' } }],
  ['Removed Bo Diaz', { action: 'auth.remove-member' }],
  ['Left the team', { action: 'auth.remove-member', actor: { id: 'u2', name: 'Bo Diaz', is_staff: false } }],
  ['Invited 1 person', { action: 'auth.invite', subject: null, fields: { invitations: 1 } }],
  ['Invited 3 people', { action: 'auth.invite', subject: null, fields: { invitations: 3 } }],
  ['Changed the settings of the team', { action: 'auth.edit-team', subject: null }],
  ['Edited the transcript of “Spring launch”', { action: 'chaptering.edit-transcript', subject: video }],
  [
    'Edited the transcript of a deleted video',
    { action: 'chaptering.edit-transcript', subject: { ...video, name: '' } },
  ],
  ['Began to upload “Spring launch”', { action: 'upload.begin-upload', subject: video }],
  ['Began to upload a video', { action: 'upload.begin-upload', subject: { ...video, name: '' } }],
  [
    'Ended a private link of a deleted portal',
    { action: 'portal.end-link', subject: { ...portal, name: '' } },
  ],
  ['Deleted a clip', { action: 'clip.delete-clip', subject: { kind: 'clip', id: 'c1', name: '' } }],
  [
    'Moved “Spring launch” here from another workspace',
    { action: 'upload.move-video', subject: video, fields: { fromOwnerId: 'u1' } },
  ],
  [
    'Moved a video to another workspace',
    { action: 'upload.move-video', subject: { ...video, name: '' }, fields: { toOwnerId: 'u1' } },
  ],
  ['Deleted a video', { action: 'upload.delete-video', subject: { ...video, name: '' } }],
  [
    'Published the portal Talks',
    { action: 'portal.publish-portal', subject: portal, fields: { isPublished: true } },
  ],
  [
    'Unpublished the portal Talks',
    { action: 'portal.publish-portal', subject: portal, fields: { isPublished: false } },
  ],
  [
    'Took back the review of the transcript of “Spring launch”',
    { action: 'chaptering.review-transcript', subject: video, fields: { isReviewed: false } },
  ],
  [
    'Corrected words in 12 videos',
    { action: 'chaptering.correct-library', subject: null, fields: { videos: 12 } },
  ],
  [
    'Required single sign-on',
    { action: 'auth.require-sign-on', subject: null, fields: { isRequired: true } },
  ],
  [
    'No longer required single sign-on',
    { action: 'auth.require-sign-on', subject: null, fields: { isRequired: false } },
  ],
  [
    'Signed in with a password, as the emergency owner',
    { action: 'auth.emergency-sign-in', subject: null, fields: {} },
  ],
  ['Proved that a domain is of the team', { action: 'auth.verify-domain', subject: null }],
  [
    'Found the record of a domain of the team',
    { action: 'auth.verify-domain', subject: null, actor: nobody },
  ],
  [
    'No longer found the record of a domain, which is lost',
    { action: 'auth.lose-domain', subject: null, actor: nobody },
  ],
  ['Removed a domain of the team', { action: 'auth.remove-domain', subject: null }],
  [
    'Removed a lost domain that another team has proved',
    { action: 'auth.remove-domain', subject: null, actor: nobody },
  ],
  ['Was refused: changes of members', { action: 'refused', fields: { permission: 'members' } }],
  ['Was refused', { action: 'refused', fields: { permission: 'newer' } }],
  ['Ended the link of a moment', { action: 'portal.revoke-moment', subject: null }],
  ['newer.than-this-page', { action: 'newer.than-this-page' }],
] as const)('%s', (text, change) => expect(said(change)).toBe(text));

test('each refusal that is recorded says what was refused', () => {
  const texts = [...recordedRefusals].map((permission) =>
    said({ action: 'refused', subject: null, fields: { permission } }),
  );
  expect(texts.length).toBeGreaterThan(5);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts).not.toContain('Was refused');
});

test('the actor is a member, support, or nobody any more', () => {
  expect(actorName({ id: 'u1', name: 'Bo Diaz', is_staff: false })).toBe('Bo Diaz');
  expect(actorName({ id: 'u1', name: '', is_staff: false })).toBe('Former member');
  expect(actorName({ id: '', name: '', is_staff: false })).toBe('Webinar Vault');
  expect(actorName({ id: 's1', name: '', is_staff: true })).toBe('Webinar Vault support');
});

test('every action of the log can be chosen once, in its group and without brackets', () => {
  const values = actionOptions.map(({ value }) => value);
  for (const action of loggedActions()) expect(values).toContain(action);
  expect(new Set(values).size).toBe(values.length);
  expect(new Set(actionOptions.map(({ text }) => text)).size).toBe(values.length);
  expect(actionOptions.filter(({ text }) => /[[\]]/.test(text))).toEqual([]);
  expect([...new Set(actionOptions.map(({ group }) => group))]).toEqual([
    'Members',
    'Team and plan',
    'Single sign-on',
    'Videos',
    'Words',
    'Clips and links',
    'Portals',
    'Prompts and glossary',
    'Refused tries',
  ]);
});
