import type { Chapter } from '@vault/contracts';
import type { ReactNode } from 'react';

/** The chapter select of a dialog that was not opened from a chapter. */
export interface ChapterChoice {
  readonly chapters: readonly Chapter[];
  readonly start: string;
  readonly onChange: (start: string) => void;
}

/** A dialog that asks for the prompt for one chapter. */
interface PromptPopup {
  readonly chapterTitle: string;
  readonly choice: ChapterChoice;
  /** The initial text of the field. */
  readonly text: string;
  /** Sends the prompt. After false, a failure, the text stays in the field. */
  readonly onSend: (text: string) => Promise<boolean>;
  /** Renders the estimated cost with a typed prompt. */
  readonly costOf: (typed: string) => ReactNode;
  readonly onClose: () => void;
  /** Opens the settings of the base prompt. */
  readonly onBasePrompt: () => void;
}

/** The texts that are sent to chapter searches, and how they are saved. */
export interface SearchContext {
  readonly chapters: readonly Chapter[];
  /** The chapter that is selected first. */
  readonly chapterStart: string | undefined;
  /** The summary of the video. */
  readonly summary: string;
  /** The text that is sent instead of the summary, or empty. */
  readonly searchSummary: string;
  readonly onSaveQuotes: (chapterStart: string, text: string) => Promise<boolean>;
  readonly onSaveSummary: (text: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** The prompt dialogs, which the page provides to the editor. */
export interface PromptDialogs {
  readonly quotePopup: (popup: PromptPopup) => ReactNode;
  readonly searchPopup: (popup: PromptPopup) => ReactNode;
  readonly quoteSettings: (settings: { readonly onClose: () => void }) => ReactNode;
  readonly searchSettings: (context: SearchContext) => ReactNode;
}
