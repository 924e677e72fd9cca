// The pages of a portal: the player follows links and address, the transcript and the chapters follow the player, and the
// page that embeds them is told.
import { makePlayer } from './player.js';

const params = new URLSearchParams(location.search);
const isEmbedded = window.parent !== window;

// Only pages that the owner of the portal named may embed this one (`frame-ancestors`), whatever they say of themselves.
function tell(type, detail = {}) {
  if (isEmbedded) window.parent.postMessage({ source: 'webinar-vault', type, ...detail }, '*');
}

// A browser that does not say whether it opens a page or a frame was trusted to open a frame.
if (!isEmbedded && 'onlyEmbedded' in document.documentElement.dataset) {
  const address = new URL(location.href);
  address.searchParams.delete('embed');
  location.replace(address);
}

if (isEmbedded)
  new ResizeObserver(() => {
    tell('height', { height: Math.ceil(document.documentElement.getBoundingClientRect().height) });
  }).observe(document.documentElement);
tell('ready');

// A frame with `sandbox` may not send forms, but it may follow addresses.
if (self.origin === 'null')
  for (const form of document.querySelectorAll('form.search'))
    form.querySelector('button').addEventListener('click', (event) => {
      event.preventDefault();
      if (form.reportValidity()) location.assign(`${form.action}?${new URLSearchParams(new FormData(form))}`);
    });

// Dates as the visitor writes them. They are days, not moments: in no time zone are they others.
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' });
for (const time of document.querySelectorAll('time[datetime]')) {
  time.textContent = days.format(new Date(time.dateTime));
  time.lang = days.resolvedOptions().locale;
}

if (document.querySelector('.player')) preparePlayer();

function preparePlayer() {
  const { media, play } = makePlayer();
  const button = document.querySelector('.play');
  const chapters = [...document.querySelectorAll('.chapters li')];
  const lines = [...document.querySelectorAll('[data-line]')];
  const scroller = document.querySelector('.transcript .lines');
  const strip = document.querySelector('.watch .strip');
  const playhead = strip?.querySelector('.now');
  const skipped = JSON.parse(media.dataset.skipped);
  /** Following waits this long after somebody scrolled, in milliseconds. */
  const restMs = 4_000;
  let scrolledAt = -Infinity;
  let line;
  let chapter;

  const start = startTime();
  if (start > 0) {
    media.dataset.start = String(start);
    button.textContent = `Play from ${shortTime(start)}`;
  }

  function startTime() {
    const number = Number(params.get('chapter'));
    if (number > 0 && chapters[number - 1]) return Number(chapters[number - 1].dataset.start);
    const time = Number(params.get('t'));
    return time > 0 && time < 100_000 ? time : 0;
  }

  function shortTime(seconds) {
    const parts = [Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
    if (seconds >= 3600) parts.unshift(Math.floor(seconds / 3600));
    return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
  }

  for (const link of document.querySelectorAll('a[data-at]'))
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const time = Number(link.dataset.at);
      if ('quote' in link.dataset)
        tell('quote', { time, text: link.closest('li').querySelector('blockquote').textContent });
      media.scrollIntoView({ block: 'nearest' });
      void play(time);
    });

  strip?.addEventListener('click', (event) => {
    const { left, width } = strip.getBoundingClientRect();
    void play(((event.clientX - left) / width) * Number(media.dataset.duration));
  });

  /** Leaves out what is not public. */
  function skip() {
    const span = skipped.find(([from, to]) => media.currentTime >= from && media.currentTime < to - 0.05);
    if (!span) return;
    if (span[1] >= media.duration - 0.1) media.pause();
    else media.currentTime = span[1];
  }

  function mark(element, isNow) {
    if (isNow) element?.setAttribute('aria-current', 'true');
    else element?.removeAttribute('aria-current');
  }

  function follow() {
    const now = media.currentTime;
    playhead?.setAttribute('x', `${(now / Number(media.dataset.duration)) * 100}%`);
    const nextChapter = chapters.findLast(
      ({ dataset }) => now >= Number(dataset.start) && now < Number(dataset.end),
    );
    if (nextChapter !== chapter) {
      mark(chapter, false);
      mark((chapter = nextChapter), true);
      if (chapter)
        tell('chapterchange', {
          chapter: chapters.indexOf(chapter) + 1,
          title: chapter.querySelector('strong').textContent,
          time: Number(chapter.dataset.start),
        });
    }
    const nextLine = lines.findLast(({ dataset }) => now >= Number(dataset.line));
    if (nextLine === line) return;
    mark(line, false);
    mark((line = nextLine), true);
    if (!line || performance.now() - scrolledAt < restMs) return;
    const offset = line.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    scroller.scrollTo({ top: scroller.scrollTop + offset - scroller.clientHeight / 3 });
  }

  for (const name of ['wheel', 'touchmove', 'keydown'])
    scroller?.addEventListener(name, () => (scrolledAt = performance.now()), { passive: true });
  let isPlaying = false;
  // Not at `play`, which comes before anything is loaded; and not again after each wait for data.
  media.addEventListener('playing', () => {
    if (!isPlaying) tell('play', { time: media.currentTime });
    isPlaying = true;
  });
  media.addEventListener('pause', () => (isPlaying = false));
  media.addEventListener('timeupdate', () => {
    skip();
    follow();
  });
  media.addEventListener('seeking', skip);
}
