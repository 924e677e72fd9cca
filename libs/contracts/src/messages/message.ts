import { z } from 'zod';
import type { ServiceName } from '../common/services.ts';

/** What is known of a message besides its data. */
export interface MessageFacts {
  /** For the document. */
  readonly summary: string;
  /** Of a command: the services that send it and wait for its outcome. Of an event: the services that consume it. */
  readonly others: readonly ServiceName[];
  /** Of a command: the fields that the audit log of the workspace repeats; absent when it has no entry. */
  readonly logs?: readonly string[];
}

const facts = z.registry<MessageFacts>();

interface Defined<Data extends z.ZodRawShape> {
  readonly says: string;
  readonly data: Data;
}

interface DefinedCommand<Data extends z.ZodRawShape> extends Defined<Data> {
  readonly by?: readonly ServiceName[];
  readonly logs: false | readonly (keyof Data & string)[];
}

/**
 * Defines a command.
 * @param by the services that send it
 * @param logs the fields that the audit log of the workspace repeats: ids, names, roles and numbers, never what
 *   somebody said or wrote; false for what is no change of a workspace
 */
export function command<Data extends z.ZodRawShape>({
  says: summary,
  by = ['gateway'],
  logs,
  data,
}: DefinedCommand<Data>): z.ZodObject<Data> {
  return z.object(data).register(facts, { summary, others: by, ...(logs && { logs }) });
}

/** Defines an event. @param to the services that consume it */
export function event<Data extends z.ZodRawShape>({
  says: summary,
  to = [],
  data,
}: Defined<Data> & { readonly to?: readonly ServiceName[] }): z.ZodObject<Data> {
  return z.object(data).register(facts, { summary, others: to });
}

/** The facts of a message that was defined here. */
export function factsOf(schema: z.ZodType): MessageFacts {
  return facts.get(schema) ?? { summary: '', others: [] };
}
