import { createEvent, createMessage } from '@vault/messaging';
import { isAlive, type Finding, type Parts, type Place, type Rule } from './rule.ts';

/** Data of owners: where it is, and the field with the id of the person or the team. */
const owned: readonly (readonly [place: Place, field: string])[] = [
  [['upload', 'videos'], 'ownerId'],
  [['upload', 'videoquotas'], '_id'],
  [['chaptering', 'chaptersets'], 'ownerId'],
  [['chaptering', 'transcripts'], 'ownerId'],
  [['chaptering', 'operations'], 'ownerId'],
  [['chaptering', 'modeluse'], 'ownerId'],
  [['chaptering', 'glossaries'], 'ownerId'],
  [['chaptering', 'library_jobs'], 'ownerId'],
  [['search', 'indexedvideos'], 'ownerId'],
  [['search', 'libraries'], '_id'],
  [['clip', 'clips'], 'ownerId'],
  [['portal', 'moments'], 'ownerId'],
  [['portal', 'portals'], 'ownerId'],
  [['admin', 'workspace_logs'], '_id'],
];

/** Services that note deleted accounts. */
const noting = ['upload', 'chaptering', 'search', 'clip', 'portal', 'admin'] as const;

const users: Place = ['auth', 'users'];
const teams: Place = ['auth', 'teams'];
const alive = { filter: isAlive, fields: [] };

/** The ids that are neither of a person nor of a team. */
async function withoutAccount(parts: Parts, ids: readonly string[]): Promise<string[]> {
  const accounts = await parts.byId(users, ids, alive);
  const others = [...new Set(ids)].filter((id) => !accounts.has(id));
  const found = others.length === 0 ? new Map() : await parts.byId(teams, others, alive);
  return others.filter((id) => !found.has(id));
}

/** Whether auth or another service has noted that the account was deleted. */
async function wasDeleted(parts: Parts, userId: string): Promise<boolean> {
  const notes = noting.map((service): Place => [service, 'deletedowners']);
  for (const place of [users, teams, ...notes])
    if ((await parts.byId(place, [userId], { fields: [] })).size > 0) return true;
  return false;
}

/** Data whose account auth does not have: because it was deleted, or for an unknown reason. */
async function* findDataWithoutAccount(
  parts: Parts,
  { isDeleted }: { readonly isDeleted: boolean },
): AsyncGenerator<Finding> {
  const visitedUserIds = new Set<string>();
  for (const [place, field] of owned)
    for await (const batch of parts.batches<Record<string, unknown>>(place, {
      filter: isAlive,
      fields: [field],
    }))
      for (const userId of await withoutAccount(
        parts,
        batch.map((each) => String(each[field])),
      )) {
        if (visitedUserIds.has(userId)) continue;
        visitedUserIds.add(userId);
        if ((await wasDeleted(parts, userId)) !== isDeleted) continue;
        yield { id: userId, mend: createEvent('auth.account-deleted.v1', userId, { userId }) };
      }
}

export const accountRules: readonly Rule[] = [
  {
    what: 'accounts that were deleted, and whose data is left',
    mending: 'deletes the data in every service',
    find: (parts) => findDataWithoutAccount(parts, { isDeleted: true }),
  },
  {
    what: 'accounts that auth does not know, and whose data is left',
    mending: 'deletes the data in every service',
    needs: '--delete-unknown-accounts',
    find: (parts) => findDataWithoutAccount(parts, { isDeleted: false }),
  },
  {
    what: 'accounts that came back, although other services have deleted their data',
    mending: 'deletes the accounts again',
    find: async function* (parts): AsyncGenerator<Finding> {
      const found = new Set<string>();
      for (const service of noting)
        for await (const batch of parts.batches([service, 'deletedowners'], { fields: [] }))
          for (const userId of (
            await parts.byId(
              users,
              batch.map(({ _id }) => _id),
              alive,
            )
          ).keys()) {
            if (found.has(userId)) continue;
            found.add(userId);
            const data = { userId, by: 'operator' };
            const type = 'auth.delete-account.v1';
            yield { id: userId, mend: createMessage({ type, source: 'gateway', subject: userId, data }) };
          }
    },
  },
];
