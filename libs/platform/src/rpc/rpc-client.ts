import { Client, connectivityState, credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { errorCodes, type ErrorCode } from '@vault/contracts';
import { AppError } from '../errors/app-error.ts';
import { errorCodeKey } from '../errors/error.filter.ts';
import { correlationHeader, correlationId } from '../logging/correlation.ts';
import type { CallOptions, RpcClient, RpcDefinition, RpcMethod } from './rpc-types.ts';

const defaultDeadlineMs = 2_000;
/** A three-hour transcript is about 400 KB; this leaves room and still bounds memory. */
export const maxMessageBytes = 16 * 1024 * 1024;
/** gRPC's own book-keeping of every call, which nobody reads. */
export const withoutStatistics = { 'grpc.enable_channelz': 0 };

export interface ClosableRpcClient<Definition> {
  readonly methods: RpcClient<Definition>;
  close(): void;
}

/**
 * Calls another service over gRPC. Every call has a deadline; failures arrive as {@link AppError} with the code the
 * owner gave, or `unavailable` when it did not answer.
 * @param address host:port or unix:path
 */
export function createRpcClient<Definition extends RpcDefinition>(
  definition: Definition,
  address: string,
): ClosableRpcClient<Definition> {
  const client = new Client(address, credentials.createInsecure(), {
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': maxMessageBytes,
    ...withoutStatistics,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
  });
  const methods = Object.fromEntries(
    Object.entries(definition).map(([name, method]) => [
      name,
      (request: never, options?: CallOptions) => call(client, method, request, options),
    ]),
  );
  return { methods: methods as RpcClient<Definition>, close: () => client.close() };
}

function call(client: Client, method: RpcMethod, request: never, options?: CallOptions) {
  const metadata = new Metadata();
  metadata.set(correlationHeader, correlationId());
  const deadline = Date.now() + (options?.deadlineMs ?? defaultDeadlineMs);
  return new Promise<unknown>((resolve, reject) => {
    if (client.getChannel().getConnectivityState(false) === connectivityState.SHUTDOWN) {
      reject(AppError.unavailable());
      return;
    }
    client.makeUnaryRequest(
      method.path,
      (value: never) => method.requestSerialize(value),
      (bytes: Buffer) => method.responseDeserialize(bytes),
      request,
      metadata,
      { deadline },
      (error: ServiceError | null, reply?: unknown) => {
        if (error) reject(fromServiceError(error));
        else resolve(reply);
      },
    );
  });
}

/** Nobody answered: away, too slow, or not the service that was asked for. */
const unanswered = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED, status.UNIMPLEMENTED];

/** Details of transport failures name hosts and ports: they stay in the cause. */
function fromServiceError(error: ServiceError): AppError {
  const code = error.metadata.get(errorCodeKey)[0]?.toString();
  if (code && (errorCodes as readonly string[]).includes(code)) {
    return new AppError(code as ErrorCode, error.details, { cause: error });
  }
  if (error.code === status.RESOURCE_EXHAUSTED) {
    return new AppError('too-large', 'This is more than can be handled at once.', { cause: error });
  }
  if (unanswered.includes(error.code)) return AppError.unavailable({ cause: error });
  return new AppError('internal', 'The server could not finish this. Please try again.', { cause: error });
}
