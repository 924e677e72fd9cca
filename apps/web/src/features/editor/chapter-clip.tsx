import { Scissors } from 'lucide-react';
import { useClipRequests } from '../../components/player/clip-requests.ts';
import type { Stretch } from '../../components/player/clip-requests.ts';
import { ChapterOffer } from './chapter-offer.tsx';
import { editorStrings as words } from './editor.strings.ts';

/** Opens the clip popup with the whole of a chapter. Not there where nothing can be cut. */
export function ChapterClip({ stretch, title }: { stretch: Stretch; title: string }) {
  const clips = useClipRequests();
  if (!clips) return null;
  return (
    <ChapterOffer
      label={words.clipChapter}
      chapterTitle={title}
      icon={<Scissors aria-hidden />}
      control="clip"
      onClick={() => {
        clips.open(stretch);
      }}
    />
  );
}
