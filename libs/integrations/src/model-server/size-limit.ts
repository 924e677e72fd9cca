/** What a server says about the size of a request. */
export interface SizeLimit {
  /** Whether the answer alone is too long, not the request with it. */
  readonly isOfAnswer: boolean;
  /** The most that is taken, in tokens, when the server names it. */
  readonly tokens?: number | undefined;
}

const codes = new Set(['context_length_exceeded', 'exceed_context_size_error', 'string_above_max_length']);
/** Each server complains in its own words; all name tokens or the context, and something that is too much. */
const aboutSize =
  /context[ _-]?(?:length|size|window|limit)|maximum context|max(?:imum)?[ _](?:(?:completion|output|new)[ _])?tokens|\btokens?\b|prompt is too long|reduce the length|request too large/iu;
const tooMuch =
  /maximum|exceed|too (?:long|large|many|big)|at most|at least|less than|<=|>|valid range|greater than|reduce|limit|overflow|longer than/iu;
const aboutContext = /context|prompt|input|reduce the length|request too large|messages/iu;
const most =
  /(?:context (?:length|size|window|limit)|maximum context length|maximum number of tokens allowed|at most|less than or equal to|cannot exceed|n_ctx|model limit of|<=|>|\[\d+,|limit(?: of)?:?)[^\d\n]{0,40}(\d{3,9})|(\d{3,9})(?: tokens?)? (?:maximum|context|max\b)/iu;
/** Smaller numbers are no limits, but counts. */
const leastTokens = 256;

/** Reads a complaint about the size of a request; undefined for any other. */
export function sizeLimitIn(complaint: {
  readonly status: number;
  readonly code?: string | undefined;
  readonly message: string;
}): SizeLimit | undefined {
  const { status, code = '' } = complaint;
  const message = complaint.message.slice(0, 2_000);
  // Others are about the rate of tokens, or about the key.
  if (![400, 413, 422, 500].includes(status)) return undefined;
  const isNamed = status === 413 || codes.has(code);
  if (!isNamed && !(aboutSize.test(message) && tooMuch.test(message))) return undefined;
  // A parameter that is not known is a matter of its name.
  if (
    !isNamed &&
    /unsupported parameter|unrecognized|unknown (?:parameter|argument|field)|not supported|extra inputs/iu.test(
      message,
    )
  )
    return undefined;
  const found = most.exec(message.replace(/(\d),(?=\d{3}\b)/gu, '$1'));
  const tokens = Number(found?.[1] ?? found?.[2] ?? Number.NaN);
  const isOfAnswer =
    !codes.has(code) && !aboutContext.test(message.replace(/context_window for this model/iu, ''));
  return { isOfAnswer, tokens: tokens >= leastTokens ? tokens : undefined };
}
