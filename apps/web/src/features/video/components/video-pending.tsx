import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import type { ReactNode } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { useRetryVideoMutation } from '../../../api/videos-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { ProgressStrip } from '../../../components/video/progress-strip.tsx';
import { StepProgress, stepNames } from '../../../components/video/step-progress.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { PageTitle } from '../../../components/ui/muted-text.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';

function Failure({ video, children }: { video: VideoRecord; children?: ReactNode }) {
  const [retry, { isLoading }] = useRetryVideoMutation();
  const mayUpload = useMay()('upload');
  const handleRetry = () => {
    void retry(video.id)
      .unwrap()
      .catch((error: unknown) => {
        showToast({
          kind: 'error',
          text: errorMessage(error, 'That step could not be started again. Please try again in a moment.'),
          durationMs: 3000,
          position: 'top',
        });
      });
  };
  return (
    <chakra.div role="alert" display="grid" gap="4" justifyItems="start">
      <PageTitle>This video could not be processed</PageTitle>
      <p>{video.failure?.reason}</p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {video.failure?.retryable && mayUpload ? (
          <Button tone="primary" disabled={isLoading} onClick={handleRetry}>
            Try again
          </Button>
        ) : null}
        {children}
      </chakra.div>
    </chakra.div>
  );
}

interface VideoPendingProps {
  /** Undefined until it is loaded. */
  video: VideoRecord | undefined;
  /** The last request got no answer. */
  isUnreachable: boolean;
  /** Other ways out of a failure, beside a retry. */
  children?: ReactNode;
}

/** The page of a video without chapters: the running step and its progress. */
export function VideoPending({ video, isUnreachable, children }: VideoPendingProps) {
  const step = video ? stepNames[video.state] : undefined;
  return (
    <chakra.div maxWidth="520px" mx="auto" px="4" pt={{ base: '12', md: '24' }} display="grid" gap="5">
      {video?.state === 'failed' ? (
        <Failure video={video}>{children}</Failure>
      ) : (
        <>
          <PageTitle dir="auto" overflowWrap="anywhere">
            {video?.title || 'Opening the video'}
          </PageTitle>
          {video && step ? (
            <StepProgress step={step} video={video} size="large" />
          ) : (
            <ProgressStrip label={stepNames.ready} percent={video?.progress} />
          )}
          <chakra.p color="ink.muted">
            If this page doesn't load, it may mean the video hasn't yet been processed. Try again in a few
            minutes.
          </chakra.p>
          {isUnreachable ? (
            <chakra.p role="alert" color="caution">
              The server cannot be reached. The page retries automatically.
            </chakra.p>
          ) : null}
        </>
      )}
    </chakra.div>
  );
}
