import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { OrdinaryQuestion } from '../../../components/glossary/ordinary-question.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { useAppDispatch } from '../../../store/hooks.ts';
import { offerAccepted, offerClosed } from '../model/name-offer.slice.ts';
import type { NameOffer } from '../model/name-offer.slice.ts';
import { useNamePlaces } from '../model/use-name-places.ts';
import { useTranscriptEdits } from '../model/use-transcript-parts.ts';
import { transcriptStrings } from '../transcript.strings.ts';

const { offer: strings, undo: undoLabel } = transcriptStrings;

/** Offers to write a name everywhere as the user has just corrected it, and then to correct the other lines of the video. */
export function NameOfferBar({ offer }: { offer: NameOffer }) {
  const { videoId, found, term } = offer;
  const dispatch = useAppDispatch();
  const edits = useTranscriptEdits();
  const { step, problem, question, ...actions } = useNamePlaces(videoId, offer, edits);
  const bar = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const { name } = step;
  const places = step.name === 'placed' ? step.places : [];
  const text = {
    asked: strings.changed(found, term),
    adding: strings.changed(found, term),
    placed: [strings.added(found, term), ...(places.length > 0 ? [strings.more(places.length)] : [])].join(
      ' ',
    ),
    applied: step.name === 'applied' ? transcriptStrings.applied(step.changes.length, step.left) : '',
  }[name];

  const spoken = name === 'asked' ? `${text} ${strings.reach}` : text;
  useEffect(() => edits.announce(spoken), [edits, spoken]);
  // The button that was pressed is gone.
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current && name !== 'adding') first.current?.focus();
  }, [name]);
  const press = (action: () => unknown) => () => {
    isPressed.current = true;
    action();
  };
  const accept = async () => {
    if (name !== 'asked') return;
    // Its own save is no reason to take the offer back.
    dispatch(offerAccepted(true));
    if (!(await actions.confirm())) dispatch(offerAccepted(false));
  };
  const close = () => {
    const line = bar.current?.closest('section')?.querySelector<HTMLElement>('[role=button][tabindex="0"]');
    if (bar.current?.contains(document.activeElement)) line?.focus();
    dispatch(offerClosed());
  };

  return (
    <>
      <chakra.div
        ref={bar}
        role="group"
        aria-label={strings.label}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          close();
        }}
        // Below the lines: where it comes and goes, those above it do not move. On a phone it stays in sight.
        position="sticky"
        bottom="2"
        zIndex="1"
        display="grid"
        gridTemplateColumns="minmax(0, 1fr) auto"
        columnGap="1"
        mt="2"
        bg="surface"
        border="1px solid"
        borderColor="line.strong"
        borderRadius="md"
        ps="3"
        pe="1"
        pt="1"
        pb="3"
        fontSize="sm"
        animation="rise-in 150ms ease-out"
        css={{
          '& p': { py: '6px', overflowWrap: 'anywhere' },
          '@media (pointer: coarse)': { '& button': { minHeight: '44px', minWidth: '44px' } },
        }}
      >
        <p>{text}</p>
        <IconButton icon={X} label={name === 'asked' ? strings.later : strings.close} onClick={close} />
        <chakra.div display="flex" flexWrap="wrap" gap="2" gridColumn="1 / -1" pe="2">
          {name === 'asked' || name === 'adding' ? (
            <Button ref={first} size="small" isBusy={name === 'adding'} onClick={press(() => void accept())}>
              {strings.always}
            </Button>
          ) : null}
          {places.length > 0 ? (
            <Button ref={first} size="small" onClick={press(() => actions.apply(places))}>
              {strings.correct(places.length)}
            </Button>
          ) : null}
          {name === 'placed' ? (
            <Button
              ref={places.length > 0 ? undefined : first}
              size="small"
              tone={places.length > 0 ? 'quiet' : 'outline'}
              onClick={press(() => {
                void actions.takeBack().then((isDone) => isDone && dispatch(offerAccepted(false)));
              })}
            >
              {undoLabel}
            </Button>
          ) : null}
          {name === 'applied' ? (
            <Button ref={first} size="small" onClick={press(actions.undo)}>
              {undoLabel}
            </Button>
          ) : null}
        </chakra.div>
        {problem ? (
          <chakra.p role="alert" gridColumn="1 / -1" fontSize="xs" color="caution">
            {problem}
          </chakra.p>
        ) : null}
      </chakra.div>
      {question ? <OrdinaryQuestion question={question} /> : null}
    </>
  );
}
