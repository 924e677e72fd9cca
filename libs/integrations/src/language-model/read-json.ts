/** Number of opening braces that are tried: prose before the answer may contain some. */
const maxTries = 20;

/**
 * Parses the JSON of an answer, also when a model put prose, reasoning or a code fence around it.
 * @returns undefined when there is none
 */
export function readJson(text: string): unknown {
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  let start = 0;
  for (let tries = 0; tries < maxTries; tries += 1) {
    while (start < end && text[start] !== '{' && text[start] !== '[') start += 1;
    if (start >= end) return undefined;
    const found = parse(text.slice(start, end));
    if (found !== undefined) return found;
    start += 1;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // No JSON begins here: the next opening brace is tried.
    return undefined;
  }
}
