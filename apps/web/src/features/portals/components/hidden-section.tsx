import { chakra } from '@chakra-ui/react';
import type { Quote } from '@vault/contracts';
import { useMemo, useState } from 'react';
import type { LibraryVideo } from '../../../api/merge-library.ts';
import { useVideoQuery } from '../../../api/videos-api.ts';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';
import { SkeletonBlock } from '../../../components/ui/skeleton-block.tsx';
import { Switch } from '../../../components/ui/fields/switch.tsx';
import { formatDuration, secondsOf } from '../../../lib/format/format-duration.ts';
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import type { ChapterSpan } from '../../../lib/video/chapter-spans.ts';
import { cuesOf } from '../../../lib/video/cues-of.ts';
import { quoteText, quoteTimeCode } from '../../../lib/video/quote-parts.ts';
import { spansHidingChapter, spansHidingQuote } from '../model/hidden-words.ts';
import type { HiddenSpan } from '../model/hidden-words.ts';
import { usePortalEditor } from '../model/portal-editor.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { FormSection } from './form-section.tsx';
import { LoadProblem } from '../../../components/ui/load-problem.tsx';
import { titleOf } from './chosen-videos.tsx';

const Part = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '56px minmax(0, 1fr) auto',
    alignItems: 'baseline',
    columnGap: '2',
    py: '1',
    fontSize: 'sm',
    overflowWrap: 'anywhere',
    '& > time': { color: 'ink.muted', fontVariantNumeric: 'tabular-nums' },
  },
});

/** The chapters and quotes of one video, each with a switch. */
function Parts({ id }: { id: string }) {
  const { settings, change, spanOfQuote } = usePortalEditor();
  // The record of the list has no transcript, which tells how long a quote lasts.
  const { data: video, error, isFetching, refetch } = useVideoQuery(id);
  const cues = useMemo(() => cuesOf(video?.vtt ?? '') ?? [], [video?.vtt]);
  if (!video)
    return error && !isFetching ? (
      <LoadProblem error={error} text={strings.noVideo} onRetry={() => void refetch()} />
    ) : (
      <SkeletonBlock role="status" aria-label={strings.loading} height="96px" />
    );

  const spans = settings.hidden.filter(({ video_id }) => video_id === id);
  const publicSwitch = (
    name: string,
    hiding: readonly HiddenSpan[],
    hide: () => Omit<HiddenSpan, 'video_id'>,
  ) => (
    <Switch
      label={strings.isPublic(name)}
      text="Public"
      isOn={hiding.length === 0}
      onChange={(isOn) => {
        const others = settings.hidden.filter((span) => !hiding.includes(span));
        change({ hidden: isOn ? others : [...others, { video_id: id, ...hide() }] });
      }}
    />
  );
  const quoteLine = (quote: Quote, chapter: ChapterSpan) => {
    const [text, timeCode] = [quoteText(quote), quoteTimeCode(quote)];
    // As on the public pages: a quote without a time belongs to the start of its chapter.
    const at = timeCode === null ? chapter.from : secondsOf(timeCode);
    const hiding = spansHidingQuote(spans, at);
    return (
      <Part key={`${String(at)} ${text}`}>
        <time>{formatDuration(at)}</time>
        <chakra.q dir="auto" fontFamily="quote">
          {text}
        </chakra.q>
        {hiding.some(({ kind }) => kind === 'chapter') ? (
          // Its own switch would make the chapter public, too.
          <SmallText maxWidth="88px">Hidden with its chapter</SmallText>
        ) : (
          publicSwitch(text, hiding, () => {
            const { from, to } = spanOfQuote(text, at, cues, chapter.to);
            return { kind: 'quote', start: from, end: to };
          })
        )}
      </Part>
    );
  };

  const chapters = chapterSpans(video.chapters, video.duration);
  if (chapters.length === 0) return <MutedText>This video has no chapters yet.</MutedText>;
  return chapters.map((chapter) => (
    <chakra.div key={chapter.index} role="group" aria-label={chapter.title} py="1">
      <Part>
        <time>{formatDuration(chapter.from)}</time>
        <chakra.p dir="auto" fontWeight="strong">
          {chapter.title}
        </chakra.p>
        {publicSwitch(chapter.title, spansHidingChapter(spans, chapter), () => ({
          kind: 'chapter',
          start: chapter.from,
          end: chapter.to,
        }))}
      </Part>
      {chapter.quote.map((quote) => quoteLine(quote, chapter))}
    </chakra.div>
  ));
}

function HiddenVideo({ video }: { video: LibraryVideo }) {
  const { settings } = usePortalEditor();
  const [isOpen, setOpen] = useState(false);
  const count = settings.hidden.filter(({ video_id }) => video_id === video.id).length;
  return (
    <chakra.details borderTopWidth="1px" py="2" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <chakra.summary py="1" fontSize="sm" cursor="pointer">
        {[titleOf(video), ...(count > 0 ? [strings.hiddenCount(count)] : [])].join(' · ')}
      </chakra.summary>
      {isOpen ? <Parts id={video.id} /> : null}
    </chakra.details>
  );
}

/** Chapters and quotes that visitors do not see. */
export function HiddenSection() {
  const { videos } = usePortalEditor();
  return (
    <FormSection
      title="Not public"
      note="Visitors can neither read nor search the hidden parts. The recording still contains them."
    >
      {videos.length === 0 ? <MutedText>No videos yet.</MutedText> : null}
      <div>
        {videos.map((video) => (
          <HiddenVideo key={video.id} video={video} />
        ))}
      </div>
    </FormSection>
  );
}
