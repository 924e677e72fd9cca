import type { Dashboard } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import type { MediaLink } from '../media/media-links.service.ts';
import { toEmployeeRow } from './to-employee-row.ts';
import { toVideoRow } from './to-video-row.ts';

export function toDashboard(dashboard: adminRpc.Dashboard, link: MediaLink): Dashboard {
  const { users, videos, queues, tokenDays, missing, wrongSettings } = dashboard;
  const toRow = (video: adminRpc.Video) => toVideoRow(video, link);
  return {
    users: users ? toUserCounts(users) : null,
    videos: videos ? { ...videos } : null,
    queues: queues
      ? { queued: queues.queued, running: queues.running, dead_letters: queues.deadLetters }
      : null,
    token_days: tokenDays.map(({ day, spent, granted }) => ({ day, spent, granted })),
    failed_videos: dashboard.failedVideos.map(toRow),
    stuck_videos: dashboard.stuckVideos.map(toRow),
    new_users: dashboard.newUsers.map(toEmployeeRow),
    expiring_users: dashboard.expiringUsers.map(toEmployeeRow),
    upgrade_requests: dashboard.upgradeRequests.map(toEmployeeRow),
    missing,
    wrong_settings: wrongSettings,
  };
}

function toUserCounts(counts: adminRpc.UserCounts): NonNullable<Dashboard['users']> {
  const { total, created7Days, expiring7Days, unconfirmed, upgradeRequested } = counts;
  return {
    ...{ total, unconfirmed, created_7_days: created7Days, expiring_7_days: expiring7Days },
    upgrade_requested: upgradeRequested,
  };
}
