import { chakra } from '@chakra-ui/react';
import { formatDuration } from '../../lib/time-code.ts';
import type { SampleChapter } from './sample-webinar.ts';

/** The chosen chapter: title, summary and quote. */
export function DemoChapter({ chapter }: { chapter: SampleChapter }) {
  return (
    <chakra.article key={chapter.from} animation="fade-in 200ms ease-out" minHeight={{ lg: '300px' }}>
      <chakra.p fontSize="sm" color="ink.muted" fontVariantNumeric="tabular-nums" mb="2">
        {formatDuration(chapter.from)} – {formatDuration(chapter.to)}
      </chakra.p>
      <chakra.h3 fontSize="lg" fontWeight="strong" lineHeight="1.3" mb="2">
        {chapter.title}
      </chakra.h3>
      <chakra.p color="ink.muted" mb="6">
        {chapter.summary}
      </chakra.p>
      <chakra.figure m="0">
        <chakra.blockquote
          m="0"
          fontFamily="quote"
          fontSize={{ base: 'lg', md: 'xl' }}
          lineHeight="1.3"
          maxWidth="24em"
          textWrap="pretty"
        >
          “{chapter.quote}”
        </chakra.blockquote>
        <chakra.figcaption mt="3" fontSize="sm" color="ink.muted" fontVariantNumeric="tabular-nums">
          {formatDuration(chapter.saidAt)}
        </chakra.figcaption>
      </chakra.figure>
    </chakra.article>
  );
}
