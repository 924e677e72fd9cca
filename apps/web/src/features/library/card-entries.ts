import type { LibraryVideo } from '../../api/library-api.ts';
import type { MenuEntry } from '../../components/action-menu.tsx';

/** What the page offers for a video beyond the library's own actions; the card shows it in its menu. */
export type CardEntries = (video: LibraryVideo) => readonly MenuEntry[];
