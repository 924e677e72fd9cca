import { chakra } from '@chakra-ui/react';
import { chapterTextLimit, searchTextLimit } from '@vault/contracts';
import type { Chapter } from '@vault/contracts';
import { useState } from 'react';
import { thumbnailAt } from '../../../lib/video/thumbnail-at.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { ChapterField } from './chapter-field.tsx';
import { editorStrings as strings } from '../editor.strings.ts';
import { FollowsNote, SectionTitle } from './section-title.tsx';
import { QuoteField } from './quote-field.tsx';
import { UpdateButton } from './chapter-buttons.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

/** Seconds from the start of the chapter to its picture, so that the slide change is over. */
const pictureOffset = 5;

function Picture({ thumbnail, seconds }: { thumbnail: string; seconds: number }) {
  const [isBroken, setBroken] = useState(false);
  const picture = thumbnailAt(thumbnail, seconds);
  if (!picture || isBroken) return null;
  return (
    <chakra.img
      src={picture}
      alt=""
      loading="lazy"
      width="112px"
      aspectRatio="16 / 9"
      objectFit="cover"
      borderRadius="sm"
      bg="sunken"
      flexShrink={0}
      onError={() => setBroken(true)}
    />
  );
}

interface ChapterDetailsProps {
  chapter: Chapter;
  /** Seconds. */
  from: number;
  to: number;
  thumbnail: string;
}

/** The content of an expanded chapter: picture, summary, quotes and search text. */
export function ChapterDetails({ chapter, from, to, thumbnail }: ChapterDetailsProps) {
  const { start, followed = [] } = chapter;
  const may = useMay();
  // What is empty is shown to whoever may fill it.
  const isShown = (text: string) => text !== '' || may('library.edit');
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
      pt="2"
      pb="6"
      animation="fade-in 150ms ease-out"
    >
      {followed.includes('title') ? (
        <MutedText>
          Title: <FollowsNote />
        </MutedText>
      ) : null}
      <chakra.div display="flex" flexWrap="wrap" alignItems="flex-start" gap="4">
        <chakra.div role="group" aria-label={strings.summary} flex="1 1 200px" minWidth="0">
          {isShown(chapter.summary) ? (
            <SectionTitle title={strings.summary}>
              {followed.includes('summary') ? <FollowsNote /> : null}
            </SectionTitle>
          ) : null}
          <ChapterField
            target={{ start, field: 'summary' }}
            label={strings.summary}
            value={chapter.summary}
            isSingleLine
            maxLength={chapterTextLimit}
            placeholder="No summary yet. Write one here."
            maxWidth="65ch"
          />
        </chakra.div>
        <Picture thumbnail={thumbnail} seconds={Math.min(from + pictureOffset, to)} />
      </chakra.div>
      <QuoteField start={start} end={to} quotes={chapter.quote} isFollowing={followed.includes('quotes')} />
      <div role="group" aria-label={strings.search} hidden={!isShown(chapter.search)}>
        <SectionTitle title={strings.search}>
          <UpdateButton kind="search" start={start} />
        </SectionTitle>
        <ChapterField
          target={{ start, field: 'search' }}
          label={strings.search}
          value={chapter.search}
          maxLength={searchTextLimit}
          placeholder="No search text yet. “Update search” asks this chapter a question and saves the answer."
          fontSize="sm"
          maxWidth="65ch"
          maxHeight="40dvh"
          overflow="auto"
        />
      </div>
    </chakra.div>
  );
}
