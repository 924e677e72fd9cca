import type { AppName } from '../../testing/product/product.ts';
import type { FaultTestEnvironment } from './fault-test-environment.ts';

/** A step at which a service is killed. */
export interface Point {
  /** Describes the step, such as `while a title is saved`. */
  readonly when: string;
  readonly run: (environment: FaultTestEnvironment) => Promise<void>;
}

/** The points of one service. */
export interface Points {
  readonly app: AppName;
  readonly points: readonly Point[];
}

/** Ignores the failure of a call whose answer may be lost with the killed process. */
export function ignoreFailure(call: Promise<unknown>): Promise<unknown> {
  return call.catch(() => undefined);
}
