import { readStaffOrder } from './read-staff-order.ts';

const email = 'ada@example.com';

describe(readStaffOrder, () => {
  it.each<[string, object]>([
    ['list', { do: 'list' }],
    ['add Ada@example.com', { do: 'add', email, role: 'owner', isPasswordGiven: false }],
    [`add ${email} --role support`, { do: 'add', email, role: 'support', isPasswordGiven: false }],
    [`add --password-stdin ${email}`, { do: 'add', email, role: 'owner', isPasswordGiven: true }],
    [`reset ${email}`, { do: 'reset', email, isPasswordGiven: false }],
    [`reset ${email} --password-stdin`, { do: 'reset', email, isPasswordGiven: true }],
    [`remove ${email}`, { do: 'remove', email }],
  ])('reads %s', (words, order) => {
    expect(readStaffOrder(words.split(' '))).toEqual(order);
  });

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
  ])('answers %j with what can be asked for', (words) => {
    expect(() => readStaffOrder(words.split(' '))).toThrow('What can be asked for:');
  });
});
