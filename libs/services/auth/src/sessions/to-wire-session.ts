import type { authRpc } from '@vault/contracts/rpc';
import { epochSeconds } from '../domain/epoch-seconds.ts';
import type { Session } from './session.schema.ts';

/** What its owner sees of a session. */
export function toWireSession(session: Session): authRpc.UserSession {
  const { _id: id, createdAt, lastSeenAt = createdAt, clientAddress = '', userAgent = '' } = session;
  return {
    id,
    createdAt: epochSeconds(createdAt),
    lastSeenAt: epochSeconds(lastSeenAt),
    clientAddress,
    userAgent,
  };
}
