import { may, permissions, roles } from '../../rules/roles.ts';
import { apiRoutes } from '../api-routes.ts';

/** The tables of `docs/permissions.md`: which role has which permission, and what each call needs. */
export function permissionsTables(): string {
  const head = ['permission', ...roles];
  const rows = permissions.map((permission) => [
    `\`${permission}\``,
    ...roles.map((role) => {
      if (!may({ role, publishers: 'editors' }, permission)) return '';
      return may({ role, publishers: 'admins' }, permission) ? '●' : '◐';
    }),
  ]);
  const calls = permissions.map((permission) => [
    `\`${permission}\``,
    apiRoutes
      .filter(({ needs }) => needs === permission)
      .map(({ call }) => `\`${call}\``)
      .join(', '),
  ]);
  return `${table(head, rows)}\n\n${table(['permission', 'calls'], calls)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
