/** One PUT to an upload session. */
export interface TransportRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** A lazy slice of the file, or null for an offset query. */
  body: Blob | null;
  signal: AbortSignal;
  /** Called with the bytes of the body handed to the network so far. */
  onSent: (bytes: number) => void;
}

/** The server's response, or the loss of the connection. */
export interface TransportReply {
  /** The HTTP status, or 0 when the connection was lost or the request aborted. */
  status: number;
  /** The value of a response header, null when it is absent or hidden by CORS. */
  header: (name: string) => string | null;
}

/** Carries requests to the server. A rejection counts as a lost connection. */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;
