import type { Cue } from '@vault/webvtt';
import type { DraftKind } from '../../../lib/drafts/stored-drafts.ts';
import type { LineChange } from './line-changes.ts';

/** The changes of a transcript that the server does not have yet. */
export const transcriptDrafts: DraftKind<LineChange> = {
  prefix: 'transcript-drafts:',
  list: 'changes',
  keyOf: (change) => JSON.stringify(change),
  isDraft: isChange,
};

function isChange(value: unknown): value is LineChange {
  const change = value as Partial<LineChange> | null;
  return [change?.before, change?.after].every((lines) => Array.isArray(lines) && lines.every(isLine));
}

function isLine(value: unknown): value is Cue {
  const line = value as Partial<Cue> | null;
  const isName = line?.speaker === undefined || typeof line.speaker === 'string';
  return typeof line?.text === 'string' && Number.isFinite(line.start) && Number.isFinite(line.end) && isName;
}
