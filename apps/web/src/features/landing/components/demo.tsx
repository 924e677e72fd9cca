import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { formatDuration } from '../../../lib/format/format-time.ts';
import { DemoRecording } from './demo-recording.tsx';
import { landingStrings as strings } from '../landing.strings.ts';
import { sampleChapters, sampleSeconds } from '../model/sample-webinar.ts';
import type { SampleChapter } from '../model/sample-webinar.ts';
import { Section } from './section.tsx';
import { chapterHue } from '../../../components/video/chapter-hue.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

const Segment = chakra('span', {
  base: {
    borderRadius: '2px',
    cursor: 'pointer',
    opacity: 0.55,
    transition: 'opacity 150ms ease-out',
    _hover: { opacity: 1 },
    '&[data-chosen]': { opacity: 1 },
  },
});

const Playhead = chakra('span', {
  base: {
    position: 'absolute',
    top: '-6px',
    bottom: '-6px',
    width: '2px',
    bg: 'signal',
    borderRadius: '1px',
    transition: 'left 200ms ease-out',
    pointerEvents: 'none',
  },
});

/** The chapters of the sample webinar in proportion, for the pointer. The list below serves the keyboard. */
function DemoStrip({ chosen, onChoose }: { chosen: number; onChoose: (index: number) => void }) {
  const quoteSeconds = sampleChapters[chosen]?.saidAt ?? 0;
  return (
    <chakra.div
      aria-hidden
      data-drawn="demo"
      position="relative"
      display="flex"
      gap="2px"
      height={{ base: '20px', md: '28px' }}
    >
      {sampleChapters.map(({ from, to, title }, index) => (
        <Segment
          key={from}
          title={title}
          bg={chapterHue(index)}
          style={{ flex: `${String(to - from)} 1 0` }}
          data-chosen={index === chosen || undefined}
          onClick={() => onChoose(index)}
        />
      ))}
      <Playhead style={{ left: `${String((quoteSeconds / sampleSeconds) * 100)}%` }} />
    </chakra.div>
  );
}

const Line = chakra('button', {
  base: {
    display: 'grid',
    gridTemplateColumns: '72px minmax(0, 1fr)',
    alignItems: 'baseline',
    width: '100%',
    minHeight: '48px',
    py: '3',
    px: '3',
    borderLeft: '2px solid transparent',
    textAlign: 'start',
    color: 'ink.muted',
    transition: 'background-color 150ms ease-out, color 150ms ease-out',
    _hover: { bg: 'hover', color: 'ink' },
    '&[aria-pressed=true]': { borderLeftColor: 'signal', color: 'ink', fontWeight: 'strong' },
  },
});

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
      <DemoStrip chosen={chosen} onChoose={setChosen} />
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' }}
        gap={{ base: '8', lg: '14' }}
        mt="8"
      >
        <chakra.ol aria-label={strings.demoChapters}>
          {sampleChapters.map(({ from, title }, index) => (
            <chakra.li key={from} borderBottomWidth="1px">
              <Line type="button" aria-pressed={index === chosen} onClick={() => setChosen(index)}>
                <chakra.span fontVariantNumeric="tabular-nums" fontSize="sm" fontWeight="regular">
                  {formatDuration(from)}
                </chakra.span>
                <span>{title}</span>
              </Line>
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
