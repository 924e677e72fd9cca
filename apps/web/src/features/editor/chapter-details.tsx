import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { ChapterSpan } from '../../lib/chapter-spans.ts';
import { thumbnailAt } from '../../lib/thumbnail-at.ts';
import { QuoteList } from './quote-list.tsx';

/** How far into the chapter its picture is taken, in seconds: past the change of slides. */
const pictureOffset = 5;

/** What a chapter says when opened: picture, summary, quotes. */
export function ChapterDetails({ span, thumbnail }: { span: ChapterSpan; thumbnail: string }) {
  const [isBroken, setBroken] = useState(false);
  const picture = thumbnailAt(thumbnail, Math.min(span.from + pictureOffset, span.to));
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="flex-start"
      gap="5"
      pt="1"
      pb="6"
      animation="fade-in 150ms ease-out"
    >
      {picture && !isBroken ? (
        <chakra.img
          src={picture}
          alt=""
          loading="lazy"
          width="176px"
          aspectRatio="16 / 9"
          objectFit="cover"
          borderRadius="md"
          bg="sunken"
          flexShrink={0}
          onError={() => {
            setBroken(true);
          }}
        />
      ) : null}
      <chakra.div flex="1 1 260px" minWidth="0" display="grid" gap="4" alignContent="start">
        {span.summary ? (
          <chakra.p color="ink.muted" maxWidth="65ch" overflowWrap="anywhere">
            {span.summary}
          </chakra.p>
        ) : null}
        <QuoteList quotes={span.quote} />
      </chakra.div>
    </chakra.div>
  );
}
