import { nanoid } from '@reduxjs/toolkit';
import type { UnknownAction } from '@reduxjs/toolkit';
import type { VideoRecord } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';
import { SaveLoop } from '../../../api/save-loop.ts';
import { firstSave } from '../../../api/transcript-api.ts';
import type { DraftStorage } from '../../../lib/drafts/stored-drafts.ts';
import { cuesOf } from '../../../lib/video/cues-of.ts';
import type { AppStore } from '../../../store/hooks.ts';
import { keyOf } from './line-changes.ts';
import type { LineChange, LineConflict } from './line-changes.ts';
import { writeLine } from './line-operations.ts';
import type { OperationResult } from './line-operations.ts';
import {
  isOpen,
  selectPending,
  selectSaveState,
  selectTranscript,
  transcriptActions as actions,
} from './transcript-edits.slice.ts';

/** The parts of a record that say what its transcript is. */
export type TranscriptRecord = Pick<
  VideoRecord,
  'vtt' | 'transcriptVersion' | 'chaptersMissing' | 'captionsTrackId' | 'captionsUploadedAt'
>;

/** The dependencies of saving. */
export interface TranscriptPorts {
  /** Rejects with the status and answer of a failed call. @returns the record after the save, without the words */
  readonly save: (changes: readonly LineChange[]) => Promise<VideoRecord>;
  /** The record as it is now. */
  readonly fetch: () => Promise<TranscriptRecord>;
  /** The server has these lines: nobody else has changed others since the last record. */
  readonly onSaved: (record: VideoRecord, lines: readonly Cue[]) => void;
  /** The words as the video host recognised them, as WebVTT. */
  readonly fetchRecognised: () => Promise<string>;
  readonly drafts: DraftStorage<LineChange>;
}

const storeTypedMs = 400;
const savedMs = 2500;

/** A text that is being typed in the edited line, and its caret. */
interface Typed {
  readonly line: Cue;
  readonly text: string;
  readonly caret: number;
}

/**
 * Edits the transcript of one video: changes are shown at once, saved one after the other, and kept until the server has
 * them. They are rebased over newer transcripts; where somebody else has changed the same line, the user chooses. The
 * state is in the store, except the text that is being typed, which renders its field only.
 */
export class TranscriptEdits {
  /** The key of the state. */
  readonly key = nanoid();
  readonly #store: AppStore;
  readonly #ports: TranscriptPorts;
  #typed: Typed | null = null;
  #seenVtt: string | undefined;
  #recognisedOf: string | undefined;
  #isStored = true;
  /** What was stored last: writing it again would take long for many changes. */
  #storedParts: readonly unknown[] = [];
  readonly #loop: SaveLoop;
  #typedTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: AppStore, ports: TranscriptPorts) {
    this.#store = store;
    this.#ports = ports;
    const { key } = this;
    this.#loop = new SaveLoop({
      saveNext: () => this.#saveNext(),
      catchUp: () => this.#catchUp(),
      onBegin: () => this.#change(actions.saveBegan({ key })),
      onEnd: (msg) => this.#change(actions.saveEnded({ key, msg })),
      repeat: () => void this.flush(),
    });
  }

  /** The lines as shown now. */
  get lines(): readonly Cue[] {
    return this.#state.lines;
  }

  /** Whether something would be lost when the page is left: the server does not have it, and it cannot be stored. */
  get isAtRisk(): boolean {
    return (
      !this.#isStored && (selectSaveState(this.#store.getState(), this.key).count > 0 || this.#typed !== null)
    );
  }

  /** Opens with a record and the stored drafts; when open, accepts a record unless its transcript is older. */
  adopt(record: TranscriptRecord): void {
    const { vtt = '', transcriptVersion: version } = record;
    const isKnown = isOpen(this.#state) && (version < this.#state.version || vtt === this.#seenVtt);
    if (record.chaptersMissing || isKnown) return;
    const lines = cuesOf(vtt);
    if (!lines) return;
    this.#seenVtt = vtt;
    const { key } = this;
    if (isOpen(this.#state)) {
      this.#keepTypedUnlessIn(lines);
      this.#change(actions.linesSeen({ key, lines, version }));
    } else this.#change(actions.opened({ key, lines, version, drafts: this.#ports.drafts.read() }));
    void this.#readRecognised(record, lines);
  }

  /** Begins to edit a line, or another one; null ends editing. The typed text of the line before is saved. */
  edit(at: number | null, caret = 0): void {
    const before = this.lines;
    const previousIndex = this.#typed ? before.indexOf(this.#typed.line) : -1;
    this.keepTyped();
    // A line that became empty is gone.
    const isMoved = at !== null && previousIndex >= 0 && previousIndex < at;
    const next = isMoved ? at - (before.length - this.lines.length) : at;
    this.#store.dispatch(actions.editing({ key: this.key, at: next, caret }));
  }

  /** Ends editing without the typed change. */
  cancel(): void {
    this.#typed = null;
    this.edit(null);
    this.storeDrafts();
  }

  /** Records a text that is being typed. It survives a reload, and changes that arrive meanwhile conflict with it. */
  type(line: Cue, text: string, caret: number): void {
    this.#typed = { line, text, caret };
    clearTimeout(this.#typedTimer);
    this.#typedTimer = setTimeout(() => this.storeDrafts(), storeTypedMs);
  }

  /** Makes the typed text a change, and saves it. */
  keepTyped(): void {
    const changes = this.#typedChanges();
    this.#typed = null;
    if (changes.length > 0) this.apply(changes);
  }

  /** Makes changes as one step, and saves them. */
  apply(changes: readonly LineChange[]): void {
    this.#change(actions.changed({ key: this.key, changes }));
    void this.flush();
  }

  /** Makes the change of an operation, which contains the typed text. @returns why it was not possible, or empty */
  operate(operation: OperationResult): string {
    if ('problem' in operation) return operation.problem;
    this.#typed = null;
    const { change, next, caret } = operation;
    this.apply([change]);
    this.edit(next, caret);
    return '';
  }

  /** Goes one step back or on. @returns whether there was one that could be undone */
  step(from: 'undo' | 'redo'): boolean {
    const before = this.lines;
    if (this.#state[from].length === 0) return false;
    this.#typed = null;
    this.#change(actions.stepped({ key: this.key, from }));
    void this.flush();
    return this.lines !== before;
  }

  /** Says something to screen readers; empty says nothing. */
  announce(text: string): void {
    this.#store.dispatch(actions.announced({ key: this.key, text }));
  }

  /** Resolves each conflict in favour of one side. */
  choose(mine: readonly LineConflict[]): void {
    this.#change(actions.chosen({ key: this.key, mine }));
    void this.flush();
  }

  /** Reverts everything that is not saved. */
  discard(): void {
    this.#typed = null;
    this.#change(actions.discarded({ key: this.key }));
  }

  /** Sends the unsaved changes. A call during another one joins it. */
  flush(): Promise<void> {
    return this.#loop.run();
  }

  /** Saves again when the connection is back. */
  retry(): void {
    if (selectSaveState(this.#store.getState(), this.key).kind === 'unsaved' && !this.#state.isRestored)
      void this.flush();
  }

  /** Called when the page is closed: keeps the typed text and ends after the last save. */
  close(): void {
    const { key } = this;
    clearTimeout(this.#typedTimer);
    const { isRestored } = this.#state;
    this.keepTyped();
    const end = () => {
      this.#loop.end();
      this.#store.dispatch(actions.closed({ key }));
    };
    if (this.#pending.length > 0 && !isRestored) void this.flush().finally(end);
    else end();
  }

  /** Stores what is not saved, so that it survives a reload. */
  storeDrafts(): void {
    // The drafts of a closed editor are stored already.
    if (!isOpen(this.#state)) return;
    const parts = [this.#pending, this.#state.conflicts, this.#typed];
    if (this.#isStored && parts.every((part, at) => part === this.#storedParts[at])) return;
    this.#storedParts = parts;
    const all = [...this.#pending, ...this.#state.conflicts, ...this.#typedChanges()];
    this.#isStored = this.#ports.drafts.write(all);
  }

  get #state() {
    return selectTranscript(this.#store.getState(), this.key);
  }

  get #pending() {
    return selectPending(this.#store.getState(), this.key);
  }

  /** The text that is being typed in a line; undefined when none is. */
  typedIn(line: Cue): Pick<Typed, 'text' | 'caret'> | undefined {
    return this.#typed?.line === line ? this.#typed : undefined;
  }

  /** What is being typed becomes a change when somebody else has changed the line, so that it conflicts. */
  #keepTypedUnlessIn(lines: readonly Cue[]): void {
    if (!this.#typed) return;
    const { line, caret } = this.#typed;
    if (lines.some((each) => keyOf(each) === keyOf(line))) return;
    const at = this.lines.indexOf(line);
    this.keepTyped();
    this.#store.dispatch(actions.editing({ key: this.key, at, caret }));
  }

  #typedChanges(): LineChange[] {
    if (!this.#typed) return [];
    const { line, text } = this.#typed;
    const change = writeLine(this.lines, this.lines.indexOf(line), text);
    return change ? [change] : [];
  }

  #change(action: UnknownAction): void {
    this.#store.dispatch(action);
    this.storeDrafts();
  }

  /** Saves the first changes. @returns whether there were any */
  async #saveNext(): Promise<boolean> {
    const changes = firstSave(this.#pending);
    if (changes.length === 0) return false;
    const { key } = this;
    const { version } = this.#state;
    const record = await this.#ports.save(changes);
    const { transcriptVersion: saved } = record;
    const isAlone = saved === version + 1 && this.#state.version <= saved;
    // Somebody else has changed other lines meanwhile.
    if (!isAlone) await this.#catchUp();
    this.#change(actions.saved({ key, changes, version: saved }));
    if (isAlone) this.#ports.onSaved(record, this.#state.base);
    setTimeout(() => this.#store.dispatch(actions.savedShown({ key })), savedMs);
    return true;
  }

  /** Fetches what others have saved. */
  async #catchUp(): Promise<void> {
    this.adopt(await this.#ports.fetch());
  }

  /** Reads the recognised or uploaded words once for each captions: corrections do not change them. */
  async #readRecognised(record: TranscriptRecord, lines: readonly Cue[]): Promise<void> {
    const { captionsTrackId, captionsUploadedAt, transcriptVersion } = record;
    const captions = `${captionsTrackId} ${String(captionsUploadedAt)}`;
    const { key } = this;
    if (transcriptVersion === 0) this.#store.dispatch(actions.recognisedSeen({ key, lines }));
    else if (this.#recognisedOf !== captions) {
      // Compared with those of other captions, every line would be edited.
      if (this.#recognisedOf !== undefined)
        this.#store.dispatch(actions.recognisedSeen({ key, lines: null }));
      try {
        const recognised = cuesOf(await this.#ports.fetchRecognised()) ?? [];
        this.#store.dispatch(actions.recognisedSeen({ key, lines: recognised }));
      } catch (error) {
        console.warn('The recognised words could not be read.', error);
        return;
      }
    }
    this.#recognisedOf = captions;
  }
}
