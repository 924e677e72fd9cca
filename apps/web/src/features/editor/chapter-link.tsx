import { Link2 } from 'lucide-react';
import { useCopyLink } from '../../components/player/moment-link.ts';
import { playerStrings } from '../../components/player/player.strings.ts';
import { ChapterAction } from './chapter-action.tsx';

/** Copies a link to the start of a chapter, in seconds. Renders nothing where there is no address to link to. */
export function ChapterLink({ seconds, title }: { seconds: number; title: string }) {
  const copy = useCopyLink();
  if (!copy) return null;
  return (
    <ChapterAction
      label={playerStrings.copyLink}
      chapterTitle={title}
      icon={<Link2 aria-hidden />}
      control="link"
      onClick={() => {
        copy(seconds);
      }}
    />
  );
}
