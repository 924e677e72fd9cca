import type { Chapter } from '@vault/contracts';
import { errorMessage, errorStatus } from '../../api/error-message.ts';
import { isSameValue, placeKey, readText, valueAt, withSaved } from './chapter-fields.ts';
import type { EditedRecord, FieldValue, Place } from './chapter-fields.ts';
import type { EditPorts, FieldState, SaveState } from './edit-ports.ts';
import { isSameChoice, layEdits } from './lay-edits.ts';
import type { Conflict, FieldEdit, OpenChoice } from './lay-edits.ts';
import { RecentPlaces } from './recent-places.ts';
import { ShownChapters } from './shown-chapters.ts';

/** A text that is being typed, and what was there when that began. */
interface Typing {
  readonly place: Place;
  readonly before: FieldValue;
  readonly text: string;
}

const keepTypedMs = 400;
const savedMs = 2500;
/** Answers of "it has changed" in a row before the server is believed to mean something else. */
const conflictLimit = 4;
const conflictStatus = 409;
const nothingToChoose: OpenChoice = { conflicts: [], gone: [] };

/**
 * The edits of one video's chapters: shown at once, saved one after the other, kept until the server has them. An edit
 * is laid on whatever the record has become; where somebody else has changed the same text, a person chooses.
 */
export class ChapterEdits {
  readonly #ports: EditPorts;
  readonly #listeners = new Set<() => void>();
  readonly #edits = new Map<string, FieldEdit>();
  readonly #typing = new Map<string, Typing>();
  readonly #justSaved = new RecentPlaces(savedMs, () => this.#refresh());
  readonly #shown: ShownChapters;
  #record: EditedRecord;
  #running: Promise<void> | null = null;
  #failure: { readonly msg: string } | null = null;
  #isRestored = false;
  #choice = nothingToChoose;
  #state: SaveState = { kind: 'idle', count: 0, msg: '', isRestored: false };
  #typedTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(record: EditedRecord, ports: EditPorts) {
    this.#ports = ports;
    this.#record = record;
    for (const edit of ports.drafts.read()) this.#edits.set(placeKey(edit), edit);
    for (const edit of layEdits(record, this.#edits.values()).settled) this.#edits.delete(placeKey(edit));
    this.#isRestored = this.#edits.size > 0;
    this.#shown = new ShownChapters(record, this.#edits.values());
    this.#refresh();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** All chapters with the edits on them; the same objects until they change. */
  get chapters(): readonly Chapter[] {
    return this.#shown.chapters;
  }

  get searchSummary(): string {
    return this.#shown.searchSummary;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** What has to be chosen; the same object until that changes. */
  get choice(): OpenChoice {
    return this.#choice;
  }

  /** Whether leaving the page now would leave something behind that the server does not have. */
  get isUnsaved(): boolean {
    return this.#edits.size > 0 || this.#typing.size > 0;
  }

  stateOf(place: Place): FieldState {
    const key = placeKey(place);
    if (this.#edits.has(key)) return this.#running ? 'saving' : 'unsaved';
    return this.#justSaved.has(key) ? 'saved' : 'idle';
  }

  /** What is being typed there; undefined while nothing is. */
  typedAt(place: Place): string | undefined {
    return this.#typing.get(placeKey(place))?.text;
  }

  /** Takes in the record as the server has it now: not an older one than is known, nor one without its chapters. */
  adopt(record: EditedRecord): void {
    if (record.chaptersMissing || record.version < this.#record.version || record === this.#record) return;
    this.#record = record;
    const lost = [...this.#typing.values()].filter(({ place }) => valueAt(record, place) === undefined);
    for (const { place, text } of lost) this.commit(place, text);
    this.#refresh();
  }

  /** Notes what is being typed, so that it outlives the page and nothing that arrives counts as having been seen. */
  type(place: Place, text: string | null): void {
    const key = placeKey(place);
    if (text === null) this.#typing.delete(key);
    else
      this.#typing.set(key, { place, text, before: this.#typing.get(key)?.before ?? this.#valueOf(place) });
    clearTimeout(this.#typedTimer);
    this.#typedTimer = setTimeout(() => {
      this.keep();
    }, keepTypedMs);
  }

  /** Saves what was typed. */
  commit(place: Place, text: string): void {
    const before = this.#typing.get(placeKey(place))?.before ?? this.#valueOf(place);
    this.#typing.delete(placeKey(place));
    this.#put(place, readText(text, before), before);
    void this.flush();
  }

  /** Saves one text and tells how that went. One that could not be saved is left to whoever asked for it. */
  async put(place: Place, value: FieldValue): Promise<boolean> {
    this.#put(place, value, this.#valueOf(place));
    await this.flush();
    const isSaved = !this.#edits.has(placeKey(place));
    if (!isSaved) this.takeBack(place);
    return isSaved;
  }

  /** Puts back what the server has. */
  takeBack(place: Place): void {
    this.#typing.delete(placeKey(place));
    this.#edits.delete(placeKey(place));
    this.#refresh();
  }

  /** Takes every edit back that is not saved. */
  discard(): void {
    this.#typing.clear();
    this.#edits.clear();
    this.#refresh();
  }

  /** For each text that two people have changed, whose it shall be; what has no chapter any more is given up. */
  choose(isMine: (conflict: Conflict) => boolean): void {
    for (const { edit } of this.#choice.conflicts) this.#edits.delete(placeKey(edit));
    for (const edit of this.#choice.gone) this.#edits.delete(placeKey(edit));
    for (const conflict of this.#choice.conflicts.filter(isMine)) {
      const { edit, theirs } = conflict;
      this.#edits.set(placeKey(edit), { ...edit, known: [...edit.known, theirs] });
    }
    this.#choice = nothingToChoose;
    void this.flush();
  }

  /** Sends what is not saved; a call during another one is part of it. */
  flush(): Promise<void> {
    this.#failure = null;
    this.#isRestored = false;
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = null;
      this.#refresh();
    });
    this.#refresh();
    return this.#running;
  }

  /** The page goes: what is still being typed counts as written. */
  close(): void {
    for (const { place, text, before } of this.#typing.values())
      this.#put(place, readText(text, before), before);
    this.#typing.clear();
    clearTimeout(this.#typedTimer);
    this.#justSaved.clear();
    if (this.#edits.size > 0 && !this.#isRestored) void this.flush();
    else this.keep();
  }

  /** Puts what is not saved where it outlives the page. */
  keep(): void {
    const all = new Map(this.#edits);
    for (const { place, text, before } of this.#typing.values()) {
      const edit = this.#editOf(place, readText(text, before), before);
      if (edit) all.set(placeKey(place), edit);
    }
    this.#ports.drafts.write([...all.values()]);
  }

  #valueOf(place: Place): FieldValue {
    return this.#edits.get(placeKey(place))?.value ?? valueAt(this.#record, place) ?? '';
  }

  #put(place: Place, value: FieldValue, before: FieldValue): void {
    const edit = this.#editOf(place, value, before);
    if (!edit) return;
    this.#edits.set(placeKey(place), edit);
    this.#refresh();
  }

  /** The edit that a text amounts to; null when it says what was there, or when a chapter would lose its title. */
  #editOf({ start, field }: Place, value: FieldValue, before: FieldValue): FieldEdit | null {
    if ((field === 'title' && value === '') || isSameValue(value, before)) return null;
    const earlier = this.#edits.get(placeKey({ start, field }));
    return {
      start,
      field,
      value,
      known: earlier ? [...earlier.known, earlier.value] : [before],
      chapterTitle: this.chapters.find((chapter) => chapter.start === start)?.title ?? '',
    };
  }

  async #saveAll(): Promise<void> {
    for (let conflicts = 0; conflicts <= conflictLimit;) {
      const { chapters, searchSummary, laid, settled } = layEdits(this.#record, this.#edits.values());
      for (const edit of settled) this.#drop(edit);
      if (laid.length === 0) return;
      const isAboutChapters = laid.some(({ field }) => field !== 'searchSummary');
      try {
        const record = await this.#ports.save({
          ...(isAboutChapters ? { chapters } : {}),
          ...(searchSummary === undefined ? {} : { searchSummary }),
          version: this.#record.version,
        });
        for (const edit of laid) this.#drop(edit);
        this.adopt(record.chaptersMissing ? withSaved(this.#record, { chapters, searchSummary }) : record);
        conflicts = 0;
      } catch (error) {
        conflicts += 1;
        if (errorStatus(error) !== conflictStatus || conflicts > conflictLimit || !(await this.#catchUp()))
          this.#fail(error);
        if (this.#failure) return;
      }
    }
  }

  /** Takes in what others have saved. @returns false when that could not be had */
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
  }

  /** An edit that the server has now, unless it was written anew meanwhile. */
  #drop(edit: FieldEdit): void {
    const key = placeKey(edit);
    if (this.#edits.get(key) !== edit) return;
    this.#edits.delete(key);
    this.#justSaved.add(key);
  }

  #refresh(): void {
    this.#shown.update(this.#record, this.#edits.values());
    this.keep();
    this.#updateChoice();
    this.#updateState();
    for (const listener of this.#listeners) listener();
  }

  #updateChoice(): void {
    const choice = layEdits(this.#record, this.#edits.values());
    if (!isSameChoice(choice, this.#choice)) this.#choice = choice;
  }

  #updateState(): void {
    const count = this.#edits.size;
    const isChoosing = this.#choice.conflicts.length + this.#choice.gone.length > 0;
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
