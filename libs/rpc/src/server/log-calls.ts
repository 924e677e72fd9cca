import type { Logger } from '@vault/base';
import type { RpcObserver } from '../calls/rpc-observer.ts';

/** An observer that also logs each call at debug. */
export function logCalls(logger: Logger, observer: RpcObserver): RpcObserver {
  return {
    observe(call) {
      observer.observe(call);
      const { side, service, method, code, seconds } = call;
      logger.debug({ side, call: `${service}/${method}`, code, ms: Math.round(seconds * 1_000) }, 'call');
    },
  };
}
