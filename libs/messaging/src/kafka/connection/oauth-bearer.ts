import { TokenRefusedError } from './refusal.ts';

/** Sends bytes of a sign-in, and gives the bytes of the answer to `decode`. */
type Exchange = (step: {
  request: { encode: () => Buffer };
  response: { decode: (answer: Buffer) => Buffer; parse: (answer: Buffer) => undefined };
}) => Promise<unknown>;

/**
 * The SASL mechanism OAUTHBEARER (RFC 7628) for kafkajs, whose own one takes every answer for a success: a broker
 * refuses a token by an answer that is not empty, and then closes the connection.
 * @param token called for each sign-in
 */
export function oauthBearer(token: () => Promise<string>) {
  return {
    mechanism: 'oauthbearer',
    authenticationProvider: ({ saslAuthenticate: exchange }: { saslAuthenticate: Exchange }) => ({
      authenticate: async () => {
        const text = Buffer.from(`n,,\u0001auth=Bearer ${await token()}\u0001\u0001`);
        await exchange({
          request: { encode: () => withLength(text) },
          response: { decode: withoutLength, parse: refuseProblem },
        });
      },
    }),
  };
}

function refuseProblem(answer: Buffer): undefined {
  if (answer.length > 0) throw new TokenRefusedError(`The broker refuses the token: ${answer.toString()}`);
}

const lengthBytes = 4;

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const withoutLength = (bytes: Buffer) => bytes.subarray(lengthBytes);
