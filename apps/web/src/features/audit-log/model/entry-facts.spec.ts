/** @jest-environment node */
import { commandSchemas, factsOfMessage, loggedActions } from '@vault/contracts';
import type { CommandType } from '@vault/contracts';
import { momentText } from '../../../lib/format/format-time.ts';
import { aLogEntry } from '../../../testing/log-fixture.ts';
import { factsOf } from './entry-facts.ts';

const facts = (change: Parameters<typeof aLogEntry>[0]) =>
  factsOf(aLogEntry(change)).map(
    ({ name, before, after }) =>
      `${name}: ${[before, after].filter((value) => value !== undefined).join(' → ')}`,
  );
/** Fields of calls that are no commands. */
const ofCalls = 'invitations domain issuer newPeople groups isRequired emergencyOwner'.split(' ');
const none = { subject: null, before: {} };

test('what a field was, and what it is; not the id of what the sentence names', () => {
  expect(facts({})).toEqual(['Role: Editor → Admin']);
});

test('what a removed member was', () => {
  expect(facts({ action: 'auth.remove-member', fields: { userId: 'u2' } })).toEqual(['Role: Editor']);
});

test('who was removed when single sign-on became required', () => {
  const id = '3f2c9a10-6f0d-4a53-9a55-0c7d1f1f2a10';
  const fields = { isRequired: true, removed: 1 };
  expect(facts({ ...none, action: 'auth.require-sign-on', fields, before: { [id]: 'viewer' } })).toEqual([
    'Required: Yes',
    'Removed members: 1',
    `Removed ${id}: Viewer`,
  ]);
});

test('the id of what has no name any more', () => {
  expect(facts({ subject: { kind: 'person', id: 'u2', name: '' } })).toEqual([
    'Person: u2',
    'Role: Editor → Admin',
  ]);
});

test('values that stayed as they were are left out', () => {
  const fields = { name: 'Acme Labs', publishers: 'admins' };
  expect(facts({ subject: null, fields, before: { name: 'Acme', publishers: 'admins' } })).toEqual([
    'Name: Acme → Acme Labs',
  ]);
});

test.each([
  [{ endsAt: null, isListed: true }, ['Ends: Never', 'Search engines may list it: Yes']],
  [{ membershipEnd: 1_798_070_400 }, [`Plan ends: ${momentText(1_798_070_400)}`]],
  [{ start: 65.5, end: 3_700 }, ['Start: 1:05', 'End: 1:01:40']],
  [{ videoLimit: null, addTokens: 50_000 }, ['Videos at most: Those of the plan', 'Tokens added: 50,000']],
  [{ plan: 'executive', isActive: false }, ['Plan: Product Marketing Pro', 'Plan is on: No']],
  [{ chapterIndex: 0, quoteCount: 3 }, ['Chapter: 1', 'Quotes of a chapter: 3']],
  [{ settings: 'accent, hidden, name' }, ['Settings: Colour, hidden words, name']],
  [{ newPeople: 'invited', groups: 2 }, ['New people: Must be invited', 'Groups with a role: 2']],
  [{ newPeople: 'viewer' }, ['New people: Viewer']],
  [{ isRequired: true, emergencyOwner: 'u1' }, ['Required: Yes', 'Emergency owner: u1']],
  [{ newField: 'as it is' }, ['newField: as it is']],
] as const)('%j', (fields, texts) => expect(facts({ ...none, fields })).toEqual(texts));

test('every field that an action may have has a name', () => {
  const logged = new Set<string>(loggedActions());
  const types = (Object.keys(commandSchemas) as CommandType[]).filter((type) =>
    logged.has(type.replace(/\.v\d+$/, '')),
  );
  const fields = new Set([...types.flatMap((type) => factsOfMessage(type).logs ?? []), ...ofCalls]);
  expect(fields.size).toBeGreaterThan(30);
  const unnamed = [...fields].filter((field) =>
    factsOf({ fields: { [field]: 'x' }, before: {}, subject: null }).some(({ name }) => name === field),
  );
  expect(unnamed).toEqual([]);
});
