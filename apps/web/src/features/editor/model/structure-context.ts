import type { StructureChange, StructureRules } from './chapter-structure.ts';
import { requiredContext } from '../../../lib/state/required-context.ts';

/** The control of a row that gets the focus after a change. */
export type RowControl = 'play' | 'title' | 'more';

/** Changes of the list of chapters by hand. The same object until duration or transcript change. */
export interface Structure {
  readonly rules: StructureRules;
  /** Saves a change and offers to undo it. @param control gets the focus; null leaves it where it is */
  readonly apply: (change: StructureChange, control: RowControl | null) => Promise<void>;
  /** Opens the fields for the start of a chapter, by its time code; null closes them. */
  readonly editStart: (start: string | null) => void;
}

export const [StructureContext, useStructure] = requiredContext<Structure>('StructureContext');
