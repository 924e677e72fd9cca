import { nanoid } from '@reduxjs/toolkit';
import type { UnknownAction } from '@reduxjs/toolkit';
import type { Chapter, VideoRecord } from '@vault/contracts';
import type { ChaptersSave } from '../../../api/chapters-api.ts';
import { errorMessage } from '../../../api/http/error-message.ts';
import { SaveLoop, saveOver } from '../../../api/save-loop.ts';
import type { DraftStorage } from '../../../lib/drafts/stored-drafts.ts';
import type { AppStore } from '../../../store/hooks.ts';
import { draftsOf, editActions, isOpen, selectEditor, selectShown } from './chapter-edits.slice.ts';
import { isSameValue, targetKey } from './chapter-fields.ts';
import type { EditedRecord, EditTarget, FieldValue } from './chapter-fields.ts';
import { changeChapters, chaptersAround } from './chapter-structure.ts';
import type { RefusedChange, StructureChange, StructureRules } from './chapter-structure.ts';
import { rebaseEdits } from './rebase-edits.ts';
import type { Conflict, FieldEdit } from './rebase-edits.ts';

/** The dependencies of saving. */
export interface EditPorts {
  /** Rejects with the status and answer of a failed call. */
  readonly save: (save: Omit<ChaptersSave, 'passthrough'>) => Promise<VideoRecord>;
  /** The record as it is now. */
  readonly fetch: () => Promise<VideoRecord>;
  readonly drafts: DraftStorage<FieldEdit>;
}

/** A saved change of the list of chapters. */
export interface SavedChange {
  readonly before: readonly Chapter[];
  /** The version that the change created. */
  readonly version: number;
  /** What happened, as a sentence. */
  readonly text: string;
}

/** Others have changed the chapters that a change is about. */
interface OutdatedChange {
  readonly mine: readonly Chapter[];
  readonly theirs: readonly Chapter[];
}

const storeTypedMs = 400;
const savedMs = 2500;

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
  readonly #loop: SaveLoop;
  /** A change of the list that is being saved. Edits wait for it, because it moves their chapters. */
  #changing: Promise<unknown> | null = null;
  #typedTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: AppStore, ports: EditPorts) {
    this.#store = store;
    this.#ports = ports;
    const { key } = this;
    this.#loop = new SaveLoop({
      saveNext: () => this.#saveNext(),
      catchUp: () => this.#catchUp(),
      onBegin: () => this.#change(editActions.saveBegan({ key })),
      onEnd: (msg) => this.#change(editActions.saveEnded({ key, msg })),
      repeat: () => void this.flush(),
    });
  }

  /** What the editor shows now. */
  get shown() {
    return selectShown(this.#store.getState(), this.key);
  }

  /** Whether a change of the list is being saved. */
  get isChanging(): boolean {
    return this.#changing !== null;
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
    this.#typedTimer = setTimeout(() => this.storeDrafts(), storeTypedMs);
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

  /**
   * Changes the list of chapters: shown at once, then saved, after the edits. When others have saved meanwhile, it is
   * applied to their list, unless they have changed the same chapters.
   * @param onShown called with the chapter that the user continues with, when the new list is shown
   */
  async change(
    change: StructureChange,
    rules: StructureRules,
    onShown: (start: string) => void,
  ): Promise<SavedChange | OutdatedChange | RefusedChange> {
    this.#commitTyped();
    do await this.flush();
    while (this.#changing);
    if (Object.keys(this.#editor.edits).length > 0)
      return { problem: 'Your edits are not saved yet. Save them first, then change the chapters.' };
    // Begins after it is noted, so that what is edited in the new list waits for it.
    const saving = Promise.resolve().then(() => this.#saveChange(change, rules, onShown));
    this.#changing = saving;
    const result = await saving.finally(() => {
      this.#changing = null;
    });
    // What was edited meanwhile.
    if (Object.keys(this.#editor.edits).length > 0) void this.flush();
    return result;
  }

  /** Sends the unsaved edits. A call during another one joins it. */
  async flush(): Promise<void> {
    while (this.#changing) await this.#changing.catch(() => null);
    await this.#loop.run();
  }

  /** Saves again when the connection is back. */
  retry(): void {
    if (this.shown.saveState.kind === 'unsaved') void this.flush();
  }

  /** Called when the page is closed: commits the texts that are still being typed. */
  close(): void {
    const { key } = this;
    this.#commitTyped();
    const { edits, isRestored } = this.#editor;
    const end = () => {
      this.#loop.end();
      this.#store.dispatch(editActions.closed({ key }));
    };
    if ((Object.keys(edits).length > 0 && !isRestored) || this.#changing) void this.flush().finally(end);
    else end();
  }

  #commitTyped(): void {
    clearTimeout(this.#typedTimer);
    for (const { target, text } of Object.values(this.#editor.typing))
      this.#change(editActions.committed({ key: this.key, target, text }));
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

  /** Saves the edits that do not conflict. @returns whether there were any */
  async #saveNext(): Promise<boolean> {
    const { record, edits } = this.#editor;
    const { chapters, searchSummary, applied, settled } = rebaseEdits(record, Object.values(edits));
    this.#drop(settled);
    if (applied.length === 0) return false;
    const changed = {
      ...(applied.some(({ field }) => field !== 'searchSummary') ? { chapters: [...chapters] } : {}),
      ...(searchSummary === undefined ? {} : { searchSummary }),
    };
    const saved = await this.#ports.save({ ...changed, version: record.version });
    // Without chapters the version stays, so that the next save conflicts and fetches the current record.
    const current = { ...this.#editor.record, ...changed, chaptersMissing: false };
    // Adopted before the edits end, so that the shown chapters do not change.
    this.adopt(saved.chaptersMissing ? current : saved);
    this.#drop(applied);
    return true;
  }

  async #saveChange(
    change: StructureChange,
    rules: StructureRules,
    onShown: (start: string) => void,
  ): Promise<SavedChange | OutdatedChange | RefusedChange> {
    /** The list before the change was tried, and with it. */
    let tried: { readonly before: readonly Chapter[]; readonly mine: readonly Chapter[] } | null = null;
    const save = async (): Promise<SavedChange | OutdatedChange | RefusedChange> => {
      const { record } = this.#editor;
      const around = (chapters: readonly Chapter[]) => chaptersAround(chapters, change);
      if (tried && !isDeepEqual(around(tried.before), around(record.chapters)))
        return { mine: tried.mine, theirs: record.chapters };
      const changed = changeChapters(record.chapters, change, rules);
      if ('problem' in changed) return changed;
      const chapters = [...changed.chapters];
      tried = { before: record.chapters, mine: chapters };
      this.adopt({ ...record, chapters });
      onShown(changed.start);
      try {
        const saved = await this.#ports.save({ chapters, version: record.version });
        this.adopt(saved);
        return { before: record.chapters, version: saved.version, text: changed.text };
      } catch (error) {
        if (this.#editor.record.version === record.version) this.adopt({ ...record });
        throw error;
      }
    };
    try {
      return await saveOver(save, () => this.#catchUp());
    } catch (error) {
      return { problem: errorMessage(error, 'The chapters were not changed. Please try again.') };
    }
  }

  /** Fetches what others have saved. */
  async #catchUp(): Promise<void> {
    this.adopt(await this.#ports.fetch());
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

/** Whether two lists come from equal answers of the server, whose fields have one order. */
const isDeepEqual = (one: readonly Chapter[], other: readonly Chapter[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
