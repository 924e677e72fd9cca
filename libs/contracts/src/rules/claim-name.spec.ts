import { groupsClaimProblem } from './claim-name.ts';

const noName = 'Enter the name of one claim, such as groups, without spaces.';

it.each([
  'groups',
  'roles',
  'cognito:groups',
  'https://acme.com/claims/groups',
  'realm_access.roles',
  'x'.repeat(200),
])('groups may be in the claim %s', (name) => {
  expect(groupsClaimProblem(name)).toBe('');
});

it.each([
  ['', noName],
  ['my groups', noName],
  ['groups\n', noName],
  ['grüppen', noName],
  ['x'.repeat(201), 'The name of a claim has at most 200 characters.'],
  ['sub', 'The claim sub has no groups. Enter the name of another one.'],
  ['email', 'The claim email has no groups. Enter the name of another one.'],
])('groups cannot be in the claim "%s"', (name, problem) => {
  expect(groupsClaimProblem(name)).toBe(problem);
});
