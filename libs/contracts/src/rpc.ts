import { AdminServiceDefinition } from './generated/vault/admin/v1/admin.ts';
import { AuthServiceDefinition } from './generated/vault/auth/v1/auth.ts';
import { ChapteringServiceDefinition } from './generated/vault/chaptering/v1/chaptering.ts';
import { ClipServiceDefinition } from './generated/vault/clip/v1/clip.ts';
import { PortalServiceDefinition } from './generated/vault/portal/v1/portal.ts';
import { SearchServiceDefinition } from './generated/vault/search/v1/search.ts';
import { UploadServiceDefinition } from './generated/vault/upload/v1/upload.ts';
import type { ServiceName } from './common/services.ts';

export * as healthRpc from './generated/grpc/health/v1/health.ts';
export * as adminRpc from './generated/vault/admin/v1/admin.ts';
export * as authRpc from './generated/vault/auth/v1/auth.ts';
export * as chapteringRpc from './generated/vault/chaptering/v1/chaptering.ts';
export * as clipRpc from './generated/vault/clip/v1/clip.ts';
export * as portalRpc from './generated/vault/portal/v1/portal.ts';
export * as searchRpc from './generated/vault/search/v1/search.ts';
export * as uploadRpc from './generated/vault/upload/v1/upload.ts';

/** What the generator knows of one call. */
interface Method {
  readonly name: string;
  readonly options: { readonly idempotencyLevel?: string };
}

interface Call {
  /** Such as `/vault.auth.v1.AuthService/Login`. */
  readonly path: string;
  readonly isIdempotent: boolean;
  readonly callers: readonly ServiceName[];
}

/** @param others calls that others than the gateway make, with all their callers */
function callsOf<Methods extends Readonly<Record<string, Method>>>(
  { fullName, methods }: { readonly fullName: string; readonly methods: Methods },
  others: { readonly [Name in keyof Methods]?: readonly ServiceName[] } = {},
): Call[] {
  return Object.entries(methods).map(([key, { name, options }]) => ({
    path: `/${fullName}/${name}`,
    isIdempotent: options.idempotencyLevel !== undefined,
    callers: others[key] ?? ['gateway'],
  }));
}

const calls: readonly Call[] = [
  ...callsOf(AdminServiceDefinition),
  ...callsOf(AuthServiceDefinition, {
    getEntitlement: ['gateway', 'upload', 'chaptering', 'clip', 'portal'],
    getSettings: ['gateway', 'chaptering'],
    reserveTokens: ['chaptering'],
    settleTokens: ['chaptering'],
    getBalanceAndSettings: ['chaptering'],
    getAccounts: ['gateway', 'admin'],
    getAccount: ['gateway', 'admin'],
    getTeam: ['gateway', 'admin'],
    listSessions: ['gateway', 'upload'],
  }),
  ...callsOf(ChapteringServiceDefinition, {
    getChapterSets: ['gateway', 'upload', 'search', 'clip'],
    getGlossary: ['gateway', 'upload'],
  }),
  ...callsOf(ClipServiceDefinition),
  ...callsOf(PortalServiceDefinition),
  ...callsOf(SearchServiceDefinition),
  ...callsOf(UploadServiceDefinition, {
    getVideo: ['gateway', 'auth', 'chaptering', 'search', 'clip', 'portal'],
    countVideos: ['auth'],
    getVideosByIds: ['gateway', 'admin'],
    getVideoOwners: ['chaptering', 'clip', 'portal'],
  }),
];

/** The paths of all calls with an `idempotency_level`: only these may be retried when no answer came. */
export const idempotentPaths: readonly string[] = calls
  .filter(({ isIdempotent }) => isIdempotent)
  .map(({ path }) => path);

/**
 * The services that may make each call, by its path. A server that knows its callers by their certificates refuses all
 * others. Specs compare the table with the sources and with the chart.
 */
export const rpcCallers: Readonly<Record<string, readonly ServiceName[]>> = Object.fromEntries(
  calls.map(({ path, callers }) => [path, callers]),
);
