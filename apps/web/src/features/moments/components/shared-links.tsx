import { chakra } from '@chakra-ui/react';
import type { MomentRecord, VideoRecord } from '@vault/contracts';
import { useRef } from 'react';
import { LoadProblem } from '../../../components/ui/load-problem.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { SkeletonBlock } from '../../../components/ui/skeleton-block.tsx';
import { useMomentsQuery } from '../api/moments-api.ts';
import { momentsStrings as strings } from '../moments.strings.ts';
import { MomentRow } from './moment-row.tsx';

const inOrder = (a: MomentRecord, b: MomentRecord) => a.start - b.start || a.end - b.end;

function Skeleton() {
  return [0, 1, 2].map((row) => (
    <chakra.div key={row} display="grid" gap="2" py="4" borderTopWidth={row === 0 ? '0' : '1px'}>
      <SkeletonBlock height="18px" width="60%" />
      <SkeletonBlock height="14px" width="40%" />
      <SkeletonBlock height="44px" width="100%" />
    </chakra.div>
  ));
}

interface SharedLinksProps {
  video: VideoRecord;
  onClose: () => void;
}

/** The links to moments of a video that work for anyone, in the order of their times. */
export function SharedLinks({ video, onClose }: SharedLinksProps) {
  const { data, error, isFetching, refetch } = useMomentsQuery(video.id, { refetchOnMountOrArgChange: true });
  const body = useRef<HTMLDivElement>(null);
  const isFailed = data === undefined && error !== undefined && !isFetching;
  return (
    <Modal
      size="wide"
      title={strings.title}
      note="Anyone with one of these links can play that part of the video, without signing in."
      closeLabel="Close"
      isReadFirst
      onCancel={onClose}
    >
      <chakra.div
        ref={body}
        tabIndex={-1}
        aria-busy={data === undefined && !isFailed}
        overflowY="auto"
        px={{ base: '4', md: '6' }}
        pb="4"
        minHeight="160px"
        outline="none"
      >
        {isFailed ? (
          <LoadProblem error={error} text={strings.notLoaded} onRetry={() => void refetch()} />
        ) : null}
        {data === undefined && !isFailed ? <Skeleton /> : null}
        {data?.length === 0 ? (
          <MutedText py="6" maxWidth="65ch">
            No links to this video yet. “Copy link for anyone” creates one: for a chapter, a quote, or what
            plays now.
          </MutedText>
        ) : null}
        {data && data.length > 0 ? (
          <ul>
            {data.toSorted(inOrder).map((moment) => (
              <MomentRow
                key={moment.id}
                moment={moment}
                video={video}
                onEnded={() => {
                  // The button that had the focus is gone.
                  body.current?.focus();
                }}
              />
            ))}
          </ul>
        ) : null}
      </chakra.div>
    </Modal>
  );
}
