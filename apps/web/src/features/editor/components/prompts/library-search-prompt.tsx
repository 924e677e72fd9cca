import { withEarlierChapters } from '../../../../api/chapters-fallback.ts';
import { useVideoQuery } from '../../../../api/videos-api.ts';
import type { LibraryVideo } from '../../../../api/merge-library.ts';
import { errorMessage, errorStatus } from '../../../../api/http/error-message.ts';
import type { ChaptersSave } from '../../../../api/chapters-api.ts';
import { useVideoCalls } from '../../../../api/video-calls.ts';
import { SearchPromptSettings } from './search-prompt-settings.tsx';
import type { ShowToast } from '../../../../components/ui/toasts/toasts.ts';

interface LibrarySearchPromptProps {
  video: LibraryVideo;
  showToast: ShowToast;
  onClose: () => void;
}

/** The search prompt settings, opened from a card. */
export function LibrarySearchPrompt({ video: card, showToast, onClose }: LibrarySearchPromptProps) {
  // The card may be outdated: edit the current record.
  const { currentData = card } = useVideoQuery(card.id, { refetchOnMountOrArgChange: true });
  const video = withEarlierChapters<LibraryVideo>(currentData, card);
  const calls = useVideoCalls(video.id);

  const save = async (change: Omit<ChaptersSave, 'passthrough'>, done: string) => {
    try {
      await calls.save({ version: video.version, ...change });
      showToast('success', done);
      return true;
    } catch (error) {
      const isConflict = errorStatus(error) === 409;
      if (isConflict) await calls.fetch().catch(() => null);
      const failed = isConflict
        ? 'This text was changed elsewhere. Save again to replace it with yours.'
        : errorMessage(error, 'It was not saved. Please try again.');
      showToast('error', failed);
      return false;
    }
  };

  return (
    <SearchPromptSettings
      chapters={video.chapters}
      summary={video.summary}
      searchSummary={video.searchSummary ?? ''}
      showToast={showToast}
      onSaveQuotes={(chapterStart, text) => {
        const chapters = video.chapters.map((chapter) =>
          chapter.start === chapterStart ? { ...chapter, searchQuotes: text } : chapter,
        );
        return save({ chapters }, 'Updated custom search prompt successfully');
      }}
      onSaveSummary={(text) =>
        save({ searchSummary: text }, 'Updated custom search summary prompt successfully')
      }
      onClose={onClose}
    />
  );
}
