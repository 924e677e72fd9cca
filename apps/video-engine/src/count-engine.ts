import { queueMetrics, type Metrics } from '@vault/platform';
import type { VideoEngine } from '@vault/video-engine';

/** Tells what the video engine has to do and has done. */
export function countEngine(metrics: Metrics, engine: Pick<VideoEngine, 'statistics'>): void {
  queueMetrics(metrics, { service: 'video-engine', read: () => engine.statistics().jobs });
  metrics.read({
    name: 'upload_bytes_total',
    help: 'Bytes of uploads stored.',
    kind: 'counter',
    read: () => [{ labels: {}, value: engine.statistics().uploadBytes }],
  });
}
