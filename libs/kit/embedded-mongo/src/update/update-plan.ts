import type { BsonDocument, BsonValue } from '../values/bson.ts';

/** One change to one path. */
export interface FieldChange {
  operator: string;
  /** Names and positions; may hold `$`, `$[]` and `$[name]` until the document is known. */
  parts: readonly string[];
  operand: BsonValue;
}

/** An update ready to be applied to documents. */
export type Update =
  { kind: 'changes'; changes: readonly FieldChange[] } | { kind: 'replacement'; document: BsonDocument };
