import type { SizeLimit } from '../model-server/size-limit.ts';

/** The shortest answer that is of use, in tokens. */
const leastAnswer = 256;
/** Models with less know too little of a recording. */
const leastContext = 1_024;
/** For what templates of servers add. */
const spareTokens = 64;

/**
 * About how many tokens a text has: more than most models count, because a request that is too long is refused.
 */
export function tokensAbout(text: string): number {
  const latin = text.length - text.replace(/[\0-\x7f]+/gu, '').length;
  return Math.ceil(latin / 3.5 + (text.length - latin) * 0.8);
}

/** How much a model takes, as its server's refusals show. Kept for the model in the process; it only shrinks. */
export class ModelRoom {
  private context = Infinity;
  private answer = Infinity;

  /** The longest answer to a prompt of so many tokens that may be asked for; undefined when the prompt is too long. */
  answerTo(prompt: number, wished: number): number | undefined {
    const rest = this.context - prompt - spareTokens;
    return rest < Math.min(wished, leastAnswer) ? undefined : Math.floor(Math.min(wished, this.answer, rest));
  }

  /** The tokens of a prompt that leave a third of the context for the answer. */
  get prompt(): number {
    return (this.context * 2) / 3;
  }

  /**
   * Learns from the refusal of a prompt and the answer that was asked for, both in tokens.
   * @returns false when there is nothing smaller to try
   */
  learn({ isOfAnswer, tokens = Infinity }: SizeLimit, prompt: number, answer: number): boolean {
    if (isOfAnswer) {
      const smaller = tokens < answer ? tokens : Math.floor(answer / 2);
      if (smaller >= leastAnswer) {
        this.answer = smaller;
        return true;
      }
    }
    const asked = Math.min(this.context, prompt + answer + spareTokens);
    const smaller = tokens < asked ? tokens : Math.floor(asked * 0.6);
    if (smaller < leastContext) return false;
    this.context = smaller;
    return true;
  }
}
