import type { AuditRow } from '@vault/contracts';
import { formatDay } from '../../../lib/format/format-time.ts';
import { adminAuditStrings as strings } from '../admin-audit.strings.ts';

/** One field of an audit log line: its value before, and the value after or the requested one. */
export interface FieldChange {
  readonly name: string;
  /** Empty when it is not known. */
  readonly before: string;
  readonly after: string;
}

/** A field that holds a time, in epoch seconds. */
const timeField = /(_end|_at|End|At)$/;

function textOf(name: string, value: unknown): string {
  if (value === null && name === 'video_limit') return strings.planVideos;
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && timeField.test(name)) return formatDay(value);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A field name for readers: `membershipEnd` and `membership_end` become `Membership end`. */
function nameOf(field: string): string {
  const name = strings.fields[field];
  if (name !== undefined) return name;
  const words = field.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** The fields of a line: with the values after the change, or the requested ones while it is not done. */
export function fieldChanges({ before, requested, after }: AuditRow): FieldChange[] {
  const now = after ?? requested ?? {};
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(now)])];
  return names.map((field) => ({
    name: nameOf(field),
    before: textOf(field, before?.[field]),
    after: textOf(field, now[field]),
  }));
}
