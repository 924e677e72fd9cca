import type { Role } from '@vault/contracts';
import { countOf } from '../../lib/format/format-number.ts';
import type { Belongings } from './api/moving-api.ts';

const listed = new Intl.ListFormat('en');
const article = (role: Role) => (/^[aeo]/.test(role) ? 'an' : 'a');

export const movingStrings = {
  title: 'Move to another workspace',
  to: 'Workspace',
  notHere: (name: string, role: Role) => `${name} – you are ${article(role)} ${role}`,
  move: (name: string) => `Move it to ${name}`,
  busy: 'Moving…',
  failed: 'The video was not moved. Please try again.',
  along: ({ clips, links }: Pick<Belongings, 'clips' | 'links'>, chapters: number) => {
    const things = [
      'Its title, description, captions and summary',
      ...(chapters > 0 ? [`${countOf(chapters, 'chapter')} with quotes`] : []),
      ...(clips > 0 ? [countOf(clips, 'clip')] : []),
      ...(links > 0 ? [countOf(links, 'shared link')] : []),
    ];
    return `${listed.format(things)} go along.${links > 0 ? ' Shared links go on working.' : ''}`;
  },
  leaves: (portals: readonly string[]) =>
    `It leaves ${countOf(portals.length, 'portal')}: ${listed.format(portals)}.`,
  glossary: 'Words that your glossary has corrected stay as they are. The glossary itself stays here.',
  moving: 'Moving the chapters…',
  moved: (name: string) => `Moved to ${name}.`,
  open: (name: string) => `Open it in ${name}`,
} as const;
