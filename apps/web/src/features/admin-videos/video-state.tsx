import { Badge, chakra } from '@chakra-ui/react';
import type { EmployeeVideoRow } from '@vault/contracts';
import { adminVideosStrings as words } from './admin-videos.strings.ts';
import { RetryButton } from './retry-button.tsx';

/** The state of a video that is not ready, the reason of a failure, and the retry button. */
export function VideoState({ row }: { row: EmployeeVideoRow }) {
  const { state, failure, title } = row;
  if (state === 'ready') return null;
  return (
    <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap="2" rowGap="1" mt="1">
      <Badge colorPalette={state === 'failed' ? 'red' : 'gray'}>{words.states[state]}</Badge>
      {failure ? (
        <>
          <chakra.span fontSize="xs" color="ink.muted" flex="1 1 160px" lineHeight="1.4">
            {words.failedAt(words.states[failure.step], failure.reason)}
          </chakra.span>
          {failure.retryable ? <RetryButton id={row._id} title={title || words.untitled} /> : null}
        </>
      ) : null}
    </chakra.span>
  );
}
