import { Suspense, lazy } from 'react';
import { chakra } from '@chakra-ui/react';
import { loadChunk } from '../../lib/browser/load-chunk.ts';
import type { PlayerStageProps } from './player-stage.tsx';

const PlayerStage = lazy(async () => ({
  default: (await loadChunk(() => import('./player-stage.tsx'))).PlayerStage,
}));

/** The video player. Its code is large, so it is loaded lazily; the frame reserves its space. */
export function VideoPlayer(props: PlayerStageProps) {
  return (
    <chakra.div aspectRatio="16 / 9" borderRadius={{ base: 0, md: 'media' }} overflow="hidden" bg="#0a0d12">
      <Suspense fallback={null}>
        <PlayerStage {...props} />
      </Suspense>
    </chakra.div>
  );
}
