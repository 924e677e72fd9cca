import { z } from 'zod';
import { errorEnvelope, successEnvelope } from '../common/envelope.ts';
import {
  editEmployeeBody,
  employeeId,
  employeeRow,
  employeesQuery,
  employeeVideoRow,
  employeeVideosQuery,
  tokenHistoryQuery,
  tokenHistoryRow,
} from '../routes/admin.routes.ts';
import { dashboard } from '../routes/dashboard.routes.ts';
import { memberLimit, teamVideoLimit } from '../rules/roles.ts';
import {
  editTeamBody,
  teamId,
  teamRow,
  teamsQuery,
  type TeamRow,
} from '../routes/workspace/workspace.routes.ts';
import { answerOf, rows, sentence, sentenceSchema, success } from './answers.ts';
import {
  employeeExample,
  employeeVideoExample,
  operationExample,
  sessionId,
  videoExample,
} from './examples.ts';
import { route } from './route.ts';
import { spreadsheet, tooManyRows, videoParams } from './shared.ts';

const noSuchUser = 'There is no such user.';
const byId = z.object({ id: employeeId });
const byTeam = z.object({ id: teamId });
const teamExample: TeamRow = {
  ...{ _id: '7d0c5a52-0f1e-4f0e-9a51-5e6f8f1f2a10', name: 'Acme', owners: ['ada@example.com'] },
  ...{
    members: 12,
    member_limit: 500,
    plan: 'executive',
    video_limit: 200,
    token_balance: 912_400,
    single_sign_on: 'off',
  },
  ...{ created_at: 1_763_000_000, membership_end: 1_798_675_200, is_active: true },
  ...{ upgrade_requested_at: null, deletes_at: null, version: 4 },
};
const byEmployee = z.object({ employeeId });
/** Of a file, which has the whole list. */
const paging = { page: true, limit: true } as const;
const wholeOrPaged = 'The whole list; with `page` or `limit`, one page of it.';

/** A sentence, with the current state of the user. */
const userAnswer = (msg: string) =>
  answerOf(successEnvelope(employeeRow).extend({ msg: z.string() }), { msg, data: employeeExample });

/** Calls of staff about users and their videos. */
export const adminRoutes = {
  listEmployees: route('Staff', 'GET /admin/employees', {
    summary: 'All users',
    description: wholeOrPaged,
    caller: 'staff',
    query: employeesQuery,
    answer: rows(employeeRow, [employeeExample]),
  }),
  exportEmployees: route('Staff', 'GET /admin/employees.csv', {
    summary: 'All users as CSV',
    caller: 'staff',
    query: employeesQuery.omit(paging),
    answer: spreadsheet,
    failures: { 403: tooManyRows },
  }),
  editEmployee: route('Staff', 'POST /admin/employee/{id}', {
    summary: 'Edit a user, or add tokens',
    description:
      'An upgrade of the plan increases the grant of the current month immediately. When the user has changed since `version`, nothing is saved: the answer is 409 with the current user in `data`.',
    caller: 'staff',
    params: byId,
    body: {
      schema: editEmployeeBody,
      example: {
        firstname: 'Ada',
        lastname: 'Lovelace',
        plan: 'executive',
        add_token: 25_000,
        is_active: true,
        membership_end: '2026-11-18',
        version: 3,
      },
    },
    answer: userAnswer('The user was updated.'),
    failures: {
      404: noSuchUser,
      409: {
        when: 'The user has changed since that `version`; `data` is the current user, with the `version` to edit.',
        // Without a description of its own: next to a `$ref` the document would forbid the referenced fields.
        schema: errorEnvelope.extend({ data: employeeRow }),
      },
    },
  }),
  deleteEmployee: route('Staff', 'DELETE /admin/employee/{id}', {
    summary: 'Delete a user and all of their data',
    caller: 'staff',
    params: byId,
    answer: sentence('The user was deleted.'),
    failures: { 404: noSuchUser },
  }),
  grantUpgrade: route('Staff', 'POST /admin/employee/{id}/grant-upgrade', {
    summary: 'Grant the executive plan for a month',
    description: 'Also confirms an executive registration and closes an open request.',
    caller: 'staff',
    params: byId,
    answer: userAnswer('The upgrade was granted.'),
    failures: { 404: noSuchUser },
  }),
  listTeams: route('Staff', 'GET /admin/teams', {
    summary: 'All teams',
    description: 'Teams with an open request for an upgrade come first, then the newest.',
    caller: 'staff',
    query: teamsQuery,
    answer: rows(teamRow, [teamExample]),
  }),
  editTeamOfUsers: route('Staff', 'POST /admin/team/{id}', {
    summary: 'Edit the plan and the limits of a team, or add tokens',
    description: `A team may have up to ${String(teamVideoLimit)} videos and ${String(memberLimit)} members. When the team has changed since \`version\`, nothing is saved: the answer is 409 with the current team in \`data\`.`,
    caller: 'staff',
    params: byTeam,
    body: {
      schema: editTeamBody,
      example: { plan: 'executive', video_limit: 200, membership_end: '2027-11-18', version: 3 },
    },
    answer: answerOf(successEnvelope(teamRow).extend({ msg: z.string() }), {
      msg: 'The team was updated.',
      data: teamExample,
    }),
    failures: {
      404: 'There is no such team.',
      409: {
        when: 'The team has changed since that `version`; `data` is the current team, with the `version` to edit.',
        schema: errorEnvelope.extend({ data: teamRow }),
      },
    },
  }),
  listAllVideos: route('Staff', 'GET /admin/videos', {
    summary: 'Videos of all users',
    description: wholeOrPaged,
    caller: 'staff',
    query: employeeVideosQuery,
    answer: rows(employeeVideoRow, [employeeVideoExample]),
  }),
  exportAllVideos: route('Staff', 'GET /admin/videos.csv', {
    summary: 'Videos of all users as CSV',
    caller: 'staff',
    query: employeeVideosQuery.omit(paging),
    answer: spreadsheet,
    failures: { 403: tooManyRows },
  }),
  retryVideoOfUser: route('Staff', 'POST /admin/video/{id}/retry', {
    summary: 'Retry the failed step of a video of a user',
    caller: 'staff',
    params: videoParams,
    answer: sentence('The step was restarted.'),
    failures: { 404: 'There is no such video.', 409: 'There is nothing to try again.' },
  }),
  retryFailedVideos: route('Staff', 'POST /admin/videos/retry-failed', {
    summary: 'Retry the failed steps of the videos of all users',
    description: 'Up to 100 videos in one call; the answer says how many are left.',
    caller: 'staff',
    answer: answerOf(sentenceSchema, { msg: '2 videos restarted.' }),
  }),
  listTokenHistory: route('Staff', 'GET /admin/employee-token-histories/{employeeId}', {
    summary: 'Operations of a user with their costs',
    description: wholeOrPaged,
    caller: 'staff',
    params: byEmployee,
    query: tokenHistoryQuery,
    answer: rows(tokenHistoryRow, [
      {
        _id: operationExample.id,
        muxVideoId: { _id: sessionId, title: videoExample.title },
        operationType: 'quotes',
        systemPrompt: operationExample.system_message,
        customPrompt: operationExample.user_message,
        resultString: operationExample.result,
        createdAt: 1_763_000_400,
        tokens: 52,
        state: 'done',
      },
    ]),
    failures: { 404: noSuchUser },
  }),
  exportTokenHistory: route('Staff', 'GET /admin/employee-token-histories/{employeeId}/entries.csv', {
    summary: 'Operations of a user with their costs as CSV',
    caller: 'staff',
    params: byEmployee,
    query: tokenHistoryQuery.omit(paging),
    answer: spreadsheet,
    failures: { 403: tooManyRows, 404: noSuchUser },
  }),
  getDashboard: route('Staff', 'GET /admin/dashboard', {
    summary: 'What needs attention',
    description: 'Parts that are not available now are null or empty, and named in `missing`.',
    caller: 'staff',
    answer: success(dashboard, {
      users: { total: 1, created_7_days: 1 },
      videos: { total: 1, failed: 0, processing: 0 },
      failed_videos: [],
      stuck_videos: [],
      upgrade_requests: [employeeExample],
      team_requests: [{ ...teamExample, plan: 'free', upgrade_requested_at: 1_763_000_000 }],
      missing: [],
      wrong_settings: ['Mail is not sent: the mail server refuses the account (SMTP_URL).'],
    }),
  }),
};
