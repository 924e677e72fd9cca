import {
  chapterLimit,
  chapterTextLimit,
  quoteLimit,
  quotesPerChapterLimit,
  searchTextLimit,
} from '../chapter-limits.ts';
import { saveBodyLimit } from '../routes/chapter.routes.ts';
import { maxVideoSeconds, pageSizeLimit, planIds, plans } from '../plans.ts';
import { promptLimit } from '../prompts.ts';

const planRows = planIds.map((id) => {
  const { name, videoLimit, monthlyTokens } = plans[id];
  return `| \`${id}\` (${name}) | ${String(videoLimit)} | ${monthlyTokens.toLocaleString('en')} |`;
});

/** What somebody must know to write a client in an hour, in Markdown. */
export const apiGuide = `
Videos go in; chapters, quotes, a summary and a searchable transcript come out.

## Sign in

\`POST /auth/login\` (or \`/auth/register\`) answers \`data.token\`. Send it with every other call:

\`\`\`
Authorization: Bearer <token>
\`\`\`

A token holds for 30 days, until \`POST /auth/logout\`. You see your own videos alone; somebody else’s id answers as one
that does not exist. A \`userId\` may be left out: it is known from the token.

Calls under *Staff* take the token of \`POST /admin/login\` instead. A token of the one kind never opens calls of the other.

## Answers and errors

Bodies and answers are JSON:

\`\`\`
{ "status": "success", "data": … }
{ "status": "error", "msg": "This video has no chapters yet. Please wait until it has been processed." }
\`\`\`

| status | body | what to do |
|---|---|---|
| 400 | \`msg\` | mend what \`msg\` names |
| 401 | the bare text \`Unauthorized\` | sign in again |
| 401 | \`msg\` | only at sign-in: wrong e-mail address or password |
| 403 | the bare text \`Forbidden\` | the account is switched off, or the \`userId\` is another person’s |
| 403 | \`msg\` | the plan is full, too few tokens are left, or the membership has ended |
| 404 | \`msg\` | it is not there, or not yours |
| 409 | \`msg\` | it cannot be done now: wait for the step that \`msg\` names, or read again what has changed |
| 410 | \`msg\` | it is over: the link was used or is too old |
| 413 | \`msg\` | send less |
| 429 | \`msg\` | wait: a minute, or as many seconds as \`Retry-After\` says |
| 503 | \`msg\` | try again after as many seconds as \`Retry-After\` says, then less and less often |
| other 5xx | \`msg\` | a fault of ours; tell us the \`x-correlation-id\` |

\`msg\` is a sentence to show to a person. Ignore fields you do not know: more may come. Each answer has an
\`x-correlation-id\`; send one of your own and it is kept.

## Limits

| what | most |
|---|---|
| body of a call | 1 MiB; ${String(saveBodyLimit / 1024 ** 2)} MiB of \`PATCH /muxupload/save\` |
| sign-ins, and registrations | 60 a minute from an address |
| wrong passwords | 10 in 15 minutes for an account |
| rows on a page | ${String(pageSizeLimit)} |
| length of a video | ${String(maxVideoSeconds / 3600)} hours |
| size of a file | 16 GiB |
| chapters of a video | ${String(chapterLimit)} |
| title and summary of a chapter | ${String(chapterTextLimit)} characters |
| quotes of a chapter | ${String(quotesPerChapterLimit)} of ${String(quoteLimit)} characters |
| a prompt, an answer to one | ${String(promptLimit)} and ${String(searchTextLimit)} characters |

| plan | videos at a time | tokens a month |
|---|---|---|
${planRows.join('\n')}

## Pages

\`GET /muxvideos?limit=100\` is the newest page. Give its \`next\` as \`after\` to get the one that follows, until \`next\` is
null: so nothing is met twice or missed when videos come and go meanwhile. \`page=2\` works as well, without that promise.
\`view=card\` leaves the transcripts out, which are most of the bytes.

## Upload a recording

1. \`GET /muxupload\` → \`id\`, \`url\`.
2. \`PUT\` the bytes to \`url\`, which is relative to this server or absolute. It carries its own secret: no token. In chunks
   of any size (multiples of 256 KiB do well, 30 MiB is a good start):

   \`\`\`
   Content-Type: video/mp4
   Content-Range: bytes 0-31457279/73400320
   \`\`\`

3. \`PATCH /muxupload/save\` with \`{"passthrough": id, "title": …}\`.
4. \`GET /muxvideos/asset/{id}\` every second until \`state\` is \`ready\` or \`failed\`. A \`thumbnail\` is there first, then the
   transcript, then the chapters.

| answer to a chunk | what to do |
|---|---|
| 308 with \`Range: bytes=0-N\` | send on from byte N + 1; without \`Range\` from byte 0 |
| 200, 201, 202 or 204 | done |
| 408, 502, 503, 504, a broken line | after a second ask where it stands, then send on; 5 tries |
| 409 | \`Range\` says where it stands; the total never changes |
| 400, 411 | \`Content-Range\` and \`Content-Length\` do not fit the bytes |
| 410, 404 | this upload has ended: open another |
| 413, 415, 507 | too large; neither video nor audio; no room: give up |

To ask where it stands: an empty \`PUT\` with \`Content-Range: bytes */73400320\`, answered like a chunk.

## Edit chapters

\`PATCH /muxupload/save\` takes the whole list of chapters as it shall be, from the one at \`00:00:00\` on. Send the \`version\`
of the record that was edited along: when somebody, or the product itself, has changed the chapters since, nothing is
saved and the answer is 409. Read the video again, merge, and save with the new \`version\`. Without a \`version\` your list
goes over whatever is there.

A quote is text, or text with the moment two seconds before it is said. What a person has edited is overwritten only by
what they themselves ask to be written later.

## Have something written

\`re-generate-chapter\`, \`generate-summary\`, \`update-quote\` and \`update-search\` begin an *operation* and answer when it has
ended: with the record and the \`operation\`, or with an error whose \`msg\` says why it failed. After 25 s they answer with
the operation as it stands; ask \`GET /muxupload/operations/{id}\` until its \`state\` is \`done\` or \`failed\`. A video has at
most one operation of each kind at a time: asking again joins it. \`operations\` of the record lists those that run.

Tokens are set aside when an operation begins and counted when it ends; one that fails costs nothing. \`GET
/muxupload/estimate\` says beforehand what an operation may come to, \`operation.tokens\` afterwards what it cost.

## Cut a clip

\`POST /muxupload/video-cut\` answers the address of the clip at once. Ask it with HEAD every 5 s until it answers 200, for
10 minutes at most. The same span is the same clip.
`.trim();
