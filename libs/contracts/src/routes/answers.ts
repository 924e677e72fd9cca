import { z } from 'zod';
import { errorEnvelope, successEnvelope } from '../envelope.ts';
import { accountRecord, accountSession, ledgerRow, operationEstimate } from './account.routes.ts';
import { dashboard, employeeRow, employeeVideoRow, tokenHistoryRow } from './admin.routes.ts';
import { auditRow } from './audit.routes.ts';
import { currentUser, sessionUser, uploadAllowance } from './auth.routes.ts';
import { listTotal } from './list-order.ts';
import { listPlaceFields } from './list-place.ts';
import { searchAnswer } from './search.routes.ts';
import { staffAccount, staffMember, staffSession } from './staff.routes.ts';
import { userSettings } from './settings.routes.ts';
import { chapter, operation } from './chapter.routes.ts';
import { uploadSession, videoRecord } from './video.routes.ts';

/** What sign-in and registration answer. */
export const sessionUserAnswer = successEnvelope(sessionUser);

export const currentUserAnswer = successEnvelope(currentUser);

/** Nothing but that it is done. */
export const doneAnswer = successEnvelope(z.object({}));

/** The two are under `data` and beside it: clients of either reading find them. */
export const uploadAllowanceAnswer = successEnvelope(uploadAllowance).extend({
  canUpload: uploadAllowance.shape.canUpload,
  msg: uploadAllowance.shape.msg,
});

export const userSettingsAnswer = successEnvelope(userSettings);

/** As {@link uploadAllowanceAnswer}: under `data` and beside it. */
export const uploadSessionAnswer = successEnvelope(uploadSession).extend(uploadSession.shape);

/** One video; its chapters are in the record and beside it. */
export const videoAnswer = successEnvelope(videoRecord).extend({ chapters: z.array(chapter) });

/** The video after something was asked to be written for it, and how that went: it may still be running. */
export const writtenAnswer = videoAnswer.extend({ operation });

/** As {@link writtenAnswer}, with what was sent. The answer itself is the `search` of the chapter. */
export const searchUpdateAnswer = writtenAnswer.extend({
  system_message: z.string().describe('The system prompt with what it was given of chapter and video.'),
  user_message: z.string().describe('The prompt as it was sent.'),
});

export const operationAnswer = successEnvelope(operation);

export const clipAnswer = successEnvelope(
  z
    .string()
    .describe('Url of the clip as a file. It answers 404 until the clip is made: ask with HEAD every 5 s.'),
);

export const videoListAnswer = successEnvelope(z.array(videoRecord)).extend(listPlaceFields.shape);

export const deletedAnswer = successEnvelope(z.object({ id: z.string().describe('The `id` of the video.') }));

export const searchResultsAnswer = successEnvelope(searchAnswer);

/** A sentence and nothing else. */
export const sentenceAnswer = z.object({ status: z.literal('success'), msg: z.string() });

export const accountAnswer = successEnvelope(accountRecord);

export const ledgerAnswer = successEnvelope(z.array(ledgerRow)).extend(listTotal.shape);

export const accountSessionsAnswer = successEnvelope(z.array(accountSession));

export const estimateAnswer = successEnvelope(operationEstimate);

export const staffSessionAnswer = successEnvelope(staffSession);

export const staffMemberAnswer = successEnvelope(staffMember);

export const staffAnswer = successEnvelope(staffAccount);

export const staffListAnswer = successEnvelope(z.array(staffAccount));

export const employeesAnswer = successEnvelope(z.array(employeeRow)).extend(listTotal.shape);

/** A sentence, with the user as they are now. */
export const employeeAnswer = successEnvelope(employeeRow).extend(sentenceAnswer.shape);

/**
 * What a stale edit is answered with, as 409: nothing was changed, and `data` is the user as they are now. Described here
 * alone: beside a reference the document would say that nothing of it may be there.
 */
export const staleEmployeeAnswer = errorEnvelope.extend({ data: employeeRow });

export const employeeVideosAnswer = successEnvelope(z.array(employeeVideoRow)).extend(listTotal.shape);

export const tokenHistoryAnswer = successEnvelope(z.array(tokenHistoryRow)).extend(listTotal.shape);

export const dashboardAnswer = successEnvelope(dashboard);

export const auditAnswer = successEnvelope(z.array(auditRow)).extend(listTotal.shape);
