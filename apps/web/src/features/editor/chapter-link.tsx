import { Link2 } from 'lucide-react';
import { useCopyLink } from '../../components/player/moment-link.ts';
import { playerStrings } from '../../components/player/player.strings.ts';
import { ChapterOffer } from './chapter-offer.tsx';

/** Copies a link to the start of a chapter, in seconds. Not there where nothing can be linked to. */
export function ChapterLink({ seconds, title }: { seconds: number; title: string }) {
  const copy = useCopyLink();
  if (!copy) return null;
  return (
    <ChapterOffer
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
