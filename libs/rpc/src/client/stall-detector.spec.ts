import { until } from '@vault/base/testing';
import { StallDetector } from './stall-detector.ts';

function begin(detector: StallDetector, calls: number): void {
  for (let call = 0; call < calls; call += 1) detector.begin();
}

/** A detector for a service that has answered before. */
function detectorAfterAnswer(): StallDetector {
  const detector = new StallDetector();
  detector.begin();
  detector.end(true);
  return detector;
}

describe(StallDetector, () => {
  it('is stalled while many calls wait and none is answered, until the first answer', async () => {
    const detector = detectorAfterAnswer();
    begin(detector, 100);
    expect(detector.isStalled).toBe(false);
    await until(
      () => detector.isStalled,
      (isStalled) => isStalled,
    );
    detector.end(true);
    expect(detector.isStalled).toBe(false);
  });

  it('is not stalled while few calls wait', async () => {
    const [many, few] = [detectorAfterAnswer(), detectorAfterAnswer()];
    begin(many, 100);
    begin(few, 20);
    await until(
      () => many.isStalled,
      (isStalled) => isStalled,
    );
    expect(few.isStalled).toBe(false);
  });

  it('is not stalled before the first answer, because the service may be starting', async () => {
    const [answered, fresh] = [detectorAfterAnswer(), new StallDetector()];
    begin(answered, 100);
    begin(fresh, 100);
    await until(
      () => answered.isStalled,
      (isStalled) => isStalled,
    );
    expect(fresh.isStalled).toBe(false);
  });

  it('is not stalled when this process itself was too busy to read answers', () => {
    const detector = detectorAfterAnswer();
    begin(detector, 100);
    const end = performance.now() + 500;
    while (performance.now() < end);
    expect(detector.isStalled).toBe(false);
  });

  it('is not stalled once all calls have ended', async () => {
    const detector = detectorAfterAnswer();
    begin(detector, 100);
    await until(
      () => detector.isStalled,
      (isStalled) => isStalled,
    );
    for (let call = 0; call < 100; call += 1) detector.end(false);
    expect(detector.isStalled).toBe(false);
  });
});
