import { chakra } from '@chakra-ui/react';
import type { GlossaryPlace, GlossaryProposal } from '@vault/contracts';
import { useEffect, useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import { OrdinaryQuestion } from '../../../components/glossary/ordinary-question.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { MarkedText } from '../../../components/ui/marked-text.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { PlaceRow } from '../../../components/ui/place-row.tsx';
import { formatDuration } from '../../../lib/format/format-time.ts';
import { replacedParts } from '../../../lib/text/replaced-parts.ts';
import { matchParts } from '../../../lib/text/match-parts.ts';
import { useNamePlaces } from '../model/use-name-places.ts';
import { useTranscriptEdits } from '../model/use-transcript-parts.ts';
import { transcriptStrings as strings } from '../transcript.strings.ts';

const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2', mt: '3' } });

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
      <Buttons>
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
      </Buttons>
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
          <Buttons>
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
          </Buttons>
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
