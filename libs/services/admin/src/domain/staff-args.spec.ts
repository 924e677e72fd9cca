import { parseStaffArgs } from './staff-args.ts';

const email = 'ada@example.com';

describe(parseStaffArgs, () => {
  it.each<[string, object]>([
    ['list', { action: 'list' }],
    ['add Ada@example.com', { action: 'add', email, role: 'owner', isPasswordGiven: false }],
    [`add ${email} --role support`, { action: 'add', email, role: 'support', isPasswordGiven: false }],
    [`add --password-stdin ${email}`, { action: 'add', email, role: 'owner', isPasswordGiven: true }],
    [`reset ${email}`, { action: 'reset', email, isPasswordGiven: false }],
    [`reset ${email} --password-stdin`, { action: 'reset', email, isPasswordGiven: true }],
    [`remove ${email}`, { action: 'remove', email }],
  ])('parses %s', (args, expected) => expect(parseStaffArgs(args.split(' '))).toEqual(expected));

  it.each([
    '',
    'help',
    'add',
    'add ada',
    `add ${email} --role admin`,
    `add ${email} secret`,
    `reset ${email} --role support`,
    `remove ${email} --password-stdin`,
    `list ${email}`,
    'list --role support',
    `drop ${email}`,
    'list --all',
  ])('answers %j with the usage', (args) => expect(() => parseStaffArgs(args.split(' '))).toThrow('Usage:'));
});
