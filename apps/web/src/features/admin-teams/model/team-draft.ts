import { memberLimit, plans, teamVideoLimit } from '@vault/contracts';
import type { EditTeamBody, TeamRow } from '@vault/contracts';
import type { EditKind, PlanFields, RowDraft } from '../../../components/admin/edit/edit-kind.ts';
import { monthsAfter } from '../../../components/admin/edit/months-after.ts';
import { planStrings } from '../../../components/admin/edit/plan.strings.ts';
import { planBodyOf, planFieldsOf, trimmed } from '../../../components/admin/edit/row-draft.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { formatDay } from '../../../lib/format/format-time.ts';
import { adminTeamsStrings as strings } from '../admin-teams.strings.ts';

/** The editable fields of a team, as the form holds them. */
export interface TeamFields extends PlanFields {
  /** A whole number as text; empty for those of the plan. */
  readonly videoLimit: string;
  /** A whole number as text. */
  readonly memberLimit: string;
  readonly requiresSso: boolean;
}

const digits = /^\d{1,6}$/;

/** How staff edit teams. */
export const teamKind: EditKind<TeamRow, TeamFields> = {
  noun: 'team',
  labels: {
    plan: planStrings.plan,
    membershipDay: planStrings.membershipEnd,
    videoLimit: strings.videos,
    memberLimit: strings.members,
    requiresSso: strings.requiresSso,
    isActive: planStrings.active,
  },
  emptyTexts: { videoLimit: 'those of the plan' },
  fieldsOf: (row) => ({
    ...planFieldsOf(row),
    videoLimit: row.video_limit === plans[row.plan].videoLimit ? '' : String(row.video_limit),
    memberLimit: String(row.member_limit),
    requiresSso: row.single_sign_on === 'required',
  }),
  problemOf: ({ videoLimit, memberLimit: members }) => {
    if (videoLimit !== '' && !(digits.test(videoLimit) && Number(videoLimit) <= teamVideoLimit))
      return {
        message: `Please enter a whole number of videos up to ${formatNumber(teamVideoLimit)}, or nothing for those of the plan.`,
        field: 'video_limit',
      };
    if (!digits.test(members) || Number(members) < 1 || Number(members) > memberLimit)
      return {
        message: `Please enter a whole number of members from 1 to ${formatNumber(memberLimit)}.`,
        field: 'member_limit',
      };
    return undefined;
  },
};

/** The request body that saves a draft. */
export function bodyOf(row: TeamRow, draft: RowDraft<TeamFields>): EditTeamBody {
  const before = teamKind.fieldsOf(row);
  const { plan, videoLimit, memberLimit: members, requiresSso } = trimmed(draft);
  // The row does not tell whether a limit is that of the plan, so each edit that repeats it would be one in the audit log.
  const isKept = plan === before.plan && videoLimit === before.videoLimit;
  return {
    ...planBodyOf(row, draft),
    ...(!isKept && { video_limit: videoLimit === '' ? null : Number(videoLimit) }),
    member_limit: Number(members),
    ...(before.requiresSso && !requiresSso && { requires_sso: false }),
  };
}

/** What a granted upgrade changes: the executive plan for a month. A longer membership is not shortened. @param now epoch seconds */
export function upgradeOf(row: TeamRow, now: number): Partial<TeamFields> {
  return {
    plan: 'executive',
    membershipDay: formatDay(Math.max(row.membership_end, monthsAfter(now, 1))),
  };
}
