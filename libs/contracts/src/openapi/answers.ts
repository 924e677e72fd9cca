import { z } from 'zod';
import { successEnvelope } from '../common/envelope.ts';
import { chapter } from '../routes/chapter.routes.ts';
import { listTotal } from '../routes/fields/list-order.ts';
import { videoRecord, type VideoRecord } from '../routes/video.routes.ts';
import type { JsonAnswer } from './route.ts';

/** An answer with fields beside its data. */
export function answerOf<Schema extends z.ZodType<{ status: 'success' }>>(
  schema: Schema,
  example: Omit<z.output<Schema>, 'status'>,
): JsonAnswer<Schema> {
  return { schema, example: { status: 'success', ...example } as z.output<Schema> };
}

/** An answer with these data. */
export function success<Data extends z.ZodType>(data: Data, example: z.output<Data>) {
  return answerOf(successEnvelope<z.ZodType>(data), { data: example }) as JsonAnswer<
    ReturnType<typeof successEnvelope<Data>>
  >;
}

/** An answer with rows of a list, and how many there are in all. */
export function rows<Row extends z.ZodType>(row: Row, examples: z.output<Row>[]) {
  const schema = successEnvelope(z.array(row)).extend(listTotal.shape);
  return answerOf(schema, { data: examples, total: examples.length });
}

/** A sentence without data. */
export const sentenceSchema = z.object({ status: z.literal('success'), msg: z.string() });

/** Every success is answered with this sentence. */
export function sentence(msg: string) {
  return { ...answerOf(sentenceSchema, { msg }), isFixed: true } as const;
}

/** Success without data, which is always the same. */
export const done = { ...success(z.object({}), {}), isFixed: true } as const;

/** One video; its chapters are both in the record and at the top level. */
export const videoSchema = successEnvelope(videoRecord).extend({ chapters: z.array(chapter) });

export function video(record: VideoRecord) {
  return answerOf(videoSchema, { data: record, chapters: record.chapters });
}
