import { chakra } from '@chakra-ui/react';
import type { GlossaryProposal, VideoRecord, GlossaryPlace } from '@vault/contracts';
import { SpellCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CSSProperties } from 'react';
import { dismissOffers, refreshProposals, useGlossaryProposalsQuery } from '../../../api/glossary-api.ts';
import { errorMessage } from '../../../api/http/error-message.ts';
import { videoCalls } from '../../../api/video-calls.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { namesQuery } from '../../../lib/video/names-path.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { transcriptStrings as strings } from '../transcript.strings.ts';
import { OrdinaryQuestion } from '../../../components/glossary/ordinary-question.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { MarkedText } from '../../../components/ui/marked-text.tsx';
import { PlaceRow } from '../../../components/ui/place-row.tsx';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { replacedParts } from '../../../lib/text/replaced-parts.ts';
import { matchParts } from '../../../lib/text/match-parts.ts';
import { useNamePlaces } from '../model/use-name-places.ts';
import { useTranscriptEdits } from '../model/use-transcript-parts.ts';

const keyOf = ({ found, term }: GlossaryProposal) => JSON.stringify([found, term]);

/**
 * Offers words that sound like terms of the glossary; shown when there are any. It changes nothing by itself. What the user
 * says no to is kept when the dialog is closed.
 */
export function TranscriptNames({ video: { id, captionsTrackId } }: { video: VideoRecord }) {
  const dispatch = useAppDispatch();
  const [query, setQuery] = useSearchParams();
  const { data } = useGlossaryProposalsQuery({ id, captionsTrackId }, { refetchOnMountOrArgChange: true });
  /** Proposals that were decided here. */
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<readonly GlossaryProposal[]>([]);
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || (query.has(namesQuery) && data !== undefined);
  const shown = data ?? [];
  const refusedKeys = new Set(refused.map(keyOf));
  const count = shown.filter((each) => !confirmed.has(keyOf(each)) && !refusedKeys.has(keyOf(each))).length;

  /** Keeps what was refused, and reads what is left for this page and the card of the video. */
  const keep = async () => {
    const isDecided = confirmed.size + refused.length > 0;
    const answers = refused.map(({ found, term }) => ({ from: found, to: term }));
    setRefused([]);
    setConfirmed(new Set());
    try {
      if (answers.length > 0) await dispatch(dismissOffers(answers));
    } catch (error) {
      showToast({ kind: 'error', text: errorMessage(error, strings.notRefused) });
    }
    if (!isDecided) return;
    dispatch(refreshProposals({ id, captionsTrackId }));
    await videoCalls(dispatch, id)
      .fetch()
      .catch((error: unknown) => console.warn('The number of names could not be read.', error));
  };
  const lastKeep = useRef(keep);
  useEffect(() => {
    lastKeep.current = keep;
  });
  // The page may be left while the dialog is open.
  useEffect(() => () => void lastKeep.current(), []);

  if (count === 0 && !isOpen) return null;
  const close = () => {
    setOpened(false);
    if (query.has(namesQuery))
      setQuery(
        (before) => {
          before.delete(namesQuery);
          return before;
        },
        { replace: true },
      );
    void keep();
  };
  return (
    <>
      <Button size="tiny" tone="quiet" icon={SpellCheck} onClick={() => setOpened(true)}>
        {strings.names(count)}
      </Button>
      {isOpen ? (
        <Modal
          title={strings.namesTitle}
          note={shown.length > 0 ? strings.namesNote : undefined}
          size="wide"
          isReadFirst
          closeLabel={strings.close}
          onCancel={close}
        >
          <chakra.ul overflowY="auto" aria-label={strings.namesTitle}>
            {shown.map((proposal) => (
              <NameProposal
                key={keyOf(proposal)}
                videoId={id}
                proposal={proposal}
                isRefused={refusedKeys.has(keyOf(proposal))}
                onRefuse={(isRefused) => {
                  const others = refused.filter((each) => each !== proposal);
                  setRefused(isRefused ? [...others, proposal] : others);
                }}
                onConfirmed={() => setConfirmed((before) => new Set([...before, keyOf(proposal)]))}
              />
            ))}
            {shown.length === 0 ? (
              <MutedText as="li" px={{ base: '4', md: '6' }} py="4">
                {strings.allNames}
              </MutedText>
            ) : null}
          </chakra.ul>
        </Modal>
      ) : null}
    </>
  );
}

interface PlacesProps {
  found: string;
  places: readonly GlossaryPlace[];
  onApply: (places: readonly GlossaryPlace[]) => void;
}

/** The places of a wrong form in the video; those that are chosen are corrected. */
function Places({ found, places, onApply }: PlacesProps) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<GlossaryPlace>>(new Set());
  const apply = useRef<HTMLButtonElement>(null);
  const chosen = places.filter((place) => !leftOut.has(place));
  const end = places.at(-1)?.before[0]?.start ?? 0;
  // The button that was pressed is gone.
  useEffect(() => apply.current?.focus(), []);
  return (
    <>
      <chakra.ol
        aria-label={strings.placesOf(found)}
        mt="2"
        mx="-3"
        style={{ '--time-width': end < 3600 ? '44px' : '64px' } as CSSProperties}
      >
        {places.map((place) => {
          const { before, words } = place;
          const time = formatDuration(before[0]?.start ?? 0);
          return (
            <li key={`${time} ${before.map(({ text }) => text).join('\n')}`}>
              <PlaceRow
                label={strings.replaceAt(words.map((each) => each.found).join('”, “'), time)}
                time={time}
                parts={replacedParts(before.map(({ text }) => text).join('\n'), words)}
                isChosen={!leftOut.has(place)}
                onChoose={(isChosen) => {
                  const next = new Set(leftOut);
                  if (isChosen) next.delete(place);
                  else next.add(place);
                  setLeftOut(next);
                }}
              />
            </li>
          );
        })}
      </chakra.ol>
      <Line gap="2" mt="3">
        <Button
          ref={apply}
          size="small"
          aria-disabled={chosen.length === 0}
          onClick={() => {
            if (chosen.length > 0) onApply(chosen);
          }}
        >
          {strings.applyTo(chosen.length)}
        </Button>
      </Line>
    </>
  );
}

interface NameProposalProps {
  videoId: string;
  proposal: GlossaryProposal;
  /** Whether the user has said no. */
  isRefused: boolean;
  /** Called when the user says no, or takes that back. */
  onRefuse: (isRefused: boolean) => void;
  /** Called when the words are a wrong form of the term: the proposal is not made again. */
  onConfirmed: () => void;
}

/** Words that sound like a term: the user says whether they are meant, and then where they are corrected. */
export function NameProposal({ videoId, proposal, isRefused, onRefuse, onConfirmed }: NameProposalProps) {
  const { found, term, lines, example } = proposal;
  const edits = useTranscriptEdits();
  const { step, problem, question, confirm, apply, undo } = useNamePlaces(videoId, proposal, edits);
  const undoButton = useRef<HTMLButtonElement>(null);
  const isApplied = step.name === 'applied';
  // The button that was pressed is gone.
  useEffect(() => {
    if (isApplied || isRefused) undoButton.current?.focus();
  }, [isApplied, isRefused]);
  const isAsking = step.name === 'asked' || step.name === 'adding';

  return (
    <chakra.li px={{ base: '4', md: '6' }} py="4" borderTopWidth="1px" _first={{ borderTopWidth: 0 }}>
      <chakra.p fontSize="sm" fontWeight="strong" overflowWrap="anywhere">
        {strings.soundsLike(found, term)}
        <chakra.span fontWeight="regular" color="ink.muted" whiteSpace="nowrap">
          {` · ${strings.lines(lines)}`}
        </chakra.span>
      </chakra.p>
      {isRefused ? (
        <chakra.div display="flex" alignItems="center" gap="3" mt="1">
          <SmallText role="status" overflowWrap="anywhere" minWidth="0">
            {strings.refused(found, term)}
          </SmallText>
          <Button ref={undoButton} size="tiny" onClick={() => onRefuse(false)}>
            {strings.undo}
          </Button>
        </chakra.div>
      ) : isAsking ? (
        <>
          <chakra.p dir="auto" fontFamily="quote" mt="1" overflowWrap="anywhere">
            <chakra.span
              fontFamily="body"
              fontSize="xs"
              color="ink.muted"
              fontVariantNumeric="tabular-nums"
              me="2"
            >
              {formatDuration(example.start)}
            </chakra.span>
            <MarkedText parts={matchParts(example.text, found)} />
          </chakra.p>
          <Line gap="2" mt="3">
            <Button
              size="small"
              isBusy={step.name === 'adding'}
              onClick={() => {
                if (step.name !== 'asked') return;
                void confirm().then((isConfirmed) => {
                  if (isConfirmed) onConfirmed();
                });
              }}
            >
              {strings.itIs(term)}
            </Button>
            <Button
              size="small"
              tone="quiet"
              aria-label={strings.isNot(found, term)}
              onClick={() => onRefuse(true)}
            >
              {strings.no}
            </Button>
          </Line>
        </>
      ) : (
        <SmallText role="status" mt="1">
          {strings.isWrongForm(found, term)}
        </SmallText>
      )}
      {problem ? (
        <chakra.p role="alert" fontSize="xs" color="caution" mt="2">
          {problem}
        </chakra.p>
      ) : null}
      {step.name === 'placed' && step.places.length > 0 ? (
        <Places found={found} places={step.places} onApply={apply} />
      ) : null}
      {step.name === 'placed' && step.places.length === 0 ? (
        <SmallText mt="1">{strings.noPlaces}</SmallText>
      ) : null}
      {isApplied ? (
        <chakra.div display="flex" alignItems="center" gap="3" mt="2">
          <chakra.p role="status" fontSize="sm" color="good">
            {strings.applied(step.changes.length, step.left)}
          </chakra.p>
          {step.changes.length > 0 ? (
            <Button ref={undoButton} size="tiny" onClick={undo}>
              {strings.undo}
            </Button>
          ) : null}
        </chakra.div>
      ) : null}
      {question ? <OrdinaryQuestion question={question} /> : null}
    </chakra.li>
  );
}
