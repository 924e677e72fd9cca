import { publishAll, type EventBus, type Message } from '@vault/messaging';
import { accountRules } from './rules/account-rules.ts';
import { chapterRules } from './rules/chapter-rules.ts';
import { logRules } from './rules/log-rules.ts';
import { mediaRules } from './rules/media-rules.ts';
import { tokenRules } from './rules/token-rules.ts';
import { videoRules } from './rules/video-rules.ts';
import type { Finding, Parts, RepairOption, Rule } from './rules/rule.ts';

/** Accounts first: their deletion also deletes videos. */
const rules: readonly Rule[] = [
  ...accountRules,
  ...videoRules,
  ...mediaRules,
  ...chapterRules,
  ...tokenRules,
  ...logRules,
];

const progressEveryMs = 3_000;
const messagesAtOnce = 100;
/** A person needs the ids only of what no command mends. */
const shownIds = { byCommand: 3, byHand: 1_000 };

export interface RepairOptions {
  readonly parts: Parts;
  readonly print: (line: string) => void;
  /** Where messages are published; absent to change nothing. */
  readonly bus?: EventBus;
  readonly flags: readonly RepairOption[];
}

/** How many things do not fit, or did not before they were mended. */
export interface RepairResult {
  readonly found: number;
  /** Those among them that only a person mends, or an option which was not given. */
  readonly left: number;
}

/** Compares all stores and the media by every rule, and prints a line for each. */
export async function repair(options: RepairOptions): Promise<RepairResult> {
  const { parts, print, flags } = options;
  const result = { found: 0, left: 0 };
  for (const rule of rules) {
    if (rule.ofMedia && !parts.hasMedia) continue;
    const isLeft = rule.byHand ?? (rule.needs !== undefined && !flags.includes(rule.needs));
    const applied = isLeft ? { ...options, bus: undefined } : options;
    const found = await withProgress(rule, options, () => applyRule(rule, applied));
    result.found += found.length;
    if (isLeft) result.left += found.length;
    if (found.length > 0) print(lineOf(rule, found));
  }
  print(`${String(parts.compared)} documents and media compared by ${String(rules.length)} rules.`);
  return result;
}

/** @returns the ids of what was found */
async function applyRule(rule: Rule, { parts, bus }: RepairOptions): Promise<readonly string[]> {
  const found: string[] = [];
  let messages: Message[] = [];
  for await (const { id, mend } of rule.find(parts)) {
    found.push(id);
    if (!bus || !mend) continue;
    if (typeof mend === 'function') await mend();
    else messages.push(mend);
    if (messages.length < messagesAtOnce) continue;
    await publishAll(bus, messages);
    messages = [];
  }
  if (bus) await publishAll(bus, messages);
  return found;
}

async function withProgress<Result>(
  { what }: Rule,
  { parts, print }: RepairOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = parts.compared;
  const timer = setInterval(
    () => print(`looking for ${what}: ${String(parts.compared - before)} compared`),
    progressEveryMs,
  );
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

function lineOf({ what, mending, needs, byHand }: Rule, ids: readonly Finding['id'][]): string {
  const count = byHand ? shownIds.byHand : shownIds.byCommand;
  const shown = ids.slice(0, count).join(', ');
  const more = ids.length > count ? ', …' : '';
  const command = byHand ? '' : `${['--apply', ...(needs ? [needs] : [])].join(' ')} `;
  return `${what}: ${String(ids.length)} (${shown}${more}); ${command}${mending}`;
}
