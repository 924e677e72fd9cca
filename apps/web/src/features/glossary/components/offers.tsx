import { chakra } from '@chakra-ui/react';
import type { GlossaryOffer } from '@vault/contracts';
import { useId, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { useGlossaryActions } from '../model/use-glossary-edits.ts';
import { glossaryStrings as strings } from '../glossary.strings.ts';
import { Line } from '../../../components/ui/fields/line.ts';

/** Each name that was corrected is an offer: older ones are shown on request. */
const shownAtFirst = 5;

const keyOf = ({ from, to }: GlossaryOffer) => `${from}\n${to}`;

/** Corrections that the user has made: each becomes a wrong form, or is not offered again. */
export function Offers({ offers }: { offers: readonly GlossaryOffer[] }) {
  const { accept, dismiss, announce } = useGlossaryActions();
  const [busy, setBusy] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const shown = isWhole ? offers : offers.slice(0, shownAtFirst);
  if (offers.length === 0) return null;

  const settle = async (offer: GlossaryOffer, isAccepted: boolean) => {
    if (busy !== null) return;
    setBusy(keyOf(offer));
    const problem = await (isAccepted ? accept(offer) : dismiss(offer));
    setBusy(null);
    if (problem) showToast({ kind: 'error', text: problem });
    else if (isAccepted) announce(strings.offerAdded(offer.from, offer.to));
    // The offer is gone, and its buttons with it.
    if (!problem) document.getElementById(id)?.focus();
  };

  return (
    <chakra.section
      aria-labelledby={id}
      mb="8"
      borderLeftWidth="2px"
      borderColor="caution"
      bg="caution.wash"
      ps="4"
      py="3"
    >
      <chakra.h2 id={id} tabIndex={-1} outline="none" fontSize="sm" fontWeight="strong">
        Corrections that you made
      </chakra.h2>
      <ul>
        {shown.map((offer) => (
          <Line
            as="li"
            key={keyOf(offer)}
            justifyContent="space-between"
            pe="3"
            pt="2"
            columnGap="4"
            rowGap="2"
          >
            <chakra.p flex="1 1 300px" fontSize="sm" overflowWrap="anywhere">
              {strings.offer(offer.from, offer.to, offer.count)}
            </chakra.p>
            <Line gap="2">
              <Button
                size="small"
                isBusy={busy === keyOf(offer)}
                aria-label={strings.addOffer(offer.from, offer.to)}
                onClick={() => void settle(offer, true)}
              >
                Add
              </Button>
              <Button
                size="small"
                tone="quiet"
                aria-label={strings.dismissOffer(offer.from, offer.to)}
                onClick={() => void settle(offer, false)}
              >
                Dismiss
              </Button>
            </Line>
          </Line>
        ))}
      </ul>
      {shown.length < offers.length ? (
        <Button size="small" tone="quiet" mt="2" ms="-3" onClick={() => setWhole(true)}>
          {strings.moreOffers(offers.length - shown.length)}
        </Button>
      ) : null}
    </chakra.section>
  );
}
