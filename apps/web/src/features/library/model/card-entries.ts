import type { LibraryVideo } from '../../../api/merge-library.ts';
import type { MenuEntry } from '../../../components/ui/action-menu.tsx';

/** Further menu entries of a card, which the page provides. */
export type CardEntries = (video: LibraryVideo) => readonly MenuEntry[];
