import { documentSchema } from '../document-schema.ts';
import type { Models } from '../service-store.ts';

/** The end of one command. */
export interface StoredEnd {
  readonly commandId: string;
  /** A `CommandEnd` as JSON. */
  readonly end: string;
}

/** A request of a client that chose an idempotency key, and how its commands to this service ended. */
export interface KnownRequestDocument {
  /** The key of the request: `<hash of the caller>.<hash of the route and of what the client chose>`. */
  _id: string;
  /** The hash of the caller. */
  caller: string;
  requestHash: string;
  ends: StoredEnd[];
  forgetAt: Date;
}

const knownRequestSchema = documentSchema<KnownRequestDocument>('knownrequests', {
  caller: { type: String, required: true },
  requestHash: { type: String, required: true },
  ends: { type: [Object], default: [] },
  forgetAt: { type: Date, required: true },
});
knownRequestSchema.index({ caller: 1, forgetAt: 1 });
knownRequestSchema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

/** The models of `StoredOutcomes`, in the store of each service. */
export const outcomeModels = [{ name: 'KnownRequest', schema: knownRequestSchema }] satisfies Models;
