import type { authRpc } from '@vault/contracts/rpc';
import { epochSeconds } from '../domain/epoch-seconds.ts';
import type { Session } from './session.schema.ts';

/** A session for its owner, as an rpc message. */
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
