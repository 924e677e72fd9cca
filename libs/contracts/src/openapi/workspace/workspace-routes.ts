import { z } from 'zod';
import { invitationDays, restoreDays, teamLimit } from '../../rules/roles.ts';
import {
  deleteTeamBody,
  invitationBody,
  invitationId,
  inviteBody,
  invitedRow,
  memberId,
  memberList,
  newTeamBody,
  offeredInvitation,
  roleBody,
  teamBody,
  teamId,
  teamPictureBody,
  workspaceItem,
  workspaceRecord,
  type WorkspaceItem,
  type WorkspaceRecord,
} from '../../routes/workspace/workspace.routes.ts';
import { publicVideoId } from '../../routes/video.routes.ts';
import {
  logStreamBody,
  logStreamRecord,
  workspaceLogFilter,
  workspaceLogPage,
  workspaceLogQuery,
  type LogStreamRecord,
  type WorkspaceLogPage,
} from '../../routes/workspace/workspace-log.routes.ts';
import { answerOf, done, success } from '../answers.ts';
import { person, sessionId, teamExample } from '../examples.ts';
import { successEnvelope } from '../../common/envelope.ts';
import { route } from '../route.ts';
import { spreadsheet, tooManyTries } from '../shared.ts';

const item: WorkspaceItem = {
  ...{ id: teamExample, name: 'Acme', kind: 'team' },
  ...{ role: 'owner', publishers: 'editors' },
};
const record: WorkspaceRecord = {
  ...item,
  ...{ plan: 'executive', is_confirmed: true, membership_end: 1_798_675_200, upgrade_requested_at: null },
  ...{ video_limit: 20, monthly_tokens: 1_000_000, token_balance: 912_400 },
  ...{ member_count: 2, member_limit: 500, owners: ['Ada Lovelace'], version: 3 },
};
const token = 'q3bJ0y2sQy6Yw8mJ7m0mZ4b6m1t0Zx9kqT5gk2c3V1A';
const tag = 'Workspaces';
const ended = 'The invitation was withdrawn, accepted or has expired.';
const noTeam = 'A personal workspace has no other members.';
const lastOwner = 'The team would be without an owner.';

/** Calls about workspaces: the personal one of a caller, and teams. */
export const workspaceRoutes = {
  listWorkspaces: route(tag, 'GET /workspaces', {
    needs: 'person',
    summary: 'Your workspaces',
    description:
      'Your own one first, then your teams by name. Calls about videos, prompts and tokens are about the workspace that the header `Vault-Workspace` names, or about your own one.',
    answer: answerOf(successEnvelope(z.array(workspaceItem)), {
      data: [{ ...item, id: person.id, name: 'Personal', kind: 'personal' }, item],
    }),
  }),
  createTeam: route(tag, 'POST /workspaces', {
    needs: 'person',
    summary: 'Make a team',
    description: `You become its owner. It begins with the free plan, its own videos, tokens and prompts. You may be in ${String(teamLimit)} teams.`,
    body: { schema: newTeamBody, example: { name: 'Acme' } },
    answer: success(workspaceItem, item),
    failures: { 409: 'You are in the maximum number of teams.' },
  }),
  findWorkspaceOfVideo: route(tag, 'GET /workspaces/of-video/{id}', {
    needs: 'person',
    summary: 'Which of your workspaces a video is in',
    params: z.object({ id: publicVideoId }),
    answer: success(workspaceItem, item),
  }),
  acceptInvitation: route(tag, 'POST /workspaces/accept', {
    needs: 'person',
    summary: 'Join a team by an invitation',
    description: 'Succeeds also when you are a member already.',
    isThrottled: true,
    body: { schema: invitationBody, example: { token } },
    answer: success(workspaceItem, { ...item, role: 'editor' }),
    failures: {
      403: 'The team has no seat left.',
      409: 'The invitation is for another address, or you are in the maximum number of teams.',
      410: ended,
      429: `${tooManyTries}.`,
    },
  }),
  findTeamOfInvitation: route(tag, 'POST /workspaces/of-invitation', {
    needs: 'person',
    hasKey: false,
    summary: 'The team of an invitation, for its members',
    description: 'Answers also when you have accepted the invitation.',
    isThrottled: true,
    body: { schema: invitationBody, example: { token } },
    answer: success(workspaceItem, { ...item, role: 'editor' }),
    failures: { 404: 'You are not a member of its team.', 429: `${tooManyTries}.` },
  }),
  showInvitation: route(tag, 'POST /auth/invitation', {
    hasKey: false,
    summary: 'What the link of an invitation offers',
    description: `The link stays as it is. It works for ${String(invitationDays)} days.`,
    caller: 'anyone',
    isThrottled: true,
    body: { schema: invitationBody, example: { token } },
    answer: success(offeredInvitation, {
      ...{ team: 'Acme', invited_by: 'Ada Lovelace', email: 'bo@example.com' },
      ...{ role: 'editor', expires_at: 1_798_675_200 },
    }),
    failures: { 410: ended },
  }),
  getWorkspace: route(tag, 'GET /workspace', {
    needs: 'library.read',
    summary: 'The workspace of the request',
    answer: success(workspaceRecord, record),
  }),
  editTeam: route(tag, 'PATCH /workspace', {
    needs: 'workspace.edit',
    summary: 'Change the name of the team, or who may publish',
    body: { schema: teamBody, example: { name: 'Acme', version: 3 } },
    answer: success(workspaceRecord, { ...record, version: 4 }),
    failures: { 404: noTeam, 409: 'The team was changed since this version.' },
  }),
  setTeamPicture: route(tag, 'POST /workspace/picture', {
    needs: 'workspace.edit',
    summary: 'Set or remove the picture of the team',
    description: 'Its middle is scaled to 96×96 pixels. `GET /workspaces` has it.',
    body: { schema: teamPictureBody, example: { image: null } },
    answer: done,
    failures: {
      400: 'The picture cannot be read, or has more than 8,000 pixels on a side or 8 million in all.',
      404: noTeam,
    },
  }),
  deleteTeam: route(tag, 'DELETE /workspace', {
    needs: 'delete',
    summary: 'Delete the team',
    description: `It is closed for everybody at once, and deleted with all its videos in ${String(restoreDays)} days. Until then an owner can restore it.`,
    body: { schema: deleteTeamBody, example: { name: 'Acme' } },
    answer: done,
    failures: { 400: 'This is not the name of the team.', 404: noTeam },
  }),
  restoreTeam: route(tag, 'POST /workspaces/{id}/restore', {
    needs: 'person',
    summary: 'Restore a team that is to be deleted',
    description: 'For its owners. Its members find everything as it was.',
    params: z.object({ id: teamId }),
    answer: success(workspaceItem, item),
    failures: { 404: 'There is no such team, or it was deleted for good.' },
  }),
  listMembers: route(tag, 'GET /workspace/members', {
    needs: 'library.read',
    summary: 'The members of the team',
    answer: success(memberList, {
      members: [
        {
          ...{ id: person.id, firstname: person.firstname, lastname: person.lastname, email: person.email },
          ...{ role: 'owner', since: 1_767_225_600, invited_by: null, is_active: true },
          last_here: 1_798_070_400,
        },
      ],
      invitations: [
        {
          ...{ id: sessionId, email: 'bo@example.com', role: 'editor', invited_by: 'Ada Lovelace' },
          ...{ created_at: 1_798_070_400, expires_at: 1_798_675_200 },
        },
      ],
      member_limit: 500,
    }),
  }),
  setRole: route(tag, 'PATCH /workspace/members/{id}', {
    needs: 'members',
    summary: 'Change the role of a member',
    description: 'Only an owner makes somebody owner, or changes the role of an owner.',
    params: z.object({ id: memberId }),
    body: { schema: roleBody, example: { role: 'admin' } },
    answer: done,
    failures: { 404: 'This person is not a member.', 409: lastOwner },
  }),
  removeMember: route(tag, 'DELETE /workspace/members/{id}', {
    needs: 'library.read',
    summary: 'Remove a member, or leave the team yourself',
    description:
      'They lose access at once; what they made stays. Every role may leave; to remove somebody else takes an admin, and an owner to remove an owner.',
    params: z.object({ id: memberId }),
    answer: done,
    failures: { 409: lastOwner },
  }),
  invite: route(tag, 'POST /workspace/invitations', {
    needs: 'members',
    summary: 'Invite people by mail',
    description: `Each address gets a link that works once, for ${String(invitationDays)} days. An address that was invited before gets a new one. The answer does not tell whether an address has an account.`,
    body: { schema: inviteBody, example: { emails: ['bo@example.com'], role: 'editor', note: 'Join us.' } },
    answer: answerOf(successEnvelope(z.array(invitedRow)), {
      data: [{ email: 'bo@example.com', result: 'sent' }],
    }),
    failures: {
      404: noTeam,
      429: 'The team has sent too many invitations in the last day.',
    },
  }),
  withdrawInvitation: route(tag, 'DELETE /workspace/invitations/{id}', {
    needs: 'members',
    summary: 'Withdraw an invitation',
    description: 'Its link stops working. Withdrawing twice is no error.',
    params: z.object({ id: invitationId }),
    answer: done,
  }),
};

const logPage: WorkspaceLogPage = {
  entries: [
    {
      ...{ id: `${sessionId}-entry`, entry: 1204, at: 1_798_070_400.25 },
      actor: { id: person.id, name: `${person.firstname} ${person.lastname}`, is_staff: false },
      action: 'auth.set-role',
      subject: { kind: 'person', id: '7d0c5a52-0f1e-4f0e-9a51-5e6f8f1f2a11', name: 'Bo Diaz' },
      fields: { userId: '7d0c5a52-0f1e-4f0e-9a51-5e6f8f1f2a11', role: 'admin' },
      before: { role: 'editor' },
      ...{ address: '203.0.113.7', reference: '0f6c5a52-0f1e-4f0e-9a51-5e6f8f1f2a10' },
      follows: '9f2c86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a',
      hash: 'b1946ac92492d2347c6235b4d2611184f5d5d9b1bd1f5bd5b6d4a6f0c1a2b3c4',
    },
  ],
  ...{ next: '1798070400.25 1204', kept_days: 400, checked_at: 1_798_066_800, broken_at: null },
};

const stream: LogStreamRecord = {
  ...{ kind: 'https', url: 'https://collector.example.com/webinars', host: null, port: null },
  ...{ has_secret: true, delivered_at: 1_798_070_402, waiting: 0, problem: '' },
};

/** Calls about who changed what in a workspace. */
export const workspaceLogRoutes = {
  listWorkspaceLog: route(tag, 'GET /workspace/audit', {
    needs: 'audit.read',
    summary: 'The audit log of the workspace, newest first',
    description:
      'Who changed what, also members of staff of the installation; in your own workspace only they. Each entry has the hash of the one before it, so that a change of the log shows.',
    query: workspaceLogQuery,
    answer: success(workspaceLogPage, logPage),
  }),
  exportWorkspaceLog: route(tag, 'GET /workspace/audit.csv', {
    needs: 'audit.read',
    summary: 'The audit log of the workspace as CSV, newest first',
    query: workspaceLogFilter,
    answer: spreadsheet,
  }),
  getLogStream: route(tag, 'GET /workspace/audit/stream', {
    needs: 'security',
    summary: 'Where new entries of the audit log are sent',
    answer: success(logStreamRecord, stream),
    failures: { 404: noTeam },
  }),
  setLogStream: route(tag, 'PUT /workspace/audit/stream', {
    needs: 'security',
    summary: 'Send new entries of the audit log to a collector',
    description:
      'As JSON lines by POST, or as messages of syslog (RFC 5425): the entries of the list with the e-mail address of the person, in their order, each at least once. A collector that was away gets all of them later.',
    body: {
      schema: logStreamBody,
      example: { kind: 'https', url: 'https://collector.example.com/webinars', secret: 'q3bJ0y2sQy6Yw8mJ' },
    },
    answer: success(logStreamRecord, stream),
    failures: { 404: noTeam },
  }),
  testLogStream: route(tag, 'POST /workspace/audit/stream/test', {
    needs: 'security',
    summary: 'Send a test entry to the collector',
    isThrottled: true,
    answer: done,
    failures: {
      404: noTeam,
      409: 'The collector did not take it, or there is none: the sentence says why.',
      429: `${tooManyTries}.`,
    },
  }),
  exportWorkspaceLogLines: route(tag, 'GET /workspace/audit.jsonl', {
    needs: 'audit.read',
    summary: 'The audit log of the workspace as JSON lines, newest first',
    query: workspaceLogFilter,
    answer: {
      file: 'application/x-ndjson',
      description: 'UTF-8, one entry as JSON in each line, in the form of the list.',
    },
  }),
};
