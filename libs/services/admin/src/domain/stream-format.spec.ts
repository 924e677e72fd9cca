import { chain } from './entry-chain.ts';
import { toJson, toSyslog } from './stream-format.ts';

const entry = chain(
  {
    ...{
      _id: 'e',
      ownerId: 'team',
      at: new Date('2026-11-20T09:00:00.250Z'),
      actorId: 'ann',
      isStaff: false,
    },
    ...{ action: 'auth.edit-team', fields: { name: 'Café' }, before: {}, address: '203.0.113.7' },
    correlationId: 'c',
  },
  { seq: 6, hash: 'before' },
);
const sent = { entry, email: 'ann@example.com' };

test('an entry is one line of JSON', () => {
  const line = toJson({ ...sent, email: 'a\nb' });
  expect(line).not.toContain('\n');
  expect(JSON.parse(toJson(sent))).toEqual({
    ...{ id: 'e', entry: 7, at: '2026-11-20T09:00:00.250Z', workspace: 'team', action: 'auth.edit-team' },
    actor: { id: 'ann', email: 'ann@example.com', is_staff: false },
    ...{ fields: { name: 'Café' }, before: {}, address: '203.0.113.7', reference: 'c', follows: 'before' },
    hash: entry.hash,
  });
});

test('the address of staff is not told', () => {
  const ofStaff = { entry: { ...entry, isStaff: true }, email: '' };
  expect(JSON.parse(toJson(ofStaff))).toMatchObject({ address: '', actor: { id: 'ann', is_staff: true } });
});

test('a message of syslog begins with its length in bytes', () => {
  const text = toSyslog(sent, 'vault.example.com');
  const [, length = '', message = ''] = /^(\d+) (.*)$/su.exec(text) ?? [];
  expect(Buffer.byteLength(message)).toBe(Number(length));
  const header = '<110>1 2026-11-20T09:00:00.250Z vault.example.com webinar-vault - auth.edit-team - \uFEFF';
  expect(message).toBe(header + toJson(sent));
});
