/** @jest-environment node */
import { actorName } from './actor-name.ts';

test.each([
  ['a member of staff', { id: 's1', email: 'charles@example.com' }, 'u1', 'charles@example.com'],
  ['the subject', { id: 'u1', email: '' }, 'u1', 'The user'],
  ['nobody who is signed in', { id: '', email: '' }, '', ''],
])('the actor is %s', (_who, actor, subjectId, name) => {
  expect(actorName({ actor, subject: { id: subjectId, name: 'ada@example.com' } })).toBe(name);
  expect(actorName({ actor, subject: null })).toBe(actor.email);
});
