// The player of a moment: loads the stream when it is started, plays from its start, and stops at its end.
const media = document.querySelector('video');
const button = document.querySelector('.play');
const note = document.querySelector('.player .note');
const { stream, player } = media.dataset;
const start = Number(media.dataset.start);
const end = Number(media.dataset.end);
/** The end of playing is noticed this much earlier, in seconds. */
const tolerance = 0.05;

function show(text) {
  note.textContent = text;
  note.hidden = text === '';
}

function fail() {
  show('The recording cannot be played now. Please try again, or reload the page.');
}

/** Whether the browser's own HLS plays the stream: always with AirPlay, which works with nothing else. */
function playsItself(Hls) {
  const hasHls = media.canPlayType('application/vnd.apple.mpegurl') !== '';
  return hasHls && ('WebKitPlaybackTargetAvailabilityEvent' in window || !Hls.isSupported());
}

async function open() {
  const { default: Hls } = await import(player);
  if (playsItself(Hls)) {
    media.src = stream;
    await new Promise((resolve, reject) => {
      media.addEventListener('loadedmetadata', resolve, { once: true });
      media.addEventListener('error', reject, { once: true });
      media.load();
    });
    media.currentTime = start;
    return;
  }
  const hls = new Hls({ startPosition: start, enableWorker: false });
  await new Promise((resolve, reject) => {
    hls.on(Hls.Events.MANIFEST_PARSED, resolve);
    hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
      if (!fatal) return;
      if (type === Hls.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
      else reject(new Error('The stream cannot be loaded.'));
    });
    hls.attachMedia(media);
    hls.loadSource(stream);
  });
}

let opening;

async function begin() {
  show('');
  button.disabled = true;
  try {
    await (opening ??= open());
    button.hidden = true;
    media.controls = true;
    await media.play();
    media.focus();
  } catch (error) {
    // The browser does not allow it: the controls start it.
    if (error.name === 'NotAllowedError') return;
    opening = undefined;
    fail();
  } finally {
    button.disabled = false;
  }
}

// Until the stream is loaded, the browser's own controls would do nothing.
media.controls = false;
button.hidden = false;
button.addEventListener('click', begin);
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
