import { z } from 'zod';
import {
  accountBody,
  accountRecord,
  accountSession,
  accountSessionId,
  changeEmailBody,
  changePasswordBody,
  deleteAccountBody,
  downloadTicket,
  estimateQuery,
  exportEstimate,
  exportQuery,
  ledgerQuery,
  ledgerRow,
  operationEstimate,
} from '../routes/account.routes.ts';
import {
  checkResetLinkBody,
  emailLinkBody,
  forgotPasswordBody,
  resetPasswordBody,
} from '../routes/auth.routes.ts';
import { done, rows, sentence, success } from './answers.ts';
import { accountExample, sessionId, videoExample } from './examples.ts';
import { route } from './route.ts';
import { tooManyTries } from './shared.ts';

const account = success(accountRecord, accountExample);
const mailedToken = 'q3bJ0y2sQy6Yw8mJ7m0mZ4b6m1t0Zx9kqT5gk2c3V1A';

/** Calls of a person about their own account. */
export const ownAccountRoutes = {
  forgotPassword: route('Account', 'POST /auth/forgot-password', {
    summary: 'Request a link to set a new password',
    description:
      'The link is valid once, for 30 minutes. The answer is the same for an address without an account.',
    caller: 'anyone',
    isThrottled: true,
    body: { schema: forgotPasswordBody, example: { email: accountExample.email } },
    answer: sentence('If an account has this address, we have sent it a link.'),
  }),
  checkResetLink: route('Account', 'POST /auth/check-reset-link', {
    summary: 'Ask whether the link that was sent can still set a password',
    description: 'The link stays as it is.',
    caller: 'anyone',
    isThrottled: true,
    body: { schema: checkResetLinkBody, example: { token: mailedToken } },
    answer: done,
    failures: { 410: 'The link was used or has expired.' },
  }),
  resetPassword: route('Account', 'POST /auth/reset-password', {
    summary: 'Set a new password with the link that was sent',
    description: 'Ends all sessions of the person; sign in with the new password.',
    caller: 'anyone',
    isThrottled: true,
    body: {
      schema: resetPasswordBody,
      example: { token: mailedToken, password: 'difference engine' },
    },
    answer: sentence('Your password was changed. Please sign in.'),
    failures: { 410: 'The link was used or has expired.' },
  }),
  changeEmail: route('Account', 'POST /account/email', {
    needs: 'person',
    summary: 'Request a link to change your e-mail address',
    description:
      'The link is sent to the new address and is valid once, for an hour. The answer is the same for an address that has an account, which gets no mail.',
    isThrottled: true,
    body: {
      schema: changeEmailBody,
      example: { email: 'ada@example.net', password: 'analytical engine' },
    },
    answer: sentence('If this address can be used, we have sent it a link.'),
    failures: {
      400: 'The password is wrong, or this is already your address.',
      429: `${tooManyTries}, wrong passwords for this account in the last 15, or requests in the last hour.`,
    },
  }),
  confirmEmail: route('Account', 'POST /auth/confirm-email', {
    summary: 'Change your e-mail address with the link that was sent',
    description: 'Sessions continue. The old address gets a link that undoes it for seven days.',
    caller: 'anyone',
    isThrottled: true,
    body: { schema: emailLinkBody, example: { token: mailedToken } },
    answer: sentence('Your e-mail address was changed.'),
    failures: {
      409: 'Another account now has this address.',
      410: 'The link was used or has expired.',
    },
  }),
  undoEmail: route('Account', 'POST /auth/undo-email', {
    summary: 'Undo a change of your e-mail address',
    description: 'Ends all sessions, invalidates the password, and sends a link to set a new one.',
    caller: 'anyone',
    isThrottled: true,
    body: { schema: emailLinkBody, example: { token: mailedToken } },
    answer: sentence('Your old address is restored. We have sent it a link to set a new password.'),
    failures: {
      409: 'Another account now has this address.',
      410: 'The link was used or has expired.',
    },
  }),
  getAccount: route('Account', 'GET /account', {
    needs: 'person',
    summary: 'Your account with its plan and tokens',
    answer: account,
  }),
  editAccount: route('Account', 'PATCH /account', {
    needs: 'person',
    summary: 'Change your name, or which mails you get',
    body: { schema: accountBody, example: { firstname: 'Ada', lastname: 'Lovelace', ready_mail: false } },
    answer: success(accountRecord, { ...accountExample, ready_mail: false }),
  }),
  listLedger: route('Account', 'GET /account/ledger', {
    needs: 'tokens.read',
    summary: 'The ledger of your tokens, newest first',
    description:
      'An operation makes two lines: the reservation when it started, and the refund when it ended.',
    query: ledgerQuery,
    answer: rows(ledgerRow, [
      {
        id: 'settle:2c9e2a54-0a0f-4c9e-8a5a-7f1d1f6d3b10',
        at: 1_763_000_420,
        amount: 1_200,
        purpose: 'quotes',
        operation_id: '2c9e2a54-0a0f-4c9e-8a5a-7f1d1f6d3b10',
        video: { id: sessionId, title: videoExample.title },
      },
      {
        id: 'grant:2025-11',
        at: 1_761_955_200,
        amount: 1_000_000,
        purpose: 'grant',
        operation_id: null,
        video: null,
      },
    ]),
  }),
  listSessions: route('Account', 'GET /account/sessions', {
    needs: 'person',
    summary: 'Where you are signed in',
    answer: success(z.array(accountSession), [
      {
        id: '7d1f0c1e-54a8-4c58-9d0f-6a1f6b1b8c22',
        created_at: 1_762_900_000,
        last_seen_at: 1_763_000_400,
        client_address: '203.0.113.7',
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
        is_current: true,
      },
    ]),
  }),
  endOtherSessions: route('Account', 'DELETE /account/sessions', {
    needs: 'person',
    summary: 'Sign out everywhere else',
    description: 'Also cancels unfinished uploads of these sessions.',
    answer: done,
  }),
  endSession: route('Account', 'DELETE /account/sessions/{id}', {
    needs: 'person',
    summary: 'End one of your sessions',
    description: 'Also cancels unfinished uploads of this session.',
    params: z.object({ id: accountSessionId }),
    answer: done,
    failures: { 404: 'That is not the id of a session.' },
  }),
  changePassword: route('Account', 'POST /account/password', {
    needs: 'person',
    summary: 'Change your password',
    description: 'Ends all your other sessions.',
    isThrottled: true,
    body: {
      schema: changePasswordBody,
      example: { password: 'analytical engine', new_password: 'difference engine' },
    },
    answer: sentence('Your password was changed.'),
    failures: {
      400: 'The current password is wrong, or the new one breaks a rule that `msg` names.',
      429: `${tooManyTries}, or wrong passwords for this account in the last 15.`,
    },
  }),
  deleteAccount: route('Account', 'DELETE /account', {
    needs: 'person',
    summary: 'Delete your account and everything in it',
    description: 'Also deletes videos, transcripts, chapters and clips. It cannot be undone.',
    body: { schema: deleteAccountBody, example: { email: accountExample.email } },
    answer: sentence('Your account was deleted.'),
    failures: { 400: 'The e-mail address is not your own.' },
  }),
  exportAccount: route('Account', 'GET /account/export', {
    needs: 'person',
    summary: 'Export all of your data as a file',
    caller: 'ticket',
    query: exportQuery,
    answer: {
      file: 'application/zip',
      description:
        'An archive of JSON and WebVTT files: profile, ledger, links to moments, portals, the glossary, and every video with its chapters and transcript; on request also the files of recordings and clips. `missing-files.txt` names those that could not be included.',
    },
    failures: { 429: 'An export of this person is running already, or many others are.' },
  }),
  estimateExport: route('Account', 'GET /account/export/estimate', {
    needs: 'person',
    summary: 'The size of an export with recordings and clips',
    answer: success(exportEstimate, { recordings: 12, clips: 34, missing: 1, bytes: 18_400_000_000 }),
  }),
  createExportTicket: route('Account', 'POST /account/export/ticket', {
    needs: 'person',
    hasKey: false,
    summary: 'A ticket for one export, for links that cannot send a token',
    answer: success(downloadTicket, { ticket: mailedToken }),
    failures: { 429: 'An export of this person is running already, or many others are.' },
  }),
  requestUpgrade: route('Account', 'POST /account/upgrade-request', {
    needs: 'plan',
    summary: 'Ask for the executive plan',
    description: 'Staff see the request until they grant it. A second request changes nothing.',
    answer: sentence('We received your request and will contact you.'),
  }),
  estimateOperation: route('Editor', 'GET /muxupload/estimate', {
    needs: 'generate',
    summary: 'The maximum cost of an operation',
    query: estimateQuery,
    answer: success(operationEstimate, { tokens: 1_850, balance: 998_150 }),
    failures: {
      404: 'There is no such video, or it is somebody else’s.',
      409: 'The video is not ready for this; `msg` says what to wait for.',
    },
  }),
};
