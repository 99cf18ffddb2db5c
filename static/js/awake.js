/* Keeps the screen on while the page is in sight and `isWanted()` says so.

   Over plain http no browser has a wake lock. There a video plays, black and silent (static/awake.mp4), and each engine
   asks something else of it: Chromium that it covers a fifth of the window, so it lies behind the whole page; Firefox
   that it has a track of sound; WebKit besides that it is not muted and has no `loop`, so it is wound back by hand. As
   "ambient" it leaves the music on an iPhone alone.

   The file was made by: ffmpeg -f lavfi -i color=black:s=16x16:r=1:d=30 -f lavfi -i anullsrc=r=8000:cl=mono -t 30
   -c:v libx264 -profile:v baseline -pix_fmt yuv420p -preset veryslow -g 30 -bsf:v filter_units=remove_types=6
   -c:a aac -b:a 8k -movflags +faststart -map_metadata -1 -fflags +bitexact awake.mp4 */
export function keepAwake(isWanted) {
  const look = () => isWanted() && !document.hidden ? on() : off();
  for (const name of ["pointerup", "visibilitychange", "htmx:afterSettle"]) document.addEventListener(name, look);
  look();
}

const video = document.getElementById("awake");
const WAIT = 10; // seconds after which the video is wound back, well before its end
let lock = null;

async function on() {
  if (!navigator.wakeLock) return plays();
  if (lock?.released === false) return;
  lock = await navigator.wakeLock.request("screen").catch(() => null);
}

function off() {
  lock?.release();
  lock = null;
  if (!video) return;
  video.pause();
  video.hidden = true;
}

async function plays() {
  if (!video?.paused) return;
  video.hidden = false;
  if (navigator.audioSession) {
    navigator.audioSession.type = "ambient";
    video.muted = false;
  }
  await video.play().catch(() => {}); // not before a tap: the next one asks again
}

video?.addEventListener("timeupdate", () => {
  if (video.currentTime > WAIT) video.currentTime = 0;
});
