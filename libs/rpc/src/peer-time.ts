import { Client, type Channel } from '@grpc/grpc-js';
import { healthRpc } from '@vault/contracts/rpc';
import { noSecurity } from './rpc-security.ts';

/** In answers of the health service: the time of the peer's store, in ISO 8601. */
export const timeHeader = 'store-time';

const answerWithinMs = 1_500;

/** The time of the store of a peer. @throws when it does not tell its time within 1.5 s */
export function peerTime(channel: Channel): Promise<Date> {
  const client = new Client(channel.getTarget(), noSecurity.channelCredentials(), {
    channelOverride: channel,
  });
  const { path, requestSerialize, responseDeserialize } = healthRpc.HealthService.check;
  return new Promise((resolve, reject) => {
    const call = client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      { service: '' },
      { deadline: Date.now() + answerWithinMs },
      (error) => reject(error ?? new Error('the peer does not tell its time')),
    );
    call.once('metadata', (headers) => {
      const [time] = headers.get(timeHeader);
      if (typeof time === 'string') resolve(new Date(time));
    });
  });
}
