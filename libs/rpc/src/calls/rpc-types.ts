/** One call of a service definition, as ts-proto generates it for grpc-js. */
export interface RpcMethod {
  readonly path: string;
  readonly requestStream: false;
  readonly responseStream: false;
  requestSerialize(value: never): Buffer;
  requestDeserialize(value: Buffer): unknown;
  responseSerialize(value: never): Buffer;
  responseDeserialize(value: Buffer): unknown;
}

/** A service definition: its calls by name. */
export type RpcDefinition = Readonly<Record<string, RpcMethod>>;

type RequestOf<Method> = Method extends { requestDeserialize(value: Buffer): infer Request }
  ? Request
  : never;
type ReplyOf<Method> = Method extends { responseDeserialize(value: Buffer): infer Reply } ? Reply : never;

export interface CallOptions {
  /** The deadline in milliseconds; 2,000 by default. */
  readonly deadlineMs?: number;
}

/** The client of a service. */
export type RpcClient<Definition> = {
  [Name in keyof Definition]: (
    request: RequestOf<Definition[Name]>,
    options?: CallOptions,
  ) => Promise<ReplyOf<Definition[Name]>>;
};

/** What a handler knows of its caller. */
export interface RpcCall {
  /** Aborted when the caller no longer waits: it cancelled the call, has gone, or the deadline is over. */
  readonly signal: AbortSignal;
}

/** The methods of a service's `*.grpc.ts`: one per call. */
export type RpcHandlers<Definition> = {
  [Name in keyof Definition]: (
    request: RequestOf<Definition[Name]>,
    call: RpcCall,
  ) => Promise<ReplyOf<Definition[Name]>>;
};

/** The full service name of a definition, such as `vault.auth.v1.AuthService`. */
export function serviceNameOf(definition: RpcDefinition): string {
  const name = Object.values(definition)[0]?.path.split('/')[1];
  if (!name) throw new Error('This service definition has no methods.');
  return name;
}
