import type { contactStrings } from '../contact.strings.ts';

export type FeedbackType = (typeof contactStrings.types)[number];

/** Feedback of a visitor. Each text may be empty. */
export interface Feedback {
  readonly type: FeedbackType;
  readonly subject: string;
  readonly message: string;
  readonly email: string;
}

/** Feedback with the time it was recorded, in ISO 8601. */
type Note = Feedback & { readonly at: string };

const storageKey = 'feedback';
const maxNotes = 50;

function readNotes(): Note[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? (stored as Note[]) : [];
  } catch {
    // Unreadable entries are replaced by the new one.
    return [];
  }
}

/**
 * Records feedback in this browser, newest last, at most fifty entries. Nothing is sent.
 * @returns whether it could be stored
 */
export function recordFeedback(feedback: Feedback): boolean {
  const notes = [...readNotes(), { ...feedback, at: new Date().toISOString() }].slice(-maxNotes);
  try {
    localStorage.setItem(storageKey, JSON.stringify(notes));
    return true;
  } catch {
    // Storage is full or switched off: the page says so.
    return false;
  }
}
