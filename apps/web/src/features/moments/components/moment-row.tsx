import { chakra } from '@chakra-ui/react';
import type { MomentRecord, VideoRecord } from '@vault/contracts';
import { ExternalLink, Link2Off } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { Switch } from '../../../components/ui/fields/switch.tsx';
import { CopyButton } from '../../../components/ui/toasts/copy-button.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { useNow } from '../../../lib/state/use-now.ts';
import { useEditMomentMutation, useEndMomentMutation } from '../api/moments-api.ts';
import type { MomentChange } from '../api/moments-api.ts';
import { absoluteLink, momentWords, spanText } from '../model/moment-text.ts';
import { momentsStrings as strings } from '../moments.strings.ts';
import { EndDay } from './end-day.tsx';

const minuteMs = 60_000;
const atTop = { position: 'top' } as const;

interface MomentRowProps {
  moment: MomentRecord;
  video: VideoRecord;
  /** Called when the link has ended and its row is about to go. */
  onEnded: () => void;
}

function Words({ moment, video }: Omit<MomentRowProps, 'onEnded'>) {
  const now = useNow(minuteMs);
  const { text, isQuote } = momentWords(moment, video);
  const facts = [spanText(moment), strings.played(moment.plays), strings.endOf(moment.ends_at, now)];
  return (
    <chakra.div minWidth="0" flex="1 1 280px">
      <SmallText>{strings.kinds[moment.kind]}</SmallText>
      <chakra.p
        dir="auto"
        overflowWrap="anywhere"
        maxWidth="65ch"
        {...(isQuote ? { fontFamily: 'quote', fontSize: 'md' } : { fontWeight: 'strong' })}
      >
        {isQuote ? `“${text}”` : text}
      </chakra.p>
      <SmallText mt="1" fontVariantNumeric="tabular-nums">
        {facts.join(' · ')}
      </SmallText>
    </chakra.div>
  );
}

function Reach({ link }: { link: string }) {
  return (
    <chakra.div display="flex" gap="2" alignItems="flex-start">
      <CopyButton text={link} label="Copy" done="Link copied." />
      <Button asChild size="small">
        <a href={link} target="_blank" rel="noopener">
          <ExternalLink aria-hidden size={16} strokeWidth={1.5} />
          Open<chakra.span srOnly>in a new tab</chakra.span>
        </a>
      </Button>
    </chakra.div>
  );
}

/** Ends a link after a question. */
function EndLink({ isBusy, onEnd }: { isBusy: boolean; onEnd: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button
        icon={Link2Off}
        size="small"
        isBusy={isBusy}
        onClick={() => {
          if (!isBusy) setAsking(true);
        }}
      >
        {isBusy ? 'Revoking…' : strings.end}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          question="Revoke this link?"
          confirmLabel={strings.end}
          cancelLabel="Cancel"
          onCancel={close}
          onConfirm={() => {
            close();
            onEnd();
          }}
        >
          It stops working within a minute, for everyone who has it. It cannot be brought back.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** One link: what it shows, and what can be done with it. */
export function MomentRow({ moment, video, onEnded }: MomentRowProps) {
  const { id } = moment;
  const [editMoment] = useEditMomentMutation();
  const [endMoment, { isLoading: isEnding }] = useEndMomentMutation();
  const of = { id, passthrough: video.id };

  const edit = async (change: Pick<MomentChange, 'ends_at' | 'is_listed'>) => {
    const { error } = await editMoment({ ...of, ...change });
    if (error) showToast({ kind: 'error', text: errorMessage(error, strings.notSaved), ...atTop });
  };
  const end = async () => {
    const { error } = await endMoment(of);
    if (error) {
      showToast({ kind: 'error', text: errorMessage(error, strings.notEnded), ...atTop });
      return;
    }
    showToast({ kind: 'success', text: 'The link is revoked.', ...atTop });
    onEnded();
  };

  const { text } = momentWords(moment, video);
  return (
    <chakra.li py="4" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      <chakra.div
        role="group"
        aria-label={`${strings.kinds[moment.kind]} ${spanText(moment)}: ${text}`}
        display="grid"
        gap="4"
      >
        <chakra.div display="flex" flexWrap="wrap" gap="3" justifyContent="space-between">
          <Words moment={moment} video={video} />
          <Reach link={absoluteLink(moment.link)} />
        </chakra.div>
        <chakra.div display="flex" flexWrap="wrap" columnGap="6" rowGap="3" alignItems="center">
          <EndDay endsAt={moment.ends_at} onSave={(endsAt) => void edit({ ends_at: endsAt })} />
          <Switch
            label="Let search engines list it"
            isOn={moment.is_listed}
            onChange={(isOn) => void edit({ is_listed: isOn })}
          />
          <chakra.span ms="auto">
            <EndLink isBusy={isEnding} onEnd={() => void end()} />
          </chakra.span>
        </chakra.div>
      </chakra.div>
    </chakra.li>
  );
}
