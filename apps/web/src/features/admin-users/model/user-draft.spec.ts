import { anEmployee } from '../../../testing/admin-rows.ts';
import { problemOf } from '../../../components/admin/edit/row-draft.ts';
import { userKind } from './user-draft.ts';

const problem = (names: { firstname: string; lastname: string }, changed: Partial<typeof names>) => {
  const row = anEmployee(names);
  return problemOf(userKind, { ...userKind.fieldsOf(row), addToken: '', ...changed }, row)?.field;
};

test.each([
  // Both names are required of a user who has both.
  [{ firstname: 'Ada', lastname: 'Byron' }, { lastname: ' ' }, 'lastname'],
  [{ firstname: 'Ada', lastname: 'Byron' }, { firstname: '' }, 'firstname'],
  // A user with one name keeps it.
  [{ firstname: 'Suharto', lastname: '' }, {}, undefined],
  [{ firstname: '', lastname: 'Suharto' }, {}, undefined],
  [{ firstname: 'Suharto', lastname: '' }, { firstname: '' }, 'firstname'],
  [{ firstname: '', lastname: '' }, {}, 'firstname'],
])('%j changed by %j has the problem %s', (names, changed, field) => {
  expect(problem(names, changed)).toBe(field);
});
