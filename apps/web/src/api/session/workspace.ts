import { useSyncExternalStore } from 'react';
import { announceStored, storeChoice, subscribeToStored } from '../../lib/browser/local-storage.ts';
import { inWorkspace, ownWorkspace } from '../http/workspace-header.ts';
import { readUserSession } from './user-session.ts';

/** A team whose library a tab shows. */
export interface Team {
  readonly id: string;
  readonly name: string;
}

const storageKey = 'workspace';

/** What is stored: the choice of one user. Another user of the browser does not get it. */
interface Stored {
  readonly owner: string;
  readonly team: Team | null;
}

let cached: { raw: string | null; stored: Stored | null } = { raw: null, stored: null };

function parse(raw: string | null): Stored | null {
  try {
    const value = JSON.parse(raw ?? 'null') as Partial<Stored> | null;
    if (typeof value?.owner !== 'string') return null;
    const isTeam = typeof value.team?.id === 'string' && typeof value.team.name === 'string';
    return { owner: value.owner, team: isTeam ? (value.team ?? null) : null };
  } catch {
    return null;
  }
}

/** The choice of this tab; for a new tab the last one of any tab. */
const readRaw = () => sessionStorage.getItem(storageKey) ?? localStorage.getItem(storageKey);

/** The team that this tab shows; null for the own workspace. The same object until it changes. */
export function readTeam(): Team | null {
  const raw = readRaw();
  if (raw !== cached.raw) cached = { raw, stored: parse(raw) };
  const { stored } = cached;
  return stored !== null && stored.owner === readUserSession()?.id ? stored.team : null;
}

/** The id of the workspace that this tab shows. */
export const readWorkspaceId = (): string => readTeam()?.id ?? ownWorkspace;

/** The headers of a call that is made without the query cache. */
export function workspaceHeaders(): Record<string, string> {
  const team = readTeam();
  return team ? inWorkspace(team.id) : {};
}

/** Shows a team in this tab, or the own workspace, and in tabs that are opened from now on. */
export function storeTeam(team: Team | null): void {
  const owner = readUserSession()?.id;
  if (owner === undefined) return;
  const raw = JSON.stringify({ owner, team } satisfies Stored);
  sessionStorage.setItem(storageKey, raw);
  storeChoice(storageKey, raw);
}

/** The team of this tab has another name now. */
export function renameTeam(name: string): void {
  const team = readTeam();
  const owner = readUserSession()?.id;
  if (!team || owner === undefined || team.name === name) return;
  sessionStorage.setItem(storageKey, JSON.stringify({ owner, team: { ...team, name } } satisfies Stored));
  announceStored(storageKey);
}

/** Keeps what this tab shows, whatever other tabs choose from now on. */
export function keepTeam(): void {
  const owner = readUserSession()?.id;
  if (owner === undefined) return;
  sessionStorage.setItem(storageKey, JSON.stringify({ owner, team: readTeam() } satisfies Stored));
}

/** Forgets the choice: the user has signed out. */
export function forgetTeam(): void {
  sessionStorage.removeItem(storageKey);
  localStorage.removeItem(storageKey);
  announceStored(storageKey);
}

/** Hook like {@link readTeam}. */
export const useTeam = (): Team | null =>
  useSyncExternalStore(
    (listener) => subscribeToStored(storageKey, listener),
    readTeam,
    () => null,
  );
