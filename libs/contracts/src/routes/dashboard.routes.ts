import { z } from 'zod';
import { employeeRow, employeeVideoRow } from './admin.routes.ts';
import { teamRow } from './workspace/workspace.routes.ts';

/** `GET /admin/dashboard`. A part whose owner service does not answer is null, and named in `missing`. */
export const dashboard = z.object({
  users: z
    .object({
      total: z.number().int(),
      created_7_days: z.number().int().describe('Registered in the last 7 days.'),
    })
    .nullable(),
  videos: z
    .object({
      total: z.number().int(),
      failed: z.number().int(),
      processing: z.number().int().describe('Being processed, including stuck videos.'),
    })
    .nullable(),
  failed_videos: z.array(employeeVideoRow).describe('The newest, at most 5.'),
  stuck_videos: z.array(employeeVideoRow).describe('The newest, at most 5.'),
  upgrade_requests: z
    .array(employeeRow)
    .describe('Users who requested an upgrade or wait to be confirmed, at most 5.'),
  team_requests: z
    .array(teamRow)
    .describe('Teams with a requested upgrade, the oldest request first, at most 5.'),
  missing: z.array(z.string()).describe('Names of the parts that are not available now.'),
  wrong_settings: z
    .array(z.string())
    .describe('What does not work because of a wrong setting of the server, as sentences.'),
});
export type Dashboard = z.infer<typeof dashboard>;
