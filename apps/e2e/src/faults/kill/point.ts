import type { AppName } from '../../testing/product.ts';
import type { Ground } from './ground.ts';

/** A step of some work at which a service is killed. */
export interface Point {
  /** What goes on, such as `while it takes a command`. */
  readonly when: string;
  readonly strike: (ground: Ground) => Promise<void>;
}

/** The points of one service. */
export interface Points {
  readonly app: AppName;
  readonly points: readonly Point[];
}

/** A call whose answer may be lost with the process. */
export function letGo(call: Promise<unknown>): Promise<unknown> {
  return call.catch(() => undefined);
}
