/** @jest-environment node */
import { aLogEntry } from '../../../testing/log-fixture.ts';
import { peopleIn, personOptions } from './log-people.ts';

const ada = { id: 'u1', name: 'Ada Lovelace' };
const bo = { id: 'u2', name: 'Bo Diaz' };
const texts = (...given: Parameters<typeof personOptions>) =>
  personOptions(...given).map(({ text, group }) => (group === undefined ? text : `${group}: ${text}`));

test('entries name who acted, and whom they did something to', () => {
  const ofStaff = aLogEntry({ actor: { id: 's1', name: '', is_staff: true }, subject: null });
  const ofVideo = aLogEntry({ subject: { kind: 'video', id: 'v1', name: 'Spring launch' } });
  expect(peopleIn([aLogEntry(), ofStaff, ofVideo]).map(({ id, name }) => `${id} ${name}`)).toEqual([
    'u1 Ada Lovelace',
    'u2 Bo Diaz',
    's1 Webinar Vault support',
    'u1 Ada Lovelace',
  ]);
});

test('members come first; whoever left is chosen once an entry names them', () => {
  expect(texts([bo, ada], [], '')).toEqual(['Everybody', 'Members: Ada Lovelace', 'Members: Bo Diaz']);
  expect(texts([ada], [ada, bo, bo], '')).toEqual([
    'Everybody',
    'Members: Ada Lovelace',
    'Not members: Bo Diaz',
  ]);
});

test('nobody is called a former member before the members are known', () => {
  expect(texts(undefined, [], 'u1')).toEqual(['Everybody', '…']);
  expect(texts(undefined, [ada], 'u1')).toEqual(['Everybody', 'Ada Lovelace']);
});

test('the chosen person is always there, and equal names are told apart', () => {
  expect(texts([ada], [], 'u9')).toEqual([
    'Everybody',
    'Members: Ada Lovelace',
    'Not members: Somebody else',
  ]);
  const former = ['u7', 'u8'].map((id) => ({ id, name: 'Former member' }));
  expect(texts([], former, '')).toEqual([
    'Everybody',
    'Not members: Former member',
    'Not members: Former member (2)',
  ]);
});
