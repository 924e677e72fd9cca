/** Parsed JSON, else the text itself: `Unauthorized` and `Forbidden` are sent as plain text. */
export async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
