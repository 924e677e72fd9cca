import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { DemoRecording } from './demo-recording.tsx';
import { landingStrings as strings } from '../landing.strings.ts';
import { sampleChapters, sampleSeconds } from '../model/sample-webinar.ts';
import type { SampleChapter } from '../model/sample-webinar.ts';
import { Section } from './section.tsx';
import { ChapterStrip, StripMark } from '../../../components/video/chapter-strip.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';

/** A sample webinar. Choosing a chapter in the strip or in the list shows its content. */
export function Demo() {
  const [chosen, setChosen] = useState(1);
  const chapter = sampleChapters[chosen];
  return (
    <Section id="demo" title={strings.demoTitle}>
      <DemoRecording />
      <chakra.p mt={{ base: '12', md: '20' }} mb={{ base: '8', md: '12' }} color="ink.muted">
        {strings.demoText}
      </chakra.p>
      <chakra.div
        display="flex"
        justifyContent="space-between"
        gap="4"
        mb="3"
        fontSize="sm"
        fontVariantNumeric="tabular-nums"
      >
        <chakra.span fontWeight="strong">{strings.demoTalk}</chakra.span>
        <chakra.span color="ink.muted">{formatDuration(sampleSeconds)}</chakra.span>
      </chakra.div>
      <ChapterStrip
        data-drawn="demo"
        spans={sampleChapters}
        chosen={chosen}
        height="auto"
        css={{ '--idle': { base: '20px', md: '28px' } }}
        onChoose={setChosen}
      >
        <StripMark
          from={(chapter?.saidAt ?? 0) / sampleSeconds}
          insetY="-6px"
          transition="left 200ms ease-out"
        />
      </ChapterStrip>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' }}
        gap={{ base: '8', lg: '14' }}
        mt="8"
      >
        <chakra.ol aria-label={strings.demoChapters}>
          {sampleChapters.map(({ from, title }, index) => (
            <chakra.li key={from} borderBottomWidth="1px">
              <chakra.button
                type="button"
                aria-pressed={index === chosen}
                onClick={() => setChosen(index)}
                display="grid"
                gridTemplateColumns="72px minmax(0, 1fr)"
                alignItems="baseline"
                width="100%"
                minHeight="48px"
                py="3"
                px="3"
                borderLeft="2px solid transparent"
                textAlign="start"
                color="ink.muted"
                transition="background-color 150ms ease-out, color 150ms ease-out"
                _hover={{ bg: 'hover', color: 'ink' }}
                css={{
                  '&[aria-pressed=true]': { borderLeftColor: 'signal', color: 'ink', fontWeight: 'strong' },
                }}
              >
                <chakra.span fontVariantNumeric="tabular-nums" fontSize="sm" fontWeight="regular">
                  {formatDuration(from)}
                </chakra.span>
                <span>{title}</span>
              </chakra.button>
            </chakra.li>
          ))}
        </chakra.ol>
        <chakra.div aria-live="polite">{chapter ? <DemoChapter chapter={chapter} /> : null}</chakra.div>
      </chakra.div>
    </Section>
  );
}

/** The chosen chapter: title, summary and quote. */
function DemoChapter({ chapter }: { chapter: SampleChapter }) {
  return (
    <chakra.article key={chapter.from} animation="fade-in 200ms ease-out" minHeight={{ lg: '300px' }}>
      <MutedText fontVariantNumeric="tabular-nums" mb="2">
        {formatDuration(chapter.from)} – {formatDuration(chapter.to)}
      </MutedText>
      <chakra.h3 fontSize="lg" fontWeight="strong" lineHeight="1.3" mb="2">
        {chapter.title}
      </chakra.h3>
      <chakra.p color="ink.muted" mb="6">
        {chapter.summary}
      </chakra.p>
      <chakra.figure>
        <chakra.blockquote
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
