import { nanoid } from '@reduxjs/toolkit';
import type { UnknownAction } from '@reduxjs/toolkit';
import type { VideoRecord } from '@vault/contracts';
import { backOff } from '../../../api/http/back-off.ts';
import { errorMessage, errorStatus } from '../../../api/http/error-message.ts';
import type { ChaptersSave } from '../../../api/chapters-api.ts';
import type { AppStore } from '../../../store/hooks.ts';
import { draftsOf, editActions, isOpen, selectEditor, selectShown } from './chapter-edits.slice.ts';
import { isSameValue, targetKey } from './chapter-fields.ts';
import type { EditedRecord, EditTarget, FieldValue } from './chapter-fields.ts';
import type { DraftStorage } from './draft-storage.ts';
import { rebaseEdits } from './rebase-edits.ts';
import type { Conflict, FieldEdit } from './rebase-edits.ts';

/** The dependencies of saving. */
export interface EditPorts {
  /** Rejects with the status and answer of a failed call. */
  readonly save: (save: Omit<ChaptersSave, 'passthrough'>) => Promise<VideoRecord>;
  /** The record as it is now. */
  readonly fetch: () => Promise<VideoRecord>;
  readonly drafts: DraftStorage;
}

const storeTypedMs = 400;
const savedMs = 2500;
/** Consecutive conflicts (409) after which saving fails. */
const conflictLimit = 4;
const conflictStatus = 409;
/** The first pause before a save that got no answer is repeated. */
const retryMs = 1000;

/**
 * Edits the chapters in one editor: edits are shown at once, saved one after the other, kept until the server has them.
 * They are rebased over newer versions of the record. Where somebody else has changed the same text, the user chooses.
 * The state is in the store.
 */
export class ChapterEdits {
  /** The key of the state. */
  readonly key = nanoid();
  readonly #store: AppStore;
  readonly #ports: EditPorts;
  #running: Promise<void> | null = null;
  #typedTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #unanswered = 0;

  constructor(store: AppStore, ports: EditPorts) {
    this.#store = store;
    this.#ports = ports;
  }

  /** What the editor shows now. */
  get shown() {
    return selectShown(this.#store.getState(), this.key);
  }

  /** The text that is being typed in a field; undefined when none is. */
  typedAt(target: EditTarget): string | undefined {
    return this.#editor.typing[targetKey(target)]?.text;
  }

  /**
   * Opens the editor with a record and the stored drafts. When it is open, accepts a record unless that is older than
   * the current one or has no chapters.
   */
  adopt(record: EditedRecord): void {
    const { key } = this;
    const { record: current, typing } = this.#editor;
    if (!isOpen(this.#editor)) {
      this.#change(editActions.opened({ key, record, drafts: this.#ports.drafts.read() }));
    } else if (!record.chaptersMissing && record.version >= current.version && record !== current) {
      this.#change(editActions.recordSeen({ key, record }));
      // Typed texts of chapters that are gone have become edits.
      if (this.#editor.typing !== typing) void this.flush();
    }
  }

  /** Records a text that is being typed. It survives a reload, and changes that arrive meanwhile conflict with it. */
  type(target: EditTarget, text: string | null): void {
    this.#store.dispatch(editActions.typed({ key: this.key, target, text }));
    clearTimeout(this.#typedTimer);
    this.#typedTimer = setTimeout(() => {
      this.storeDrafts();
    }, storeTypedMs);
  }

  /** Saves a typed text. */
  commit(target: EditTarget, text: string): void {
    this.#change(editActions.committed({ key: this.key, target, text }));
    void this.flush();
  }

  /** Saves one text. @returns whether it was saved; otherwise it is reverted and the caller keeps it */
  async put(target: EditTarget, value: FieldValue): Promise<boolean> {
    this.#change(editActions.edited({ key: this.key, target, value }));
    await this.flush();
    const isSaved = !(targetKey(target) in this.#editor.edits);
    if (!isSaved) this.revert(target);
    return isSaved;
  }

  /** Restores the value of the server. */
  revert(target: EditTarget): void {
    this.#change(editActions.reverted({ key: this.key, target }));
  }

  /** Reverts every unsaved edit. */
  discard(): void {
    this.#change(editActions.discarded({ key: this.key }));
  }

  /** Resolves each conflict in favour of one side, and discards edits of chapters that no longer exist. */
  choose(isMine: (conflict: Conflict) => boolean): void {
    const { record, edits: all } = this.#editor;
    const { applied, settled, conflicts } = rebaseEdits(record, Object.values(all));
    const mine = conflicts.filter(isMine).map(({ edit, theirs }) => ({
      ...edit,
      seenValues: [...edit.seenValues, theirs],
    }));
    const edits = [...applied, ...settled, ...mine];
    this.#change(editActions.chosen({ key: this.key, edits }));
    void this.flush();
  }

  /** Sends the unsaved edits. A call during another one joins it. */
  flush(): Promise<void> {
    const { key } = this;
    clearTimeout(this.#retryTimer);
    this.#change(editActions.saveBegan({ key }));
    this.#running ??= this.#saveAll().then((msg) => {
      this.#running = null;
      this.#change(editActions.saveEnded({ key, msg }));
    });
    return this.#running;
  }

  /** Called when the page is closed: commits the texts that are still being typed. */
  close(): void {
    const { key } = this;
    clearTimeout(this.#typedTimer);
    for (const { target, text } of Object.values(this.#editor.typing))
      this.#change(editActions.committed({ key, target, text }));
    const { edits, isRestored } = this.#editor;
    const end = () => {
      clearTimeout(this.#retryTimer);
      this.#store.dispatch(editActions.closed({ key }));
    };
    if (Object.keys(edits).length > 0 && !isRestored) void this.flush().finally(end);
    else end();
  }

  /** Stores the unsaved edits, so that they survive a reload. */
  storeDrafts(): void {
    // The drafts of a closed editor are stored already.
    if (isOpen(this.#editor)) this.#ports.drafts.write(draftsOf(this.#editor));
  }

  get #editor() {
    return selectEditor(this.#store.getState(), this.key);
  }

  #change(action: UnknownAction): void {
    this.#store.dispatch(action);
    this.storeDrafts();
  }

  /** @returns the server's reason when it failed; empty when it gave none, or everything was saved */
  async #saveAll(): Promise<string> {
    for (let conflicts = 0; ;) {
      const { record, edits } = this.#editor;
      const { chapters, searchSummary, applied, settled } = rebaseEdits(record, Object.values(edits));
      this.#drop(settled);
      if (applied.length === 0) return '';
      const changed = {
        ...(applied.some(({ field }) => field !== 'searchSummary') ? { chapters: [...chapters] } : {}),
        ...(searchSummary === undefined ? {} : { searchSummary }),
      };
      try {
        const saved = await this.#ports.save({ ...changed, version: record.version });
        // Without chapters the version stays, so that the next save conflicts and fetches the current record.
        const known = { ...this.#editor.record, ...changed, chaptersMissing: false };
        // Adopted before the edits end, so that the shown chapters do not change.
        this.adopt(saved.chaptersMissing ? known : saved);
        this.#drop(applied);
        conflicts = this.#unanswered = 0;
      } catch (error) {
        conflicts += 1;
        const isConflict = errorStatus(error) === conflictStatus && conflicts <= conflictLimit;
        if (isConflict && (await this.#catchUp())) continue;
        if (errorStatus(error) === undefined)
          this.#retryTimer = setTimeout(() => void this.flush(), backOff(retryMs, this.#unanswered++));
        return errorMessage(error, '');
      }
    }
  }

  /** Fetches what others have saved. @returns false when that failed */
  async #catchUp(): Promise<boolean> {
    try {
      this.adopt(await this.#ports.fetch());
      return true;
    } catch (error) {
      console.warn('What others have saved could not be read.', error);
      return false;
    }
  }

  /** Removes edits that the server has stored, except those that were edited again meanwhile. */
  #drop(stored: readonly FieldEdit[]): void {
    const { key } = this;
    const { edits } = this.#editor;
    const keys = stored
      .filter((edit) => isSameValue(edits[targetKey(edit)]?.value ?? '', edit.value))
      .map(targetKey);
    if (keys.length === 0) return;
    this.#change(editActions.saved({ key, keys }));
    setTimeout(() => this.#store.dispatch(editActions.savedShown({ key, count: keys.length })), savedMs);
  }
}
