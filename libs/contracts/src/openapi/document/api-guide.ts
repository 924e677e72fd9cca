import {
  chapterLimit,
  chapterTextLimit,
  quoteLimit,
  quotesPerChapterLimit,
  saveCommandLimit,
  searchTextLimit,
} from '../../rules/chapter-limits.ts';
import { maxVideoSeconds, pageSizeLimit, planIds, plans } from '../../rules/plans.ts';
import { promptLimit } from '../../rules/prompts.ts';

const planRows = planIds.map((id) => {
  const { name, videoLimit, monthlyTokens } = plans[id];
  return `| \`${id}\` (${name}) | ${String(videoLimit)} | ${monthlyTokens.toLocaleString('en')} |`;
});

/** The guide for authors of clients, in Markdown. */
export const apiGuide = `
Upload a recorded webinar; get chapters, quotes, a summary and a searchable transcript.

## Sign in

\`POST /auth/login\` (or \`/auth/register\`) answers \`data.token\`. Send it with every other call:

\`\`\`
Authorization: Bearer <token>
\`\`\`

A token is valid for 30 days, or until \`POST /auth/logout\`. You see only your own videos; the id of another person’s video
is answered like one that does not exist. \`userId\` is optional: the token identifies you.

Calls under *Staff* take the token of \`POST /admin/login\` instead. Tokens of users and of staff are not interchangeable.

## Answers and errors

Bodies and answers are JSON:

\`\`\`
{ "status": "success", "data": … }
{ "status": "error", "msg": "This video has no chapters yet. Please wait until it has been processed." }
\`\`\`

| status | body | what to do |
|---|---|---|
| 400 | \`msg\` | correct what \`msg\` names |
| 401 | the bare text \`Unauthorized\` | sign in again |
| 401 | \`msg\` | only at sign-in: wrong e-mail address or password |
| 403 | the bare text \`Forbidden\` | the account is disabled, or the \`userId\` is another person’s |
| 403 | \`msg\` | the plan is full, too few tokens are left, the membership has ended, or you are not a member of the workspace that the header \`Vault-Workspace\` names |
| 404 | \`msg\` | it does not exist, or is not yours |
| 409 | \`msg\` | not possible now: wait for the step that \`msg\` names, or read the changed record again |
| 410 | \`msg\` | the link was used or has expired |
| 413 | \`msg\` | send less |
| 429 | \`msg\` | wait: a minute, or as many seconds as \`Retry-After\` says |
| 503 | \`msg\` | retry after as many seconds as \`Retry-After\` says, then with increasing waits |
| other 5xx | \`msg\` | an error of the server; report the \`x-correlation-id\` |

\`msg\` is a sentence to show to a person. Ignore unknown fields: more may be added. Each answer has an
\`x-correlation-id\`: your own, if you send one.

Send an \`Idempotency-Key\` (a new UUID for each request) with calls that change something, and the same key when you repeat a
call that was answered 503 or not at all: for a day, a repeat is answered as the first request ended, and changes nothing
twice. A key that was used for another request is answered 409.

## Limits

| what | maximum |
|---|---|
| body of a call | 1 MiB; with captions 3 MiB |
| all chapters of a video in a save | ${String(saveCommandLimit / 1024)} KiB |
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

\`GET /muxvideos?limit=100\` is the newest page. Send its \`next\` as \`after\` to get the next page, until \`next\` is null: no
video is repeated or skipped when others are added or deleted meanwhile. \`page=2\` also works, without that guarantee.
\`view=card\` omits the transcripts, which are most of the bytes.

## Upload a recording

1. \`GET /muxupload\` → \`id\`, \`url\`.
2. \`PUT\` the bytes to \`url\`, which is relative to this server or absolute. It contains its own secret: send no token. Use
   chunks of any size (use multiples of 256 KiB; start with 30 MiB):

   \`\`\`
   Content-Type: video/mp4
   Content-Range: bytes 0-31457279/73400320
   \`\`\`

3. \`PATCH /muxupload/save\` with \`{"passthrough": id, "title": …}\`.
4. \`GET /muxvideos/asset/{id}\` every second until \`state\` is \`ready\` or \`failed\`. The \`thumbnail\` is ready first, then
   the transcript, then the chapters.

| answer to a chunk | what to do |
|---|---|
| 308 with \`Range: bytes=0-N\` | continue from byte N + 1; without \`Range\` from byte 0 |
| 200, 201, 202 or 204 | done |
| 408, 502, 503, 504, a lost connection | after a second query the offset, then continue; 5 tries |
| 409 | \`Range\` gives the offset; the total must not change |
| 400, 411 | \`Content-Range\` and \`Content-Length\` do not match the bytes |
| 410, 404 | this upload has ended: open another |
| 413, 415, 507 | too large; neither video nor audio; no room: give up |

To query the offset, send an empty \`PUT\` with \`Content-Range: bytes */73400320\`; it is answered like a chunk.

## Follow videos

\`GET /events\` is a stream of server-sent events for your own videos:

\`\`\`
event: video
data: {"videoId":"…","detailsVersion":13}
\`\`\`

says that the video changed or was deleted, and has this \`version\` or \`detailsVersion\` now. Read it again unless your
record has this version or a later one. If the answer is older, because another server does not know of the change yet,
read it once more a second later; do so too where the event names no version. \`event: library-job\` says that \`GET /library-job\`
has another answer. \`event: reset\` comes first, and whenever changes may be missing: read everything again that you
show. A comment comes every 15 s; open the stream again when nothing comes for 40 s. The progress of generations has no
events: poll it.

## Edit chapters

\`PATCH /muxupload/save\` takes the complete new list of chapters; the first starts at \`00:00:00\`. Send the \`version\` of the
record that was edited: when a person or the product has changed the chapters since, nothing is saved and the answer is
409. Read the video again, merge, and save with the new \`version\`. The answer has the version of the saved chapters: when
it is one more than yours, they are stored as you sent them, and quotes without a time may have one. Without a \`version\` your list replaces the stored one.
The chapters of a record with \`chaptersMissing\` are not available: read it again before you edit.

A quote is text, or text with a time two seconds before it is spoken. Edits of a person are overwritten only by
generations that the person requests later.

## Correct the transcript

\`PATCH /muxvideos/{id}/transcript\` takes changes: the lines as they are now, and the lines that replace them. A change is found
by its lines, so changes of different lines by several people are all kept; when the lines of a change are no longer there,
nothing is saved and the answer is 409. Quotes that repeat the words follow, and so do titles, summaries and answers that nobody
has edited: \`followed\` of a chapter and \`summaryFollowed\` say so. While \`transcriptVersion\` is above 0, the words are in \`vtt\`,
and \`captionsUrl\` still has those that were recognised.

## Replace the captions

\`PUT /muxvideos/{id}/captions\` takes a WebVTT, SubRip, SBV or SubStation Alpha file that was made elsewhere, as \`text\`, or
as \`file\` with its bytes. \`POST …/captions/preview\` says before what would be read: captions, speakers, the lines that were
repaired or left out, and the encoding, with other ones to choose from. Only a file without a caption that can be read is refused;
nothing is stored then. \`captionsSource\` is \`upload\` afterwards, and \`DELETE\` brings the recognised captions back.

## Names in the glossary

The glossary holds terms, and wrong forms that the speech recognition makes of them. \`PUT /glossary\` replaces it and takes the
\`version\` that was edited; a 409 has the present glossary in \`data\`. Wrong forms are replaced in transcripts of new videos;
\`glossaryApplied\` of the record says in how many lines. For other videos \`GET /glossary/places\` names the places: send those
that are right to \`PATCH /muxvideos/{id}/transcript\`, at most 2,000 at once. Words that only sound like a term
(\`glossary-proposals\`; \`namesToCheck\` of a record says how many), and what people have changed to a name, or twice
(\`offers\`), change nothing until a person adds them; \`dismissed\` refuses both.

## Generate text

\`re-generate-chapter\`, \`generate-summary\`, \`update-quote\` and \`update-search\` start an *operation* and answer when it has
ended: with the record and the \`operation\`, or with an error whose \`msg\` says why it failed. After 25 s they answer with
the running operation; poll \`GET /muxupload/operations/{id}\` until its \`state\` is \`done\` or \`failed\`. A video has at most
one operation of each kind at a time: a second request joins it. \`operations\` of the record lists those that wait or run.

Tokens are reserved when an operation starts and charged when it ends; a failed operation costs nothing. \`GET
/muxupload/estimate\` gives the maximum cost in advance, \`operation.tokens\` the actual cost afterwards.

## Cut a clip

\`POST /muxupload/video-cut\` immediately answers the address of the clip. Poll it with HEAD every 5 s until it answers
200, for at most 10 minutes. The same span is the same clip.

\`POST /muxvideos/{id}/clips\` makes a clip of a span in milliseconds, also in a square or upright frame, which crops the
picture or shows all of it with bars, and with the words in the picture; \`GET\` lists the clips of the video with their state.
`.trim();
