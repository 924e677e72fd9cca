import { Suspense, lazy } from 'react';
import { chakra } from '@chakra-ui/react';
import { loadChunk } from '../../lib/load-chunk.ts';
import type { MuxStageProps } from './mux-stage.tsx';

const MuxStage = lazy(async () => ({
  default: (await loadChunk(() => import('./mux-stage.tsx'))).MuxStage,
}));

const Frame = chakra('div', {
  base: { aspectRatio: '16 / 9', borderRadius: { base: 0, md: 'media' }, overflow: 'hidden', bg: '#0a0d12' },
});

/** The product's one video player. Its code is large, so it comes on its own while the frame keeps its place. */
export function VideoPlayer(props: MuxStageProps) {
  return (
    <Frame>
      <Suspense fallback={null}>
        <MuxStage {...props} />
      </Suspense>
    </Frame>
  );
}
