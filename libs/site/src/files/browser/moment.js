// The page of a moment: its player plays from the start of the moment, and stops at its end. It has the captions of the
// moment alone.
import { makePlayer } from './player.js';

const { media } = makePlayer();
const start = Number(media.dataset.start);
const end = Number(media.dataset.end);
/** The end of playing is noticed this much earlier, in seconds. */
const tolerance = 0.05;

media.addEventListener('play', () => {
  if (media.currentTime >= end - tolerance) media.currentTime = start;
});

function stopAtEnd() {
  if (!media.paused && media.currentTime >= end - tolerance) {
    media.pause();
    media.currentTime = end;
  }
  if (!media.paused) requestAnimationFrame(stopAtEnd);
}
media.addEventListener('playing', () => requestAnimationFrame(stopAtEnd));
media.addEventListener('timeupdate', stopAtEnd);
media.addEventListener('seeking', () => {
  if (media.currentTime < start - tolerance) media.currentTime = start;
  else if (media.currentTime > end + tolerance) media.currentTime = end;
});

const captions = JSON.parse(media.dataset.captions);
if (captions.length > 0) {
  const track = media.addTextTrack('captions', 'Captions');
  // The text of a cue may have tags; these are words.
  const plain = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  for (const [from, to, text] of captions) track.addCue(new VTTCue(from, to, plain(text)));
}
