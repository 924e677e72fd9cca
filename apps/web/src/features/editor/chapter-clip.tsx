import { Scissors } from 'lucide-react';
import { useClipRequests } from '../../components/player/clip-requests.ts';
import type { Stretch } from '../../components/player/clip-requests.ts';
import { ChapterAction } from './chapter-action.tsx';
import { editorStrings as words } from './editor.strings.ts';

/** Opens the clip popup with the span of a chapter. Renders nothing when the video cannot be cut. */
export function ChapterClip({ stretch, title }: { stretch: Stretch; title: string }) {
  const clips = useClipRequests();
  if (!clips) return null;
  return (
    <ChapterAction
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
