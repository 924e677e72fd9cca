import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = join(import.meta.dirname, '..');

test('data belong to the workspace of a request: the id of the person is for what concerns them alone', () => {
  const files = globSync('**/*.ts', { cwd: sources }).filter((path) => !/spec|testing/.test(path));
  const personal = files.filter((path) => /\buser\.id\b/.test(readFileSync(join(sources, path), 'utf8')));
  expect(files.length).toBeGreaterThan(100);
  expect(personal.sort()).toEqual([
    'account/account-session.controller.ts',
    'account/account.controller.ts',
    'account/email.controller.ts',
    'account/export/export.controller.ts',
    'auth/to-session-user.ts',
    'events/event-streams.service.ts',
    'media/media-links.service.ts',
    'routes/route.ts',
    'sessions/session.service.ts',
    'sessions/user.guard.ts',
    'videos/transcript.controller.ts',
    'videos/upload.controller.ts',
    'workspaces/member.controller.ts',
    'workspaces/sso-settings.controller.ts',
    'workspaces/workspace.controller.ts',
  ]);
});
