import { chakra } from '@chakra-ui/react';
import type { GlossaryProposal, VideoRecord } from '@vault/contracts';
import { SpellCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dismissOffers, refreshProposals, useGlossaryProposalsQuery } from '../../../api/glossary-api.ts';
import { errorMessage } from '../../../api/http/error-message.ts';
import { videoCalls } from '../../../api/video-calls.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { namesQuery } from '../../../lib/video/names-path.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { transcriptStrings as strings } from '../transcript.strings.ts';
import { NameProposal } from './name-proposal.tsx';

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
