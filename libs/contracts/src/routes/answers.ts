import { z } from 'zod';
import { errorEnvelope, successEnvelope } from '../envelope.ts';
import {
  accountRecord,
  accountSession,
  downloadTicket,
  exportEstimate,
  ledgerRow,
  operationEstimate,
} from './account.routes.ts';
import { dashboard, employeeRow, employeeVideoRow, tokenHistoryRow } from './admin.routes.ts';
import { auditRow } from './audit.routes.ts';
import { clipList, clipRecord } from './clip.routes.ts';
import { currentUser, sessionUser, uploadAllowance } from './auth.routes.ts';
import { listTotal } from './list-order.ts';
import { listCursorFields } from './list-cursor.ts';
import {
  glossary,
  glossaryImport,
  glossaryPlaces,
  glossaryProposals,
  unconfirmedForms,
} from './glossary.routes.ts';
import { momentRecord } from './moment.routes.ts';
import { portalRecord } from './portal.routes.ts';
import { searchAnswer, speakerList } from './search.routes.ts';
import { staffAccount, staffMember, staffSession } from './staff.routes.ts';
import { userSettings } from './settings.routes.ts';
import { chapter, operation } from './chapter.routes.ts';
import { captionsPreview, replacedCaptions } from './captions.routes.ts';
import { transcript } from './transcript.routes.ts';
import { savedVersions, uploadSession, videoRecord } from './video.routes.ts';

/** The answer of sign-in and registration. */
export const sessionUserAnswer = successEnvelope(sessionUser);

export const currentUserAnswer = successEnvelope(currentUser);

/** Success without data. */
export const doneAnswer = successEnvelope(z.object({}));

/** `canUpload` and `msg` are both in `data` and at the top level, for clients that read either. */
export const uploadAllowanceAnswer = successEnvelope(uploadAllowance).extend({
  canUpload: uploadAllowance.shape.canUpload,
  msg: uploadAllowance.shape.msg,
});

export const userSettingsAnswer = successEnvelope(userSettings);

/** As {@link uploadAllowanceAnswer}: both in `data` and at the top level. */
export const uploadSessionAnswer = successEnvelope(uploadSession).extend(uploadSession.shape);

/** One video; its chapters are both in the record and at the top level. */
export const videoAnswer = successEnvelope(videoRecord).extend({ chapters: z.array(chapter) });

/** The record without its words, and what was read of the file. */
export const replacedCaptionsAnswer = videoAnswer.extend(replacedCaptions.shape);

export const captionsPreviewAnswer = successEnvelope(captionsPreview);

export const saveAnswer = successEnvelope(savedVersions);

export const transcriptAnswer = successEnvelope(transcript);

export const glossaryAnswer = successEnvelope(glossary);

/** The 409 answer of a stale save: nothing was changed, and `data` is the present glossary. */
export const staleGlossaryAnswer = errorEnvelope.extend({ data: glossary });

/** The 422 answer of a save that makes ordinary words wrong forms: nothing was changed. */
export const unconfirmedFormsAnswer = errorEnvelope.extend({ data: unconfirmedForms });

export const glossaryImportAnswer = successEnvelope(glossaryImport);

export const glossaryPlacesAnswer = successEnvelope(glossaryPlaces);

export const glossaryProposalsAnswer = successEnvelope(glossaryProposals);

/** The video after a generation request, with the operation, which may still be running. */
export const generationAnswer = videoAnswer.extend({ operation });

/** As {@link generationAnswer}, with the prompts. The generated answer is the `search` of the chapter. */
export const searchUpdateAnswer = generationAnswer.extend({
  system_message: z.string().describe('The system prompt, with its context of chapter and video.'),
  user_message: z.string().describe('The prompt that was sent.'),
});

export const momentAnswer = successEnvelope(momentRecord);

export const portalAnswer = successEnvelope(portalRecord);

export const portalsAnswer = successEnvelope(
  z.object({
    portals: z.array(portalRecord),
    limit: z.number().int().describe('How many the plan allows; 0: it has none.'),
  }),
);

export const portalPreviewAnswer = successEnvelope(
  z.object({ html: z.string().describe('The page, as a document of its own.') }),
);

export const momentsAnswer = successEnvelope(z.array(momentRecord)).extend({
  next: z.string().nullable().describe('Cursor of the next page; null on the last page.'),
});

export const operationAnswer = successEnvelope(operation);

export const clipAnswer = successEnvelope(
  z
    .string()
    .describe(
      'Url of the clip as a file. It answers 404 until the clip is made: poll it with HEAD every 5 s.',
    ),
);

export const clipsAnswer = successEnvelope(clipList);

export const clipRecordAnswer = successEnvelope(clipRecord);

export const videoListAnswer = successEnvelope(z.array(videoRecord)).extend(listCursorFields.shape);

export const deletedAnswer = successEnvelope(z.object({ id: z.string().describe('The `id` of the video.') }));

export const searchResultsAnswer = successEnvelope(searchAnswer);
export const speakerListAnswer = successEnvelope(speakerList);

/** A sentence without data. */
export const sentenceAnswer = z.object({ status: z.literal('success'), msg: z.string() });

export const accountAnswer = successEnvelope(accountRecord);

export const ledgerAnswer = successEnvelope(z.array(ledgerRow)).extend(listTotal.shape);

export const accountSessionsAnswer = successEnvelope(z.array(accountSession));

export const exportEstimateAnswer = successEnvelope(exportEstimate);

export const downloadTicketAnswer = successEnvelope(downloadTicket);

export const estimateAnswer = successEnvelope(operationEstimate);

export const staffSessionAnswer = successEnvelope(staffSession);

export const staffMemberAnswer = successEnvelope(staffMember);

export const staffAnswer = successEnvelope(staffAccount);

export const staffListAnswer = successEnvelope(z.array(staffAccount));

export const employeesAnswer = successEnvelope(z.array(employeeRow)).extend(listTotal.shape);

/** A sentence, with the current state of the user. */
export const employeeAnswer = successEnvelope(employeeRow).extend(sentenceAnswer.shape);

/**
 * The 409 answer of a stale edit: nothing was changed, and `data` is the current state of the user. `data` has no
 * description of its own: next to a `$ref` the document would forbid the referenced fields.
 */
export const staleEmployeeAnswer = errorEnvelope.extend({ data: employeeRow });

export const employeeVideosAnswer = successEnvelope(z.array(employeeVideoRow)).extend(listTotal.shape);

export const tokenHistoryAnswer = successEnvelope(z.array(tokenHistoryRow)).extend(listTotal.shape);

export const dashboardAnswer = successEnvelope(dashboard);

export const auditAnswer = successEnvelope(z.array(auditRow)).extend(listTotal.shape);
