import { Injectable } from '@nestjs/common';
import {
  logDays,
  type WorkspaceLogFilter,
  type WorkspaceLogPage,
  type WorkspaceLogRow,
} from '@vault/contracts';
import { AppError } from '@vault/base';
import type { adminRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { VideoTitles } from '../videos/video-titles.service.ts';
import { subjectOf, toLogRow, type LogNames, type LoggedSubject } from './to-log-row.ts';

interface PageRequest extends WorkspaceLogFilter {
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Reads the audit logs of workspaces, with the names that things have now. */
@Injectable()
export class WorkspaceLogService {
  constructor(
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('portal') private readonly portal: ClientOf<'portal'>,
    private readonly titles: VideoTitles,
  ) {}

  async page(ownerId: string, request: PageRequest): Promise<WorkspaceLogPage> {
    const { actor = '', action, from, to, before, limit } = request;
    const filter = { actorId: actor, actions: action === undefined ? [] : [action], from, to };
    const page = await this.admin.listWorkspaceLog({ ownerId, ...filter, before: placeOf(before), limit });
    const { entries, hasMore, checkedAt, brokenSeq } = page;
    const names = await this.namesIn(ownerId, entries);
    const last = entries.at(-1);
    return {
      entries: entries.map((entry) => toLogRow(entry, names)),
      next: hasMore && last ? `${String(last.at)} ${String(last.seq)}` : null,
      kept_days: logDays,
      checked_at: checkedAt ?? null,
      broken_at: brokenSeq ?? null,
    };
  }

  /** All entries, page by page; each page is only read when the one before was used. */
  async *all(ownerId: string, filter: WorkspaceLogFilter): AsyncGenerator<WorkspaceLogRow[]> {
    let before: string | undefined;
    do {
      const page = await this.page(ownerId, { ...filter, before, limit: 200 });
      yield page.entries;
      before = page.next ?? undefined;
    } while (before !== undefined);
  }

  private async namesIn(ownerId: string, entries: readonly adminRpc.WorkspaceLogEntry[]): Promise<LogNames> {
    const subjects = entries.flatMap((entry) => subjectOf(entry) ?? []);
    const idsOf = (kind: LoggedSubject['kind']) =>
      subjects.filter((subject) => subject.kind === kind).map(({ id }) => id);
    const people = entries.flatMap(({ actorId, isStaff }) => (isStaff || actorId === '' ? [] : actorId));
    const [persons, videos, portals] = await Promise.all([
      this.peopleOf([...people, ...idsOf('person')]),
      this.titles.of(ownerId, idsOf('video')),
      idsOf('portal').length > 0 ? this.portalsOf(ownerId) : new Map<string, string>(),
    ]);
    return new Map([...persons, ...videos, ...portals]);
  }

  private async peopleOf(ids: readonly string[]): Promise<LogNames> {
    if (ids.length === 0) return new Map();
    const { accounts } = await this.auth.getAccounts({ ids: [...new Set(ids)] });
    return new Map(
      accounts.map(({ id, firstname, lastname }) => [id, `${firstname} ${lastname}`.trim()] as const),
    );
  }

  private async portalsOf(ownerId: string): Promise<LogNames> {
    const { portals } = await this.portal.listPortals({ ownerId });
    return new Map(portals.map(({ id, name }) => [id, name] as const));
  }
}

function placeOf(next: string | undefined): adminRpc.EntryPlace | undefined {
  if (next === undefined) return undefined;
  const [at = NaN, seq = NaN] = next.split(' ').map(Number);
  if (Number.isNaN(at + seq)) throw new AppError('invalid-input', 'This is not the `next` of a page.');
  return { at, seq };
}
