import { may, permissions, roles, type Permission, type Publishers } from './roles.ts';

const of = (publishers: Publishers) =>
  Object.fromEntries(
    roles.map((role) => [role, permissions.filter((each) => may({ role, publishers }, each))]),
  );

const read: Permission[] = ['person', 'library.read'];
const edit: Permission[] = ['upload', 'library.edit', 'generate', 'prompts.edit', 'library.delete'];
const publish: Permission[] = ['share', 'portals.edit', 'portals.publish'];
const manage: Permission[] = ['members', 'workspace.edit', 'audit.read', 'plan'];
/** Of owners. */
const own: Permission[] = ['security', 'delete'];

test('each role may do what the role before it may, and more', () => {
  expect(of('editors')).toEqual({
    viewer: read,
    reviewer: [...read, 'comment'],
    editor: [...read, 'comment', ...edit, ...publish, 'tokens.read'],
    admin: [...read, 'comment', ...edit, ...publish, 'tokens.read', ...manage],
    owner: [...read, 'comment', ...edit, ...publish, 'tokens.read', ...manage, ...own],
  });
});

test('a team may leave it to admins to publish', () => {
  const before = of('editors').editor;
  const after = of('admins').editor;
  expect(before?.filter((each) => !after?.includes(each))).toEqual(['share', 'portals.publish']);
  expect([of('admins').viewer, of('admins').owner]).toEqual([read, permissions]);
});
