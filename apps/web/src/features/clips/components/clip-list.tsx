import { chakra } from '@chakra-ui/react';
import type { ClipRecord } from '@vault/contracts';
import { Copy, Download, Play, RotateCcw, Trash2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { copyWithToast } from '../../../components/ui/toasts/copy-with-toast.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { ProgressStrip } from '../../../components/video/progress-strip.tsx';
import { downloadFile } from '../../../lib/browser/save-file.ts';
import { useClipsOfVideoQuery, useDeleteClipMutation, useMakeClipMutation } from '../api/clips-api.ts';
import { clipFileName, extensionOf, lookText, spanText } from '../model/clip-text.ts';

/** How often the list is read while a clip is being made. */
const pollEveryMs = 2_000;
const atTop = { position: 'top' } as const;
/** Less than the time in which the server undoes it. */
const undoOfferMs = 10_000;

interface RowProps {
  clip: ClipRecord;
  videoId: string;
  /** Focuses the list, when the row is gone. */
  onDeleted: () => void;
}

/** The clips of a video with their state, newest first. */
export function ClipList({ videoId }: { videoId: string }) {
  const [isMaking, setMaking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isError, refetch } = useClipsOfVideoQuery(videoId, {
    pollingInterval: isMaking ? pollEveryMs : 0,
    refetchOnMountOrArgChange: true,
  });
  const clips = data?.clips ?? [];
  const isMakingNow = clips.some(({ state }) => state === 'making');
  if (isMakingNow !== isMaking) setMaking(isMakingNow);
  return (
    <chakra.section mt="6" aria-label="Clips of this video">
      <chakra.h3 ref={heading} tabIndex={-1} outline="none" mb="2" fontSize="sm" fontWeight="strong">
        Clips of this video
      </chakra.h3>
      {data && clips.length === 0 ? (
        <SmallText>None yet. A clip that you cut stays here until you delete it, at most 50.</SmallText>
      ) : null}
      {isError && !data ? (
        <SmallText role="alert">
          The clips could not be loaded.{' '}
          <Button size="small" tone="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        </SmallText>
      ) : null}
      <ul>
        {clips.map((clip) => (
          <ClipRow key={clip.id} clip={clip} videoId={videoId} onDeleted={() => heading.current?.focus()} />
        ))}
      </ul>
    </chakra.section>
  );
}

function ClipRow({ clip, videoId, onDeleted }: RowProps) {
  const [isPlaying, setPlaying] = useState(false);
  const { state, reason, progress, link = '' } = clip;
  const span = spanText(clip);
  const look = lookText(clip);
  const isReady = state === 'ready' && link !== '';
  return (
    <chakra.li display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2" py="3" borderTopWidth="1px">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="2">
        <chakra.div flex="1 1 180px" minWidth="0">
          <chakra.p fontSize="sm" fontVariantNumeric="tabular-nums">
            {span}
          </chakra.p>
          {look === '' ? null : <SmallText>{look}</SmallText>}
        </chakra.div>
        <chakra.div display="flex">
          {isReady ? (
            <>
              <IconButton
                label={isPlaying ? `Close the clip ${span}` : `Play the clip ${span}`}
                icon={isPlaying ? X : Play}
                aria-expanded={isPlaying}
                onClick={() => setPlaying(!isPlaying)}
              />
              <IconButton
                label={`Download the clip ${span}`}
                icon={Download}
                onClick={() => downloadFile(link, `${clipFileName(clip)}.${extensionOf(link)}`)}
              />
              <CopyClip link={link} span={span} />
            </>
          ) : null}
          {state === 'failed' ? <MakeAgain clip={clip} videoId={videoId} /> : null}
          <DeleteClip clip={clip} videoId={videoId} onDeleted={onDeleted} />
        </chakra.div>
      </chakra.div>
      {state === 'making' ? (
        <ProgressStrip label={`The clip ${span} is being made`} percent={progress} />
      ) : null}
      {state === 'failed' ? <SmallText>{reason ?? 'The clip could not be made.'}</SmallText> : null}
      {state === 'ready' && reason ? <SmallText>{reason}</SmallText> : null}
      {isReady && isPlaying ? (
        <chakra.video
          src={link}
          controls
          autoPlay
          playsInline
          aria-label={span}
          display="block"
          width="100%"
          maxHeight="320px"
          bg="black"
          borderRadius="media"
        />
      ) : null}
    </chakra.li>
  );
}

function CopyClip({ link, span }: { link: string; span: string }) {
  const address = new URL(link, window.location.href).href;
  return (
    <IconButton
      label={`Copy the link of the clip ${span}`}
      icon={Copy}
      onClick={() => {
        void copyWithToast(address, { done: 'Link copied.', failed: `The link was not copied: ${address}` });
      }}
    />
  );
}

/** Requests a clip as it was made. */
function useMakeAgain({ from, to, frame, centre, fit, captions }: ClipRecord, videoId: string) {
  const [request, { isLoading }] = useMakeClipMutation();
  const make = async () => {
    const { error } = await request({ videoId, from, to, frame, centre, fit, captions });
    if (error) showToast({ kind: 'error', text: errorMessage(error, 'Error to cut video'), ...atTop });
  };
  return { make, isLoading };
}

function MakeAgain({ clip, videoId }: Omit<RowProps, 'onDeleted'>) {
  const { make, isLoading } = useMakeAgain(clip, videoId);
  return (
    <IconButton
      label={`Create the clip ${spanText(clip)} again`}
      icon={RotateCcw}
      disabled={isLoading}
      onClick={() => void make()}
    />
  );
}

/** Deletes a clip at once; for a while the same request brings it back. */
function DeleteClip({ clip, videoId, onDeleted }: RowProps) {
  const [remove, { isLoading }] = useDeleteClipMutation();
  const again = useMakeAgain(clip, videoId);
  const deleteNow = async () => {
    const { error } = await remove({ videoId, clipId: clip.id });
    if (error) {
      const text = errorMessage(error, 'The clip was not deleted. Please try again.');
      showToast({ kind: 'error', text, ...atTop });
      return;
    }
    onDeleted();
    showToast({
      kind: 'info',
      text: `The clip ${spanText(clip)} was deleted.`,
      durationMs: undoOfferMs,
      // There is nothing to bring back of a clip that could not be made.
      ...(clip.state !== 'failed' && { action: { label: 'Undo', onSelect: () => void again.make() } }),
      ...atTop,
    });
  };
  return (
    <IconButton
      label={`Delete the clip ${spanText(clip)}`}
      icon={Trash2}
      disabled={isLoading}
      onClick={() => void deleteNow()}
    />
  );
}
