import type { Chapter } from '@vault/contracts';
import type { ReactNode } from 'react';

/** Which chapter is meant, for a dialog that was not opened from a chapter. */
export interface ChapterChoice {
  readonly chapters: readonly Chapter[];
  readonly start: string;
  readonly onChange: (start: string) => void;
}

/** A dialog that asks for the words to send for one chapter. */
interface PromptPopup {
  readonly chapterTitle: string;
  readonly choice: ChapterChoice;
  /** What stands in the field at first. */
  readonly text: string;
  /** Sends the words; false when that failed: then they stay, to be sent again. */
  readonly onSend: (text: string) => Promise<boolean>;
  /** What it may cost with these words. */
  readonly costOf: (typed: string) => ReactNode;
  readonly onClose: () => void;
  /** Leads to the prompt that is sent along. */
  readonly onBasePrompt: () => void;
}

/** The texts that chapter searches are given, and how they are kept. */
export interface SearchContext {
  readonly chapters: readonly Chapter[];
  /** The chapter to begin with. */
  readonly chapterStart: string | undefined;
  /** Of the video. */
  readonly summary: string;
  /** What is given in its place, or empty. */
  readonly searchSummary: string;
  readonly onSaveQuotes: (chapterStart: string, text: string) => Promise<boolean>;
  readonly onSaveSummary: (text: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** The dialogs about prompts, which the page puts beside the editor. */
export interface PromptDialogs {
  readonly quotePopup: (popup: PromptPopup) => ReactNode;
  readonly searchPopup: (popup: PromptPopup) => ReactNode;
  readonly quoteSettings: (settings: { readonly onClose: () => void }) => ReactNode;
  readonly searchSettings: (context: SearchContext) => ReactNode;
}
