import { chakra } from '@chakra-ui/react';
import type { Quote } from '@vault/contracts';
import { Copy, Link2, Play, Scissors } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { useClipRequests } from '../../../components/player/clip-requests.ts';
import { shareLabel, useShareMoment } from '../../../components/player/moment-sharing.ts';
import { TimeButton } from '../../../components/player/time-button.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { useChosenSpeaker } from '../../../components/video/speaker-filter.tsx';
import { QuietActions } from '../../../components/ui/quiet-actions.tsx';
import { citeQuote } from '../model/cite-quote.ts';
import { copyWithToast } from '../../../components/ui/toasts/copy-with-toast.ts';
import { quoteSpeaker, quoteText, quoteTimeCode } from '../../../lib/video/quote-parts.ts';
import { quoteMoment, quoteTimeRange } from '../model/quote-time-range.ts';
import { secondsOf } from '../../../lib/format/format-time.ts';
import { useEditor } from '../model/editor-context.ts';
import { editorStrings as strings } from '../editor.strings.ts';

interface QuoteListProps {
  quotes: readonly Quote[];
  /** The end of their chapter, in seconds. */
  chapterEnd: number;
}

/** The quotes of a chapter, or of one speaker in it, each with a button that plays it. */
export function QuoteList({ quotes, chapterEnd }: QuoteListProps) {
  const chosen = useChosenSpeaker();
  const shown = chosen === undefined ? quotes : quotes.filter((quote) => quoteSpeaker(quote) === chosen);
  const hidden = quotes.length - shown.length;
  if (quotes.length === 0) return null;
  return (
    <>
      {chosen !== undefined && hidden > 0 ? (
        <SmallText mb={shown.length > 0 ? '3' : '0'}>{strings.otherQuotes(hidden, chosen)}</SmallText>
      ) : null}
      <chakra.ul display="grid" gap="4">
        {shown.map((quote, index) => (
          <chakra.li key={index} data-acts display="grid" gap="1" justifyItems="start">
            <chakra.blockquote
              dir="auto"
              fontFamily="quote"
              fontSize="1.0625rem"
              lineHeight="1.5"
              maxWidth="68ch"
              position="relative"
              overflowWrap="anywhere"
            >
              “{quoteText(quote)}”
            </chakra.blockquote>
            <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="3">
              <QuoteTime timeCode={quoteTimeCode(quote)} />
              <QuoteSpeaker speaker={quoteSpeaker(quote)} />
              <QuoteCopy
                text={quoteText(quote)}
                timeCode={quoteTimeCode(quote)}
                speaker={quoteSpeaker(quote)}
              />
              <QuietActions>
                <QuoteMoment
                  text={quoteText(quote)}
                  timeCode={quoteTimeCode(quote)}
                  chapterEnd={chapterEnd}
                />
              </QuietActions>
            </chakra.div>
          </chakra.li>
        ))}
      </chakra.ul>
    </>
  );
}

function QuoteSpeaker({ speaker }: { speaker: string | undefined }) {
  if (speaker === undefined) return null;
  return (
    <chakra.span dir="auto" fontSize="xs" fontWeight="strong" overflowWrap="anywhere">
      <chakra.span srOnly>{'Said by '}</chakra.span>
      {speaker}
    </chakra.span>
  );
}

function QuoteTime({ timeCode }: { timeCode: string | null }) {
  if (timeCode === null)
    return (
      <chakra.span fontSize="xs" color="ink.faint">
        No time
      </chakra.span>
    );
  return (
    <TimeButton seconds={secondsOf(timeCode)} label={`Play this quote from ${timeCode}`} text={timeCode}>
      <Play aria-hidden size={14} strokeWidth={1.5} />
    </TimeButton>
  );
}

interface QuoteActionProps {
  text: string;
  timeCode: string | null;
}

function QuoteCopy({ text, timeCode, speaker = '' }: QuoteActionProps & { speaker?: string | undefined }) {
  const { source } = useEditor();
  const copy = () => {
    const cited = citeQuote(text, { title: source.title, speaker, timeCode });
    void copyWithToast(cited, { done: 'Quote copied, with its source.', failed: strings.copyFailed });
  };
  return (
    <Button icon={Copy} size="tiny" tone="quiet" aria-label="Copy this quote" onClick={copy}>
      Copy
    </Button>
  );
}

function QuoteMoment({ text, timeCode, chapterEnd }: QuoteActionProps & { chapterEnd: number }) {
  const { source } = useEditor();
  const clips = useClipRequests();
  const sharing = useShareMoment();
  if (timeCode === null) return null;
  const at = secondsOf(timeCode);
  const button = { size: 'tiny', tone: 'quiet' } as const;
  return (
    <>
      {clips ? (
        <Button
          icon={Scissors}
          aria-label={`Clip this quote from ${timeCode}`}
          onClick={() => clips.openWords(quoteTimeRange(text, at, source.cues()))}
          {...button}
        >
          Clip
        </Button>
      ) : null}
      {sharing ? (
        <Button
          icon={Link2}
          aria-label={`${shareLabel}: quote at ${timeCode}`}
          title={shareLabel}
          isBusy={sharing.isBusy}
          onClick={() => void sharing.share('quote', quoteMoment(text, at, source.cues(), chapterEnd))}
          {...button}
        >
          Link
        </Button>
      ) : null}
    </>
  );
}
