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

/** The video player. Its code is large, so it is loaded lazily; the frame reserves its space. */
export function VideoPlayer(props: MuxStageProps) {
  return (
    <Frame>
      <Suspense fallback={null}>
        <MuxStage {...props} />
      </Suspense>
    </Frame>
  );
}
