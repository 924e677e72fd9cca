import { randomUUID } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { AppError, COMMAND_BUS } from '@vault/base';
import { may, type PlanId, type WorkspaceItem, type WorkspaceRecord } from '@vault/contracts';
import { workspaceRoutes as routes } from '@vault/contracts/openapi';
import { currentRequestKey, idFrom, type CommandBus } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { ClientGone } from '@vault/platform/http';
import { makePicture } from '@vault/site';
import { Route, type RequestOf } from '../routes/route.ts';
import { credentialsOf } from '../sessions/credentials.ts';
import { SessionService, type Caller } from '../sessions/session.service.ts';
import { PublicVideoIds } from '../videos/public-video-ids.ts';
import { toOfferedInvitation } from './to-member-row.ts';
import { toWorkspaceItem } from './to-workspace-item.ts';

/** The workspaces of a person, and the one of a request. */
@Controller()
export class WorkspaceController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly sessions: SessionService,
    private readonly ids: PublicVideoIds,
  ) {}

  @Route(routes.listWorkspaces)
  async list({ caller }: RequestOf<typeof routes.listWorkspaces>) {
    return { data: await this.workspacesOf(caller) };
  }

  @Route(routes.createTeam)
  async create({ caller, body: { name } }: RequestOf<typeof routes.createTeam>) {
    const key = currentRequestKey();
    const ownerId = key === undefined ? randomUUID() : idFrom(key);
    await this.commands.send('auth.create-team.v1', { ownerId, name }, { subject: ownerId });
    return { data: await this.findOf(caller, ownerId) };
  }

  /** Asks for each workspace of the caller: a video is in one of them, or somebody else's. */
  @Route(routes.findWorkspaceOfVideo)
  async findOfVideo({ caller, params }: RequestOf<typeof routes.findWorkspaceOfVideo>) {
    for (const workspace of await this.workspacesOf(caller)) {
      if (workspace.deletes_at !== undefined) continue;
      const video = { ownerId: workspace.id, passthrough: params.id };
      const found = await this.ids.resolve(video).catch((error: unknown) => {
        if (!AppError.is(error, 'not-found')) throw error;
      });
      if (found) return { data: workspace };
    }
    throw AppError.notFound('The video');
  }

  @Route(routes.showInvitation)
  async showInvitation({ body }: RequestOf<typeof routes.showInvitation>) {
    return { data: toOfferedInvitation(await this.auth.showInvitation(body)) };
  }

  @Route(routes.findTeamOfInvitation)
  async findOfInvitation({ caller, body: { token } }: RequestOf<typeof routes.findTeamOfInvitation>) {
    return { data: toWorkspaceItem(await this.auth.findTeamOfInvitation({ token, userId: caller.user.id })) };
  }

  @Route(routes.acceptInvitation)
  async acceptInvitation({ caller, body: { token } }: RequestOf<typeof routes.acceptInvitation>) {
    return { data: toWorkspaceItem(await this.auth.acceptInvitation({ token, userId: caller.user.id })) };
  }

  @Route(routes.getWorkspace)
  async get({ caller }: RequestOf<typeof routes.getWorkspace>) {
    return { data: await this.recordOf(caller, caller.workspace) };
  }

  @Route(routes.editTeam)
  async edit({ caller, body, request }: RequestOf<typeof routes.editTeam>) {
    const { workspace } = caller;
    const ownerId = requireTeam(workspace);
    await this.commands.send('auth.edit-team.v1', { ownerId, ...body }, { subject: ownerId });
    // The next request must see the new name.
    this.sessions.forget(credentialsOf(request));
    return { data: await this.recordOf(caller, { ...workspace, ...body }) };
  }

  @Route(routes.setTeamPicture)
  async setPicture(
    { caller: { workspace }, body: { image } }: RequestOf<typeof routes.setTeamPicture>,
    @ClientGone() gone: AbortSignal,
  ) {
    const ownerId = requireTeam(workspace);
    const made =
      image === null ? null : await makePicture('team', Buffer.from(image, 'base64'), ownerId, gone);
    const picture = made?.toString('base64') ?? null;
    await this.commands.send('auth.set-team-picture.v1', { ownerId, picture }, { subject: ownerId });
  }

  @Route(routes.deleteTeam)
  async delete({ caller: { workspace }, body, request }: RequestOf<typeof routes.deleteTeam>) {
    const ownerId = requireTeam(workspace);
    if (body.name.trim() !== workspace.name)
      throw new AppError('invalid-input', 'This is not the name of the team. Nothing was deleted.');
    await this.commands.send('auth.delete-team.v1', { ownerId }, { subject: ownerId });
    this.sessions.forget(credentialsOf(request));
  }

  @Route(routes.restoreTeam)
  async restore({ caller, params: { id: ownerId } }: RequestOf<typeof routes.restoreTeam>) {
    await this.commands.send('auth.restore-team.v1', { ownerId }, { subject: ownerId });
    return { data: await this.findOf(caller, ownerId) };
  }

  private async findOf(caller: Caller, id: string): Promise<WorkspaceItem> {
    const found = (await this.workspacesOf(caller)).find((workspace) => workspace.id === id);
    if (!found) throw AppError.notFound('The team');
    return found;
  }

  private async workspacesOf({ user }: Caller): Promise<WorkspaceItem[]> {
    const { workspaces } = await this.auth.listWorkspaces({ userId: user.id });
    return workspaces.map(toWorkspaceItem);
  }

  private async recordOf({ user }: Caller, item: WorkspaceItem): Promise<WorkspaceRecord> {
    const { id, name, kind, role, publishers } = item;
    const shown = { id, name, kind, role, publishers };
    if (kind === 'personal') {
      const account = await this.auth.getAccount({ userId: user.id });
      const owner = `${user.firstname} ${user.lastname}`.trim();
      const alone = { member_count: 1, member_limit: 1, owners: [owner], version: account.version };
      return { ...shown, ...planOf(account), token_balance: account.tokenBalance, ...alone };
    }
    const team = await this.auth.getTeam({ ownerId: id });
    const owners = team.members.filter((member) => member.role === 'owner');
    return {
      ...shown,
      ...planOf(team),
      token_balance: may(item, 'generate') ? team.tokenBalance : null,
      member_count: team.memberCount,
      member_limit: team.memberLimit,
      owners: owners.map(({ firstname, lastname }) => `${firstname} ${lastname}`.trim()),
      version: team.version,
    };
  }
}

/** @returns the id of the team @throws {AppError} not-found for a personal workspace */
export function requireTeam({ id, kind }: WorkspaceItem): string {
  if (kind === 'team') return id;
  throw new AppError('not-found', 'Your own workspace has no other members. Make a team first.');
}

interface Planned {
  readonly plan: string;
  readonly isConfirmed: boolean;
  readonly membershipEnd: number;
  readonly upgradeRequestedAt?: number | undefined;
  readonly videoLimit: number;
  readonly monthlyTokens: number;
}

function planOf(holder: Planned) {
  return {
    plan: holder.plan as PlanId,
    is_confirmed: holder.isConfirmed,
    membership_end: holder.membershipEnd,
    upgrade_requested_at: holder.upgradeRequestedAt ?? null,
    video_limit: holder.videoLimit,
    monthly_tokens: holder.monthlyTokens,
  };
}
