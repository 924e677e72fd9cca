import type { Chapter } from '@vault/contracts';
import { errorMessage, errorStatus } from '../../../api/http/error-message.ts';
import { isSameValue, readText, targetKey, valueAt, withSaved } from './chapter-fields.ts';
import type { EditedRecord, EditTarget, FieldValue } from './chapter-fields.ts';
import type { EditPorts, FieldState, SaveState } from './edit-ports.ts';
import { isSameChoice, rebaseEdits } from './rebase-edits.ts';
import type { Conflict, FieldEdit, OpenChoice } from './rebase-edits.ts';
import { RecentFields } from './recent-fields.ts';
import { ShownChapters } from './shown-chapters.ts';
import { backOff } from '../../../api/http/back-off.ts';
import { Listeners } from '../../../lib/state/listeners.ts';

/** A text that is being typed, and the value when typing began. */
interface Typing {
  readonly target: EditTarget;
  readonly before: FieldValue;
  readonly text: string;
}

const storeTypedMs = 400;
const savedMs = 2500;
/** Consecutive conflicts (409) after which saving fails. */
const conflictLimit = 4;
const conflictStatus = 409;
/** The first pause before a save that got no answer is repeated. */
const retryMs = 1000;
const nothingToChoose: OpenChoice = { conflicts: [], orphans: [] };

/**
 * The edits of one video's chapters: shown at once, saved one after the other, kept until the server has them. Edits
 * are rebased over newer versions of the record. Where somebody else has changed the same text, the user chooses.
 */
export class ChapterEdits {
  readonly #ports: EditPorts;
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;
  readonly #edits = new Map<string, FieldEdit>();
  readonly #typing = new Map<string, Typing>();
  readonly #justSaved = new RecentFields(savedMs, () => this.#refresh());
  readonly #shown: ShownChapters;
  #record: EditedRecord;
  #running: Promise<void> | null = null;
  #failure: { readonly msg: string } | null = null;
  #isRestored = false;
  #choice = nothingToChoose;
  #state: SaveState = { kind: 'idle', count: 0, msg: '', isRestored: false };
  #typedTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #unanswered = 0;

  constructor(record: EditedRecord, ports: EditPorts) {
    this.#ports = ports;
    this.#record = record;
    for (const edit of ports.drafts.read()) this.#edits.set(targetKey(edit), edit);
    for (const edit of rebaseEdits(record, this.#edits.values()).settled) this.#edits.delete(targetKey(edit));
    this.#isRestored = this.#edits.size > 0;
    this.#shown = new ShownChapters(record, this.#edits.values());
    this.#refresh();
  }

  /** All chapters with the edits applied; the same objects until they change. */
  get chapters(): readonly Chapter[] {
    return this.#shown.chapters;
  }

  get searchSummary(): string {
    return this.#shown.searchSummary;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** The choices that are open; the same object until they change. */
  get choice(): OpenChoice {
    return this.#choice;
  }

  /** Whether there are edits or typed texts that the server does not have. */
  get isUnsaved(): boolean {
    return this.#edits.size > 0 || this.#typing.size > 0;
  }

  stateOf(target: EditTarget): FieldState {
    const key = targetKey(target);
    if (this.#edits.has(key)) return this.#running ? 'saving' : 'unsaved';
    return this.#justSaved.has(key) ? 'saved' : 'idle';
  }

  /** The text that is being typed in a field; undefined when none is. */
  typedAt(target: EditTarget): string | undefined {
    return this.#typing.get(targetKey(target))?.text;
  }

  /** Accepts a record from the server, unless it is older than the current one or has no chapters. */
  adopt(record: EditedRecord): void {
    if (record.chaptersMissing || record.version < this.#record.version || record === this.#record) return;
    this.#record = record;
    const lost = [...this.#typing.values()].filter(({ target }) => valueAt(record, target) === undefined);
    for (const { target, text } of lost) this.commit(target, text);
    this.#refresh();
  }

  /** Records a text that is being typed. It survives a reload, and changes that arrive meanwhile conflict with it. */
  type(target: EditTarget, text: string | null): void {
    const key = targetKey(target);
    if (text === null) this.#typing.delete(key);
    else
      this.#typing.set(key, { target, text, before: this.#typing.get(key)?.before ?? this.#valueOf(target) });
    clearTimeout(this.#typedTimer);
    this.#typedTimer = setTimeout(() => {
      this.storeDrafts();
    }, storeTypedMs);
  }

  /** Saves a typed text. */
  commit(target: EditTarget, text: string): void {
    const before = this.#typing.get(targetKey(target))?.before ?? this.#valueOf(target);
    this.#typing.delete(targetKey(target));
    this.#put(target, readText(text, before), before);
    void this.flush();
  }

  /** Saves one text. @returns whether it was saved; otherwise it is reverted and the caller keeps it */
  async put(target: EditTarget, value: FieldValue): Promise<boolean> {
    this.#put(target, value, this.#valueOf(target));
    await this.flush();
    const isSaved = !this.#edits.has(targetKey(target));
    if (!isSaved) this.revert(target);
    return isSaved;
  }

  /** Restores the value of the server. */
  revert(target: EditTarget): void {
    this.#typing.delete(targetKey(target));
    this.#edits.delete(targetKey(target));
    this.#refresh();
  }

  /** Reverts every unsaved edit. */
  discard(): void {
    this.#typing.clear();
    this.#edits.clear();
    this.#refresh();
  }

  /** Resolves each conflict in favour of one side, and discards edits of chapters that no longer exist. */
  choose(isMine: (conflict: Conflict) => boolean): void {
    for (const { edit } of this.#choice.conflicts) this.#edits.delete(targetKey(edit));
    for (const edit of this.#choice.orphans) this.#edits.delete(targetKey(edit));
    for (const conflict of this.#choice.conflicts.filter(isMine)) {
      const { edit, theirs } = conflict;
      this.#edits.set(targetKey(edit), { ...edit, seenValues: [...edit.seenValues, theirs] });
    }
    this.#choice = nothingToChoose;
    void this.flush();
  }

  /** Sends the unsaved edits. A call during another one joins it. */
  flush(): Promise<void> {
    clearTimeout(this.#retryTimer);
    this.#failure = null;
    this.#isRestored = false;
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = null;
      this.#refresh();
    });
    this.#refresh();
    return this.#running;
  }

  /** Called when the page is closed: commits the texts that are still being typed. */
  close(): void {
    for (const { target, text, before } of this.#typing.values())
      this.#put(target, readText(text, before), before);
    this.#typing.clear();
    clearTimeout(this.#typedTimer);
    this.#justSaved.clear();
    if (this.#edits.size > 0 && !this.#isRestored)
      void this.flush().finally(() => clearTimeout(this.#retryTimer));
    else this.storeDrafts();
  }

  /** Stores the unsaved edits, so that they survive a reload. */
  storeDrafts(): void {
    const all = new Map(this.#edits);
    for (const { target, text, before } of this.#typing.values()) {
      const edit = this.#editOf(target, readText(text, before), before);
      if (edit) all.set(targetKey(target), edit);
    }
    this.#ports.drafts.write([...all.values()]);
  }

  #valueOf(target: EditTarget): FieldValue {
    return this.#edits.get(targetKey(target))?.value ?? valueAt(this.#record, target) ?? '';
  }

  #put(target: EditTarget, value: FieldValue, before: FieldValue): void {
    const edit = this.#editOf(target, value, before);
    if (!edit) return;
    this.#edits.set(targetKey(target), edit);
    this.#refresh();
  }

  /** The edit for a text; null when the text is unchanged or would leave a chapter without a title. */
  #editOf({ start, field }: EditTarget, value: FieldValue, before: FieldValue): FieldEdit | null {
    if ((field === 'title' && value === '') || isSameValue(value, before)) return null;
    const earlier = this.#edits.get(targetKey({ start, field }));
    return {
      start,
      field,
      value,
      seenValues: earlier ? [...earlier.seenValues, earlier.value] : [before],
      chapterTitle: this.chapters.find((chapter) => chapter.start === start)?.title ?? '',
    };
  }

  async #saveAll(): Promise<void> {
    for (let conflicts = 0; conflicts <= conflictLimit;) {
      const { chapters, searchSummary, applied, settled } = rebaseEdits(this.#record, this.#edits.values());
      for (const edit of settled) this.#drop(edit);
      if (applied.length === 0) return;
      const isAboutChapters = applied.some(({ field }) => field !== 'searchSummary');
      try {
        const record = await this.#ports.save({
          ...(isAboutChapters ? { chapters } : {}),
          ...(searchSummary === undefined ? {} : { searchSummary }),
          version: this.#record.version,
        });
        for (const edit of applied) this.#drop(edit);
        this.adopt(record.chaptersMissing ? withSaved(this.#record, { chapters, searchSummary }) : record);
        conflicts = this.#unanswered = 0;
      } catch (error) {
        conflicts += 1;
        if (errorStatus(error) !== conflictStatus || conflicts > conflictLimit || !(await this.#catchUp()))
          this.#fail(error);
        if (this.#failure) return;
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

  #fail(error: unknown): void {
    this.#failure = { msg: errorMessage(error, '') };
    if (errorStatus(error) !== undefined) return;
    this.#retryTimer = setTimeout(() => void this.flush(), backOff(retryMs, this.#unanswered++));
  }

  /** Removes an edit that the server has stored, unless it was edited again meanwhile. */
  #drop(edit: FieldEdit): void {
    const key = targetKey(edit);
    if (this.#edits.get(key) !== edit) return;
    this.#edits.delete(key);
    this.#justSaved.add(key);
  }

  #refresh(): void {
    this.#shown.update(this.#record, this.#edits.values());
    this.storeDrafts();
    this.#updateChoice();
    this.#updateState();
    this.#listeners.notify();
  }

  #updateChoice(): void {
    const choice = rebaseEdits(this.#record, this.#edits.values());
    if (!isSameChoice(choice, this.#choice)) this.#choice = choice;
  }

  #updateState(): void {
    const count = this.#edits.size;
    const isChoosing = this.#choice.conflicts.length + this.#choice.orphans.length > 0;
    const next: SaveState = {
      kind: this.#kind(count, isChoosing),
      count,
      msg: this.#failure?.msg ?? '',
      isRestored: this.#isRestored && count > 0,
    };
    const isSame = (Object.keys(next) as (keyof SaveState)[]).every((key) => next[key] === this.#state[key]);
    if (!isSame) this.#state = next;
  }

  #kind(count: number, isChoosing: boolean): SaveState['kind'] {
    if (count === 0) return this.#justSaved.size > 0 ? 'saved' : 'idle';
    if (this.#running) return 'saving';
    return isChoosing && !this.#isRestored ? 'choosing' : 'unsaved';
  }
}
