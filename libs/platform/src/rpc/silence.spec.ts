import { until } from '../testing/until.ts';
import { Silence } from './silence.ts';

function begin(silence: Silence, calls: number): void {
  for (let call = 0; call < calls; call += 1) silence.begin();
}

/** Of a service that has answered before. */
function silenceAfterAnswer(): Silence {
  const silence = new Silence();
  silence.begin();
  silence.end(true);
  return silence;
}

describe(Silence, () => {
  it('is long when many wait and nobody is answered, and ends with the first answer', async () => {
    const silence = silenceAfterAnswer();
    begin(silence, 100);
    expect(silence.isLong).toBe(false);
    await until(
      () => silence.isLong,
      (isLong) => isLong,
    );
    silence.end(true);
    expect(silence.isLong).toBe(false);
  });

  it('is none where few wait', async () => {
    const [many, few] = [silenceAfterAnswer(), silenceAfterAnswer()];
    begin(many, 100);
    begin(few, 20);
    await until(
      () => many.isLong,
      (isLong) => isLong,
    );
    expect(few.isLong).toBe(false);
  });

  it('is none of a service that never answered yet: it may be at its start', async () => {
    const [known, fresh] = [silenceAfterAnswer(), new Silence()];
    begin(known, 100);
    begin(fresh, 100);
    await until(
      () => known.isLong,
      (isLong) => isLong,
    );
    expect(fresh.isLong).toBe(false);
  });

  it('is none while this process itself was too busy to hear', () => {
    const silence = silenceAfterAnswer();
    begin(silence, 100);
    const end = performance.now() + 500;
    while (performance.now() < end);
    expect(silence.isLong).toBe(false);
  });

  it('does not go on once all have given up', async () => {
    const silence = silenceAfterAnswer();
    begin(silence, 100);
    await until(
      () => silence.isLong,
      (isLong) => isLong,
    );
    for (let call = 0; call < 100; call += 1) silence.end(false);
    expect(silence.isLong).toBe(false);
  });
});
