import { escapeHtml } from '@vault/contracts';

/** A piece of HTML in which all texts are escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Content = Html | string | number | readonly Html[];

/** Makes HTML; values are escaped, unless they are HTML. Values in attributes must be in double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(toText)));
}

function toText(value: Content): string {
  if (value instanceof Html) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escapeHtml(String(value));
}
