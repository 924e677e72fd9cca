import { z } from 'zod';
import { successEnvelope } from '../common/envelope.ts';
import {
  momentBody,
  momentEdit,
  momentId,
  momentRecord,
  momentsQuery,
  type MomentRecord,
} from '../routes/moment.routes.ts';
import { answerOf, done, success } from './answers.ts';
import { sessionId } from './examples.ts';
import { route } from './route.ts';

const example: MomentRecord = {
  id: 'q8J3mZ0yT5uWc1RkXb7eVA',
  link: 'https://vault.example.com/m/q8J3mZ0yT5uWc1RkXb7eVA',
  video_id: sessionId,
  kind: 'quote',
  start: 331.5,
  end: 342,
  ends_at: null,
  is_listed: false,
  plays: 12,
  created_at: 1_767_225_600,
};
const params = z.object({ id: momentId });
const next = z.string().nullable().describe('Cursor of the next page; null on the last page.');
const missing = 'There is no such link, or it is somebody else’s.';

export const momentRoutes = {
  shareMoment: route('Links', 'POST /moments', {
    needs: 'share',
    summary: 'Make a link to a moment that works for anyone',
    description:
      'Its page plays the span and shows its words. The same span has the same link until the link is revoked.',
    body: {
      schema: momentBody,
      example: { passthrough: sessionId, kind: 'quote', start: 331.5, end: 342 },
    },
    answer: success(momentRecord, example),
    failures: {
      409: 'The video cannot be played yet.',
      403: 'The video or the library has the maximum number of links.',
    },
  }),
  listMoments: route('Links', 'GET /moments', {
    needs: 'library.read',
    summary: 'Your links to moments',
    description: '200 on a page, in the order of their ids.',
    query: momentsQuery,
    answer: answerOf(successEnvelope(z.array(momentRecord)).extend({ next }), {
      data: [example],
      next: null,
    }),
  }),
  editMoment: route('Links', 'PATCH /moments/{id}', {
    needs: 'share',
    summary: 'Set when a link ends, and whether search engines may list it',
    params,
    body: { schema: momentEdit, example: { ends_at: 1_798_675_200, is_listed: true } },
    answer: success(momentRecord, { ...example, ends_at: 1_798_675_200, is_listed: true }),
    failures: { 404: missing },
  }),
  revokeMoment: route('Links', 'DELETE /moments/{id}', {
    needs: 'share',
    summary: 'End a link',
    description: 'Its page and its media stop working within a minute. Ending a link twice is no error.',
    params,
    answer: done,
  }),
};
