import { chakra } from '@chakra-ui/react';
import type { Quote } from '@vault/contracts';
import { Pencil, Copy, Link2, Play, Scissors } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { quoteTimeCode, quoteSpeaker, quoteText } from '../../../lib/video/quote-parts.ts';
import type { EditTarget } from '../model/chapter-fields.ts';
import { textOf } from '../model/chapter-fields.ts';
import { useEditor, useFieldState } from '../model/editor-context.ts';
import { editorStrings as strings } from '../editor.strings.ts';
import { FieldFrame } from './chapter-field.tsx';
import { FollowsNote, SectionTitle } from './section-title.tsx';
import { QuoteEditor } from './quote-editor.tsx';
import { UpdateButton } from './chapter-buttons.tsx';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';
import { shareLabel, useClipRequests, useShareMoment } from '../../../components/player/moment-actions.ts';
import { TimeButton } from '../../../components/player/time-button.tsx';
import { useChosenSpeaker } from '../../../components/video/speaker-filter.tsx';
import { citeQuote } from '../model/cite-quote.ts';
import { copyWithToast } from '../../../components/ui/toasts/copy-with-toast.ts';
import { quoteMoment, quoteTimeRange } from '../model/quote-time-range.ts';
import { secondsOf } from '../../../lib/format/format-duration.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';

interface QuoteFieldProps {
  start: string;
  /** The end of the chapter, in seconds. */
  end: number;
  quotes: readonly Quote[];
  /** Whether they have corrected words of the transcript. */
  isFollowing: boolean;
}

/** The quotes of a chapter: shown as a list, edited in fields. */
export function QuoteField({ start, end: chapterEnd, quotes, isFollowing }: QuoteFieldProps) {
  const target: EditTarget = { start, field: 'quote' };
  const { edits } = useEditor();
  const mayEdit = useMay()('library.edit');
  const state = useFieldState(target);
  // Text that was being typed when the chapter was collapsed is restored when it is expanded again.
  const [fields, setFields] = useState<readonly string[] | null>(
    () => edits.typedAt(target)?.split('\n') ?? null,
  );
  const [hasEnded, setEnded] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const isEditing = fields !== null;

  useEffect(() => {
    if (!isEditing && hasEnded) opener.current?.focus();
  }, [isEditing, hasEnded]);

  const end = () => {
    setEnded(true);
    setFields(null);
  };

  return (
    <div role="group" aria-label={strings.quotes}>
      <SectionTitle title={strings.quotes}>
        {isEditing ? null : (
          <chakra.span display="flex" alignItems="center" mr="-2">
            {isFollowing ? <FollowsNote /> : null}
            <UpdateButton kind="quotes" start={start} />
            {mayEdit ? (
              <Button
                ref={opener}
                size="tiny"
                tone="quiet"
                icon={Pencil}
                onClick={() => setFields(textOf(quotes).split('\n'))}
              >
                Edit quotes
              </Button>
            ) : null}
          </chakra.span>
        )}
      </SectionTitle>
      <FieldFrame state={state}>
        {isEditing ? (
          <QuoteEditor
            fields={fields}
            times={quotes.map(quoteTimeCode)}
            onChange={(next) => {
              setFields(next);
              edits.type(target, next.join('\n'));
            }}
            onSave={() => {
              edits.commit(target, fields.join('\n'));
              end();
            }}
            onCancel={() => {
              edits.type(target, null);
              end();
            }}
          />
        ) : (
          <>
            <QuoteList quotes={quotes} chapterEnd={chapterEnd} />
            {quotes.length === 0 ? (
              <MutedText maxWidth="60ch">
                {mayEdit
                  ? 'No quotes yet. “Update quotes” finds some, or you can write them here.'
                  : 'No quotes yet.'}
              </MutedText>
            ) : null}
          </>
        )}
        {state === 'unsaved' && !isEditing ? (
          <chakra.p mt="2" fontSize="xs" color="caution">
            Not saved yet.
          </chakra.p>
        ) : null}
      </FieldFrame>
    </div>
  );
}

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
              <chakra.div
                display="flex"
                alignItems="center"
                css={{
                  // With hover the actions are visible only while the quote is hovered or contains the focus.
                  '@media (hover: hover)': {
                    opacity: 0,
                    transition: 'opacity 150ms ease-out',
                    '[data-acts]:hover &, [data-acts]:focus-within &': { opacity: 1 },
                  },
                }}
              >
                <QuoteMoment
                  text={quoteText(quote)}
                  timeCode={quoteTimeCode(quote)}
                  chapterEnd={chapterEnd}
                />
              </chakra.div>
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
