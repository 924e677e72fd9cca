import { acceptedFormats } from '@vault/media/formats';
import { chakra } from '@chakra-ui/react';
import { uploadLabels } from '@vault/upload-client';
import type { UploadSnapshot } from '@vault/upload-client';
import { X } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { ProgressStrip } from '../../../components/video/progress-strip.tsx';
import { formatBytes, formatRemaining } from '../../../lib/format/format-bytes.ts';
import { isRefused, titleNotSaved } from '../model/upload-item.ts';
import type { UploadItem } from '../model/upload-item.ts';
import { useUploads } from './uploads-provider.tsx';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';

/** A pause begins only when the chunk that is being sent is answered. */
function isSending(state: UploadSnapshot['state']): boolean {
  return state === 'uploading' || state === 'pausing';
}

/** A whole chunk is accepted at once, so an upload that runs shows what is sent: its figures would stand still. */
function shownBytes({ state, sentBytes, acceptedBytes }: UploadSnapshot): number {
  return isSending(state) ? Math.max(sentBytes, acceptedBytes) : acceptedBytes;
}

/** At most 99 until the server has accepted the whole file. */
function shownPercent({ phase, transfer }: UploadItem): number {
  if (phase === 'saving' || phase === 'unsaved') return 100;
  if (!transfer) return 0;
  const isRunning = isSending(transfer.state) && transfer.totalBytes > 0;
  const percent = isRunning ? (shownBytes(transfer) / transfer.totalBytes) * 100 : 0;
  return Math.max(transfer.progress, Math.min(99, percent));
}

/** Bytes, speed and remaining time, as far as known. */
function factsOf(item: UploadItem): string {
  const { transfer } = item;
  if (item.phase === 'waiting') return 'Waiting to upload';
  if (item.phase === 'saving') return 'Saving…';
  if (item.phase === 'unsaved')
    return item.hasAutoRetry ? `${titleNotSaved} We will try again automatically.` : titleNotSaved;
  if (transfer?.state === 'error' && item.hasAutoRetry) return 'We will try again automatically.';
  if (!transfer || transfer.state === 'idle') return 'Starting the upload…';
  const facts = [`${formatBytes(shownBytes(transfer))} of ${formatBytes(transfer.totalBytes)}`];
  if (transfer.state === 'uploading' && transfer.bytesPerSecond) {
    facts.push(`${formatBytes(transfer.bytesPerSecond)}/s`);
    if (transfer.remainingSeconds !== undefined) facts.push(formatRemaining(transfer.remainingSeconds));
  }
  return facts.join(' · ');
}

/** The sent bytes in percent. They are ahead of the bytes that the server has confirmed. */
function sentPercent({ transfer }: UploadItem): number {
  return transfer && transfer.totalBytes > 0 ? (transfer.sentBytes / transfer.totalBytes) * 100 : 0;
}

function Control({ item, state }: { item: UploadItem; state: UploadSnapshot['state'] | undefined }) {
  const { queue } = useUploads();
  const button = (label: string, act: (key: number) => void) => (
    <Button size="small" disabled={state === 'pausing'} onClick={() => act(item.key)}>
      {label}
    </Button>
  );
  if (item.phase === 'unsaved' || state === 'error')
    return button(uploadLabels.tryAgain, (key) => queue.retry(key));
  if (item.phase !== 'sending') return null;
  if (state === 'paused') return button(uploadLabels.resume, (key) => queue.resume(key));
  if (state === 'pausing') return button(uploadLabels.pausing, () => undefined);
  return state === 'uploading' ? button(uploadLabels.pause, (key) => queue.pause(key)) : null;
}

/** One file of the queue. Its strip shows the bytes that the server has accepted. */
export function UploadRow({ item }: { item: UploadItem }) {
  const { queue } = useUploads();
  const { transfer } = item;
  const percent = item.phase === 'saving' || item.phase === 'unsaved' ? 100 : (transfer?.progress ?? 0);
  return (
    <chakra.li display="grid" gap="2">
      <chakra.div display="flex" alignItems="center" gap="2">
        <chakra.span
          dir="auto"
          flex="1"
          minWidth="0"
          truncate
          fontSize="sm"
          fontWeight="strong"
          title={item.name}
        >
          {item.name}
        </chakra.span>
        <MutedText as="span" fontVariantNumeric="tabular-nums">
          {Math.floor(shownPercent(item))}%
        </MutedText>
        <IconButton
          label={`Cancel the upload of ${item.name}`}
          icon={X}
          onClick={() => queue.cancel(item.key)}
        />
      </chakra.div>
      <ProgressStrip label={item.name} percent={percent} ahead={sentPercent(item)} />
      <chakra.div display="flex" justifyContent="space-between" alignItems="center" gap="3" minHeight="32px">
        <SmallText as="span" fontVariantNumeric="tabular-nums">
          {factsOf(item)}
        </SmallText>
        <Control item={item} state={transfer?.state} />
      </chakra.div>
      {transfer?.message && transfer.state !== 'success' ? (
        <chakra.p role="alert" fontSize="sm" color={transfer.state === 'offline' ? 'caution' : 'signal'}>
          {isRefused(transfer) ? `This is not a video or audio file. ${acceptedFormats} ` : ''}
          {transfer.message}
        </chakra.p>
      ) : null}
    </chakra.li>
  );
}
