// The player of a public page: loads the stream when it is started.

/** Whether the browser's own HLS plays the stream: always with AirPlay, which works with nothing else. */
function playsItself(media) {
  const hasHls = media.canPlayType('application/vnd.apple.mpegurl') !== '';
  const hasSource = 'MediaSource' in window || 'ManagedMediaSource' in window;
  return hasHls && ('WebKitPlaybackTargetAvailabilityEvent' in window || !hasSource);
}

async function open(media, start) {
  const { stream, player } = media.dataset;
  if (playsItself(media)) {
    media.src = stream;
    await new Promise((resolve, reject) => {
      media.addEventListener('loadedmetadata', resolve, { once: true });
      media.addEventListener('error', reject, { once: true });
      media.load();
    });
    media.currentTime = start;
    return;
  }
  const { default: Hls } = await import(player);
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

/** Prepares the player of the page. @returns its video, and a function that plays from a time in seconds */
export function makePlayer() {
  const root = document.querySelector('.player');
  const media = root.querySelector('video');
  const button = root.querySelector('.play');
  const note = root.querySelector('.note');
  let opening;

  function show(text) {
    note.textContent = text;
    note.hidden = text === '';
  }

  async function play(time) {
    show('');
    button.disabled = true;
    const isFirst = opening === undefined;
    // WebKit forgets the click while a slow stream loads, unless the video was asked to play during it.
    if (isFirst) media.play().catch(() => undefined);
    try {
      await (opening ??= open(media, time ?? Number(media.dataset.start)));
      button.hidden = true;
      media.controls = true;
      if (!isFirst && time !== undefined) media.currentTime = time;
      await media.play();
      if (isFirst) media.focus();
    } catch (error) {
      // The browser does not allow it: the controls start it.
      if (error.name === 'NotAllowedError' || error.name === 'AbortError') return;
      opening = undefined;
      show('The recording cannot be played now. Please try again, or reload the page.');
    } finally {
      button.disabled = false;
    }
  }

  // Until the stream is loaded, the browser's own controls would do nothing.
  media.controls = false;
  button.hidden = false;
  button.addEventListener('click', () => play());
  return { media, play };
}
