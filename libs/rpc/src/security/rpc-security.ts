import { ChannelCredentials, ServerCredentials, status, type Metadata } from '@grpc/grpc-js';
import type { ServiceName } from '@vault/contracts';

/** A call whose caller is to be checked. */
export interface IncomingCall {
  /** `/vault.auth.v1.AuthService/Login` */
  readonly path: string;
  readonly metadata: Metadata;
  /** Reads the caller's certificate in DER; undefined without one that is valid and of an accepted authority. */
  readonly certificate: () => Buffer | undefined;
}

/** Why a call is refused; the caller and the log of this process get the reason. */
export interface Refusal {
  readonly code: status.UNAUTHENTICATED | status.PERMISSION_DENIED;
  readonly details: string;
}

/** How the processes of one installation authenticate each other. */
export interface RpcSecurity {
  serverCredentials(): ServerCredentials;
  channelCredentials(): ChannelCredentials;
  /** The DNS name that the certificate of a service must have; undefined without certificates. */
  nameOf(service: ServiceName): string | undefined;
  /** Adds what identifies this process to the metadata of a call. */
  identify(metadata: Metadata): void;
  /** Checks the caller; undefined if the call is accepted. */
  refusalOf(call: IncomingCall): Refusal | undefined;
}

/** For sockets that only this user can open: connections are not encrypted, and each call is accepted. */
export const noSecurity: RpcSecurity = {
  serverCredentials: () => ServerCredentials.createInsecure(),
  channelCredentials: () => ChannelCredentials.createInsecure(),
  nameOf: () => undefined,
  identify: () => undefined,
  refusalOf: () => undefined,
};

/** Whether only processes on this machine can open the address, and only with the right to its file. */
export function isSocket(address: string): boolean {
  return address.startsWith('unix:');
}
