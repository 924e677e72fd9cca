import { chakra } from '@chakra-ui/react';
import type { GlossaryProposal, VideoRecord } from '@vault/contracts';
import { SpellCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { useGlossaryProposalsQuery } from '../../../api/glossary-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts';
import { nameRefused, refusalOf, selectRefusedNames } from '../model/refused-names.slice.ts';
import { transcriptStrings as strings } from '../transcript.strings.ts';
import { NameProposal } from './name-proposal.tsx';

/** Offers words that sound like terms of the glossary; shown when there are any. It changes nothing by itself. */
export function TranscriptNames({ video: { id, captionsTrackId } }: { video: VideoRecord }) {
  const dispatch = useAppDispatch();
  const refused = useAppSelector(selectRefusedNames);
  const { data, refetch } = useGlossaryProposalsQuery(
    { id, captionsTrackId },
    { refetchOnMountOrArgChange: true },
  );
  /** Proposals that were confirmed here; the server makes them no more. */
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const [isOpen, setOpen] = useState(false);
  const [news, setNews] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const keyOf = (proposal: GlossaryProposal) => refusalOf(id, proposal);
  const shown = (data ?? []).filter((proposal) => !refused.includes(keyOf(proposal)));
  const count = shown.filter((proposal) => !confirmed.has(keyOf(proposal))).length;
  if (count === 0 && !isOpen) return null;

  const refuse = (proposal: GlossaryProposal) => {
    dispatch(nameRefused(keyOf(proposal)));
    setNews(strings.noLongerProposed(proposal.found));
    list.current?.focus();
  };
  const close = () => {
    setOpen(false);
    if (confirmed.size > 0) void refetch();
  };
  return (
    <>
      <Button size="tiny" tone="quiet" icon={SpellCheck} onClick={() => setOpen(true)}>
        {strings.names(count)}
      </Button>
      {isOpen ? (
        <Modal
          title={strings.namesTitle}
          note={strings.namesNote}
          size="wide"
          isReadFirst
          closeLabel={strings.close}
          onCancel={close}
        >
          <chakra.ul ref={list} tabIndex={-1} outline="none" overflowY="auto" aria-label={strings.namesTitle}>
            {shown.map((proposal) => (
              <NameProposal
                key={keyOf(proposal)}
                videoId={id}
                proposal={proposal}
                onRefuse={() => {
                  refuse(proposal);
                }}
                onConfirmed={() => {
                  setConfirmed((before) => new Set([...before, keyOf(proposal)]));
                }}
              />
            ))}
            {shown.length === 0 ? (
              <MutedText as="li" px={{ base: '4', md: '6' }} py="4">
                {strings.allNames}
              </MutedText>
            ) : null}
          </chakra.ul>
          <chakra.span srOnly role="status">
            {news}
          </chakra.span>
        </Modal>
      ) : null}
    </>
  );
}
