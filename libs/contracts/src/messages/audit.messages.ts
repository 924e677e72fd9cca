import { z } from 'zod';
import { event } from './message.ts';

/** The longest text in an entry: that of a name. */
export const loggedTextLimit = 200;

/** Ids, names, roles and numbers by the names of their fields. */
const fields = z.record(
  z.string(),
  z.union([z.string().max(loggedTextLimit), z.number(), z.boolean(), z.null()]),
);

export type LoggedFields = z.infer<typeof fields>;

/** Each service writes entries with the changes that it stores; `subject` is the workspace. */
export const auditMessages = {
  'audit.entry.v1': event({
    to: ['admin'],
    says: 'Somebody has changed a workspace: the envelope says who, from which address and when. It is stored together with the change. The id is the same for the same change.',
    data: {
      ownerId: z.string(),
      /** The command without its version, or a call, such as `auth.invite`. */
      action: z.string().max(64),
      /** Whether the actor is a member of staff. */
      isStaff: z.boolean(),
      fields,
      /** The values that they replace, where the service knows them. */
      before: fields,
    },
  }),
};
