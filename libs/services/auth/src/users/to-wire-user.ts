import type { authRpc } from '@vault/contracts/rpc';
import { epochSeconds } from '../domain/epoch-seconds.ts';
import type { User } from './user.schema.ts';

/** The fields of a user for other services, as an rpc message. */
export function toWireUser(user: User): authRpc.User {
  const { _id: id, email, firstname, lastname, plan, membershipEnd } = user;
  return {
    id,
    email,
    firstname,
    lastname,
    plan,
    membershipEnd: epochSeconds(membershipEnd),
  };
}
