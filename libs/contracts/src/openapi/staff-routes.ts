import { z } from 'zod';
import { changePasswordBody } from '../routes/account.routes.ts';
import {
  auditAnswer,
  doneAnswer,
  sentenceAnswer,
  staffAnswer,
  staffListAnswer,
  staffMemberAnswer,
  staffSessionAnswer,
} from '../routes/answers.ts';
import { auditQuery } from '../routes/audit.routes.ts';
import { loginBody } from '../routes/auth.routes.ts';
import { addStaffBody, editStaffBody, staffId } from '../routes/staff.routes.ts';
import { answerOf, apiRoute } from './api-route.ts';
import { employeeExample, staffExample } from './examples.ts';

const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIzZDBlNWIxYSJ9.c2lnbmF0dXJl';
const { id, email, role } = staffExample;
const staff = answerOf(staffAnswer, { status: 'success', data: staffExample });
const noSuchStaff = 'There is no such member of staff.';
const lastOwner = 'It is the last owner who can sign in.';
const byId = z.object({ id: staffId });

/** Calls of staff about staff: sign-in, their accounts, and the audit log. */
export const staffRoutes = [
  apiRoute({
    id: 'staffLogin',
    hasKey: false,
    method: 'post',
    path: '/admin/login',
    tag: 'Staff',
    summary: 'Sign in as a member of staff',
    description:
      'The `data.token` of the answer authorises only the calls of this section. It is valid for 8 hours, and expires after 30 minutes without a call.',
    caller: 'anyone',
    body: { schema: loginBody, example: { email, password: 'punched cards' } },
    answer: answerOf(staffSessionAnswer, { status: 'success', data: { id, token, email } }),
    failures: {
      401: 'No member of staff has this e-mail address and password.',
      403: 'The account is disabled.',
      429: 'Too many tries from this address in the last minute, or wrong passwords for this account in the last 15.',
    },
  }),
  apiRoute({
    id: 'staffCheck',
    hasKey: false,
    method: 'post',
    path: '/admin/check',
    tag: 'Staff',
    summary: 'The member of staff of this token',
    caller: 'staff',
    answer: answerOf(staffMemberAnswer, { status: 'success', data: { id, email, role } }),
  }),
  apiRoute({
    id: 'staffLogout',
    hasKey: false,
    method: 'post',
    path: '/admin/logout',
    tag: 'Staff',
    summary: 'End the staff session of this token',
    caller: 'staff',
    answer: answerOf(doneAnswer, { status: 'success', data: {} }),
  }),
  apiRoute({
    id: 'staffChangePassword',
    method: 'post',
    path: '/admin/password',
    tag: 'Staff',
    summary: 'Change your own password as staff',
    description: 'Ends all your other sessions.',
    caller: 'staff',
    body: {
      schema: changePasswordBody,
      example: { password: 'punched cards', new_password: 'Bernoulli numbers' },
    },
    answer: answerOf(sentenceAnswer, { status: 'success', msg: 'Your password was changed.' }),
    failures: {
      400: 'The current password is wrong, or the new one breaks a rule that `msg` names.',
      429: 'Too many wrong passwords for this account in the last 15 minutes.',
    },
  }),
  apiRoute({
    id: 'listStaff',
    method: 'get',
    path: '/admin/staff',
    tag: 'Staff',
    summary: 'All members of staff',
    caller: 'owner',
    answer: answerOf(staffListAnswer, { status: 'success', data: [staffExample] }),
  }),
  apiRoute({
    id: 'addStaff',
    method: 'post',
    path: '/admin/staff',
    tag: 'Staff',
    summary: 'Add a member of staff',
    caller: 'owner',
    body: { schema: addStaffBody, example: { email, password: 'punched cards', role } },
    answer: staff,
    failures: { 409: 'There is a member of staff with this e-mail address.' },
  }),
  apiRoute({
    id: 'editStaff',
    method: 'post',
    path: '/admin/staff/{id}',
    tag: 'Staff',
    summary: 'Change a role or a password, or disable the account',
    caller: 'owner',
    params: byId,
    body: { schema: editStaffBody, example: { role: 'support' } },
    answer: answerOf(staffAnswer, { status: 'success', data: { ...staffExample, role: 'support' } }),
    failures: { 404: noSuchStaff, 409: lastOwner },
  }),
  apiRoute({
    id: 'removeStaff',
    method: 'delete',
    path: '/admin/staff/{id}',
    tag: 'Staff',
    summary: 'Remove a member of staff',
    caller: 'owner',
    params: byId,
    description: 'Succeeds when the member was removed already.',
    answer: answerOf(doneAnswer, { status: 'success', data: {} }),
    failures: { 404: 'The id is invalid.', 409: lastOwner },
  }),
  apiRoute({
    id: 'listAudit',
    method: 'get',
    path: '/admin/audit',
    tag: 'Staff',
    summary: 'The audit log, newest first',
    description: 'A change has two lines: one before it, and one with its outcome.',
    caller: 'staff',
    query: auditQuery,
    answer: answerOf(auditAnswer, {
      status: 'success',
      data: [
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
      ],
      total: 2,
    }),
  }),
];
