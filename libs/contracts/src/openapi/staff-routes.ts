import { z } from 'zod';
import { changePasswordBody } from '../routes/account.routes.ts';
import { auditQuery, auditRow } from '../routes/audit.routes.ts';
import { loginBody } from '../routes/auth.routes.ts';
import {
  addStaffBody,
  editStaffBody,
  staffAccount,
  staffId,
  staffMember,
  staffSession,
  staffSso,
} from '../routes/staff.routes.ts';
import { begunSso, finishSsoBody } from '../routes/workspace/sso.routes.ts';
import { done, rows, sentence, success } from './answers.ts';
import { employeeExample, staffExample } from './examples.ts';
import { route } from './route.ts';
import { spreadsheet, tooManyRows, tooManyTries } from './shared.ts';

const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIzZDBlNWIxYSJ9.c2lnbmF0dXJl';
const { id, email, role } = staffExample;
const staff = success(staffAccount, staffExample);
const noSuchStaff = 'There is no such member of staff.';
const lastOwner = 'It is the last owner who can sign in.';
const byId = z.object({ id: staffId });

/** Calls of staff about staff: sign-in, their accounts, and the audit log. */
export const staffRoutes = {
  staffLogin: route('Staff', 'POST /admin/login', {
    hasKey: false,
    summary: 'Sign in as a member of staff',
    description:
      'The `data.token` of the answer authorises only the calls of this section. It is valid for 8 hours, and expires after 30 minutes without a call.',
    caller: 'anyone',
    isThrottled: true,
    body: { schema: loginBody, example: { email, password: 'punched cards' } },
    answer: success(staffSession, { id, token, email }),
    failures: {
      401: 'No member of staff has this e-mail address and password.',
      403: 'The account is disabled.',
      429: `${tooManyTries}, or wrong passwords for this account in the last 15.`,
    },
  }),
  getStaffSso: route('Staff', 'GET /admin/sso', {
    summary: 'Whether staff may sign in at a provider',
    caller: 'anyone',
    answer: success(staffSso, { is_offered: true }),
  }),
  beginStaffSso: route('Staff', 'POST /admin/sso', {
    hasKey: false,
    summary: 'Begin to sign in at the provider',
    description:
      'For browsers: the answer sets a cookie, which `POST /admin/sso/finish` needs within 10 minutes.',
    caller: 'anyone',
    isThrottled: true,
    answer: success(begunSso, { url: 'https://id.example.com/authorize?client_id=webinars' }),
    failures: {
      404: 'Single sign-on is not set up here.',
      429: `${tooManyTries}.`,
    },
  }),
  finishStaffSso: route('Staff', 'POST /admin/sso/finish', {
    hasKey: false,
    summary: 'Sign in with what the provider has sent',
    caller: 'anyone',
    isThrottled: true,
    body: { schema: finishSsoBody, example: { query: 'code=Zx9kq&state=c2V0' } },
    answer: success(staffSession, { id, token, email }),
    failures: {
      403: 'The provider did not confirm an address, or it is of no active member of staff.',
      404: 'Single sign-on is not set up here.',
      409: 'The sign-in took too long, or was started in another browser.',
      429: `${tooManyTries}.`,
    },
  }),
  staffCheck: route('Staff', 'POST /admin/check', {
    hasKey: false,
    summary: 'The member of staff of this token',
    caller: 'staff',
    answer: success(staffMember, { id, email, role }),
  }),
  staffLogout: route('Staff', 'POST /admin/logout', {
    hasKey: false,
    summary: 'End the staff session of this token',
    caller: 'staff',
    answer: done,
  }),
  staffChangePassword: route('Staff', 'POST /admin/password', {
    summary: 'Change your own password as staff',
    description: 'Ends all your other sessions.',
    caller: 'staff',
    body: {
      schema: changePasswordBody,
      example: { password: 'punched cards', new_password: 'Bernoulli numbers' },
    },
    answer: sentence('Your password was changed.'),
    failures: {
      400: 'The current password is wrong, or the new one breaks a rule that `msg` names.',
      429: 'Too many wrong passwords for this account in the last 15 minutes.',
    },
  }),
  listStaff: route('Staff', 'GET /admin/staff', {
    summary: 'All members of staff',
    caller: 'owner',
    answer: success(z.array(staffAccount), [staffExample]),
  }),
  exportStaff: route('Staff', 'GET /admin/staff.csv', {
    summary: 'All members of staff as CSV',
    caller: 'owner',
    answer: spreadsheet,
  }),
  addStaff: route('Staff', 'POST /admin/staff', {
    summary: 'Add a member of staff',
    caller: 'owner',
    body: { schema: addStaffBody, example: { email, password: 'punched cards', role } },
    answer: staff,
    failures: { 409: 'There is a member of staff with this e-mail address.' },
  }),
  editStaff: route('Staff', 'POST /admin/staff/{id}', {
    summary: 'Change a role or a password, or disable the account',
    caller: 'owner',
    params: byId,
    body: { schema: editStaffBody, example: { role: 'support' } },
    answer: success(staffAccount, { ...staffExample, role: 'support' }),
    failures: { 404: noSuchStaff, 409: lastOwner },
  }),
  removeStaff: route('Staff', 'DELETE /admin/staff/{id}', {
    summary: 'Remove a member of staff',
    caller: 'owner',
    params: byId,
    description: 'Succeeds when the member was removed already.',
    answer: done,
    failures: { 404: 'The id is invalid.', 409: lastOwner },
  }),
  listAudit: route('Staff', 'GET /admin/audit', {
    summary: 'The audit log, newest first',
    description: 'A change has two lines: one before it, and one with its outcome.',
    caller: 'staff',
    query: auditQuery,
    answer: rows(auditRow, [
      {
        id: '01K9W2',
        at: 1_763_000_500,
        actor: { id, email },
        action: 'edit-employee',
        subject: { id: employeeExample._id, name: employeeExample.email },
        state: 'done',
        started_id: '01K9W1',
        client_address: '203.0.113.9',
        before: null,
        requested: null,
        after: { plan: 'executive' },
        msg: '',
      },
      {
        id: '01K9W1',
        at: 1_763_000_500,
        actor: { id, email },
        action: 'edit-employee',
        subject: { id: employeeExample._id, name: employeeExample.email },
        state: 'started',
        started_id: null,
        client_address: '203.0.113.9',
        before: { plan: 'free' },
        requested: { plan: 'executive' },
        after: null,
        msg: '',
      },
    ]),
  }),
  exportAudit: route('Staff', 'GET /admin/audit.csv', {
    summary: 'The audit log as CSV, newest first',
    caller: 'staff',
    query: auditQuery.omit({ page: true, limit: true }),
    answer: spreadsheet,
    failures: { 403: tooManyRows },
  }),
};
