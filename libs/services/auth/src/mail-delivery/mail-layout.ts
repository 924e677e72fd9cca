import { escapeHtml } from '@vault/contracts';

/** The content of a mail as plain text without markup. */
export interface MailContent {
  readonly subject: string;
  /** The preview line that mail clients show next to the subject. */
  readonly preview: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** The main link. */
  readonly action: { readonly label: string; readonly url: string };
  /** Small print at the end; `url` follows the text as a link. */
  readonly notes: readonly { readonly text: string; readonly url?: string }[];
}

/** For mail clients that do not wrap lines. */
const lineWidth = 76;

/** The content as plain text. Each address has its own line, so that mail clients recognise the whole link. */
export function textOf({ greeting, paragraphs, action, notes }: MailContent): string {
  const small = notes.map(({ text, url }) => [wrap(text), ...(url ? [url] : [])].join('\n'));
  return [wrap(greeting), ...paragraphs.map(wrap), `${action.label}:\n${action.url}`, '--', ...small, '']
    .join('\n\n')
    .trimStart();
}

function wrap(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > lineWidth && line !== '') {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}

/**
 * The content as HTML for any mail client: one column, no pictures, no external requests. It has the colours of the
 * product, also for dark mode, with enough contrast for clients that invert colours.
 */
export function htmlOf({ subject, preview, greeting, paragraphs, action, notes }: MailContent): string {
  const url = escapeHtml(action.url);
  const body = [greeting, ...paragraphs].map((text) => `<p class="ink">${escapeHtml(text)}</p>`).join('\n');
  const small = notes
    .map((note) => `<p class="small">${escapeHtml(note.text)}${note.url ? ` ${linkTo(note.url)}` : ''}</p>`)
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styles}</style>
</head>
<body class="paper">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<div class="column">
<p class="brand">Webinar Vault</p>
${body}
<p class="act"><a class="button" href="${url}">${escapeHtml(action.label)}</a></p>
<p class="small">Or open this address:<br>${linkTo(action.url)}</p>
<hr class="line">
${small}
</div>
</body>
</html>
`;
}

const styles = `
:root{color-scheme:light dark}
body{margin:0;padding:0}
.paper{background:#faf8f4;color:#1b1a17}
.column{max-width:560px;margin:0 auto;padding:32px 24px;font:16px/1.6 Inter,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
.brand{margin:0 0 32px;font-weight:600}
p{margin:0 0 16px}
.act{margin:24px 0}
.button{display:inline-block;padding:12px 20px;border-radius:8px;background:#c2371b;color:#ffffff;font-weight:600;text-decoration:none}
.small{color:#5d5a53;font-size:14px;word-break:break-word}
.small a{color:#5d5a53}
.line{border:0;border-top:1px solid #dedad1;margin:32px 0 24px}
@media (prefers-color-scheme:dark){
.paper{background:#12161d!important;color:#e9edf3!important}
.ink,.brand{color:#e9edf3!important}
.small,.small a{color:#a9b3c0!important}
.line{border-top-color:#2b333f!important}
}
`;

function linkTo(url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
}
