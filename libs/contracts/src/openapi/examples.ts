import type { z } from 'zod';
import type { AccountRecord } from '../routes/account.routes.ts';
import type { EmployeeRow, EmployeeVideoRow } from '../routes/admin.routes.ts';
import type { currentUser } from '../routes/auth.routes.ts';
import type { Chapter, Operation } from '../routes/chapter.routes.ts';
import type { StaffAccount } from '../routes/staff.routes.ts';
import type { UploadSession, VideoRecord } from '../routes/video.routes.ts';

/** The person and the video of all examples. */
export const person: z.output<typeof currentUser> = {
  id: '9f4c1d52-6c0e-4f0e-9b53-2d7a61c0a8e4',
  email: 'ada@example.com',
  firstname: 'Ada',
  lastname: 'Lovelace',
  plan: 'executive',
  membership_end: 1_795_000_000,
};

/** The id of a team. */
export const teamExample = '7d0c5a52-0f1e-4f0e-9a51-5e6f8f1f2a10';
export const sessionId = '5b0d7f0a-3c1e-4f6f-8a57-90c2f6d1b7aa';

export const uploadSessionExample: UploadSession = {
  id: sessionId,
  uploadId: 'Vq3kH01nW8sT5rYc',
  url: '/media/uploads/x7JmQ2-only-you-know-this',
};

export const chapterExample: Chapter = {
  start: '00:04:10',
  title: 'Why the trial converts',
  summary: 'What changed when the first week became a guided one.',
  search: '',
  quote: [{ quote: 'We stopped selling the trial and started teaching in it.', timecode: '00:05:31' }],
};

export const videoExample: VideoRecord = {
  id: sessionId,
  uploadId: uploadSessionExample.uploadId,
  title: 'Growing a company on webinars',
  description: 'The October webinar, with questions.',
  assetId: 'Bd9wK2mZ7uXa4LeP',
  thumbnail: '/media/image/Pl5tR8/thumbnail.jpg',
  playback_id: 'Pl5tR8',
  captionsTrackId: 'Tk2sV6',
  vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nGood morning, and welcome.\n',
  duration: 3_540.2,
  created_at: 1_763_000_000,
  localVideo: '/media/stream/Pl5tR8/highest.mp4',
  chapters: [chapterExample],
  version: 4,
  detailsVersion: 12,
  operations: [],
  streamUrl: '/media/stream/Pl5tR8.m3u8',
  storyboardUrl: '/media/image/Pl5tR8/storyboard.vtt',
  captionsUrl: '/media/stream/Pl5tR8/text/Tk2sV6.vtt',
  summary: 'How a small team filled its pipeline with one webinar a month.',
  captionsSource: 'host',
  transcriptVersion: 0,
  state: 'ready',
  stage: null,
  progress: 100,
  queuePosition: null,
  secondsLeft: null,
  failure: null,
  captions: 'ready',
  captionsReason: '',
  contents: [
    { kind: 'picture', language: '', title: '', isUsed: true, index: 0, width: 1920, height: 1080 },
    { kind: 'sound', language: 'en', title: '', isUsed: true, index: 1, channels: 2 },
    { kind: 'subtitles', language: 'de', title: '', isUsed: false, index: 2, reason: 'language' },
    { kind: 'chapters', language: '', title: '', isUsed: true, count: 12 },
  ],
};

/** An operation that generated the quotes of the chapter again. */
export const operationExample: Operation = {
  id: '2c9e2a54-0a0f-4c9e-8a5a-7f1d1f6d3b10',
  kind: 'quotes',
  state: 'done',
  progress: 100,
  chapterStart: chapterExample.start,
  msg: '',
  system_message: 'Numbers first. Extract exactly one quote of the chapter.',
  user_message: 'Prefer what was said about teaching.',
  result: '[{"timecode":"00:05:31","quote":"We stopped selling the trial and started teaching in it."}]',
  tokens: 52,
};

/** The account of the person, as they see it. */
export const accountExample: AccountRecord = {
  ...person,
  created_at: 1_762_000_000,
  token_balance: 1_023_800,
  granted: 998_800,
  added: 25_000,
  monthly_tokens: 1_000_000,
  video_limit: 20,
  is_confirmed: true,
  upgrade_requested_at: null,
  ready_mail: true,
};

export const employeeExample: EmployeeRow = {
  _id: person.id,
  firstname: person.firstname,
  lastname: person.lastname,
  email: person.email,
  plan: person.plan,
  posted_videos: 1,
  token_balance: accountExample.token_balance,
  created_at: accountExample.created_at,
  membership_end: person.membership_end,
  is_active: true,
  version: 4,
  is_confirmed: true,
  upgrade_requested_at: null,
};

export const employeeVideoExample: EmployeeVideoRow = {
  _id: sessionId,
  userId: { _id: person.id, email: person.email },
  thumbnail: videoExample.thumbnail,
  title: videoExample.title,
  assetId: videoExample.assetId,
  created_at: videoExample.created_at,
  state: 'ready',
  duration: videoExample.duration,
};

export const staffExample: StaffAccount = {
  id: '3d0e5b1a-8f42-4f0b-9a6e-1c7b2d9e4f60',
  email: 'charles@example.com',
  role: 'owner',
  is_active: true,
  created_at: 1_761_000_000,
  last_seen_at: 1_763_000_500,
};
