import { z } from 'zod';
import { requestInSpan } from '@vault/base';

const withinMs = 2_000;
const readiness = z.object({ degraded: z.array(z.string()) });

/**
 * What does not work in a video engine because of a wrong setting, as sentences. None while it does not answer.
 * @param engineUrl the address of its API, which is on the port of its probes
 */
export async function wrongSettingsOf(engineUrl: string): Promise<string[]> {
  const url = new URL('/readyz', engineUrl);
  try {
    const answer = await requestInSpan({ name: 'video engine', url }, () =>
      fetch(url, { redirect: 'error', signal: AbortSignal.timeout(withinMs) }),
    );
    const parsed = readiness.safeParse(await answer.json());
    // The names of checks are no sentences.
    return parsed.success ? parsed.data.degraded.filter((each) => each.endsWith('.')) : [];
  } catch {
    return [];
  }
}
