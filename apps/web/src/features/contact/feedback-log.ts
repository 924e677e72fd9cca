import type { contactStrings } from './contact.strings.ts';

export type FeedbackType = (typeof contactStrings.types)[number];

/** What a visitor wrote. All of it may be empty. */
export interface Feedback {
  readonly type: FeedbackType;
  readonly subject: string;
  readonly message: string;
  readonly email: string;
}

/** A note with the time it was written, in ISO 8601. */
type Note = Feedback & { readonly at: string };

const storageKey = 'feedback';
const mostNotes = 50;

function readNotes(): Note[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? (stored as Note[]) : [];
  } catch {
    // What cannot be read is not worth more than what is written now.
    return [];
  }
}

/**
 * Records feedback in this browser, newest last; the oldest of more than fifty go. Nothing is sent.
 * @returns whether it could be kept
 */
export function recordFeedback(feedback: Feedback): boolean {
  const notes = [...readNotes(), { ...feedback, at: new Date().toISOString() }].slice(-mostNotes);
  try {
    localStorage.setItem(storageKey, JSON.stringify(notes));
    return true;
  } catch {
    // Storage is full or switched off: the page says so.
    return false;
  }
}
