import { searchAnswer, searchQuery, speakerList } from '../routes/search.routes.ts';
import { sentence, success } from './answers.ts';
import { sessionId, videoExample } from './examples.ts';
import { route } from './route.ts';
import { passthrough } from './shared.ts';

export const searchRoutes = {
  searchLibrary: route('Search', 'GET /search', {
    needs: 'library.read',
    summary: 'Search all videos for a keyword',
    description:
      'Searches for the literal keyword, ignoring case. The first matching field of a video is its result, in this order: title, description, assetId, thumbnail, captionsTrackId, transcript, playback_id; then each of its chapters is searched by title, summary and quotes. Newest video first. Without an exact match the words of the keyword are searched for; `matching` says how.',
    query: searchQuery,
    answer: success(searchAnswer, {
      keyword: 'trial',
      total: 1,
      results: [
        {
          id: sessionId,
          uploadId: videoExample.uploadId,
          title: videoExample.title,
          thumbnail: videoExample.thumbnail,
          duration: videoExample.duration,
          field: 'chapter title',
          snippet: 'Why the trial converts',
          at: 250,
          chapterTitle: 'Why the trial converts',
          chapterStarts: [0, 250],
        },
      ],
      matching: 'exact',
      terms: ['trial'],
      spoken: [
        { id: sessionId, total: 1, first: [{ at: 262.4, line: 'Most people who begin a trial stay.' }] },
      ],
    }),
  }),
  listSpeakers: route('Search', 'GET /search/speakers', {
    needs: 'library.read',
    summary: 'Who speaks in the videos',
    description: 'The names that captions or people have given to the lines of transcripts.',
    answer: success(speakerList, { speakers: [{ name: 'Ann Lee', lines: 214, videos: [sessionId] }] }),
  }),
  uploadOmnisearch: route('Search', 'POST /muxupload/upload-omnisearch', {
    needs: 'library.edit',
    summary: 'Index a video for the search again',
    description: 'Usually not needed: the search index is updated after every change.',
    body: passthrough,
    answer: sentence('Omnisearch upload successfully.'),
    failures: { 409: 'The video is not ready for this; `msg` says what to wait for.' },
  }),
};
