import { z } from 'zod';
import { successEnvelope } from '../envelope.ts';
import { currentUser, sessionUser, uploadAllowance } from './auth.routes.ts';
import { listPlaceFields } from './list-place.ts';
import { searchAnswer } from './search.routes.ts';
import { userSettings } from './settings.routes.ts';
import { chapter, uploadSession, videoRecord } from './video.routes.ts';

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

export const videoListAnswer = successEnvelope(z.array(videoRecord)).extend(listPlaceFields.shape);

export const deletedAnswer = successEnvelope(z.object({ id: z.string().describe('The `id` of the video.') }));

export const searchResultsAnswer = successEnvelope(searchAnswer);

/** A sentence and nothing else. */
export const indexedAnswer = z.object({ status: z.literal('success'), msg: z.string() });
